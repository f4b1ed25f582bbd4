import DaybookEvents
import LMDB

/// What a store knows of the builds of a derived view.
struct DerivedBuild: Equatable {
  /// Which build is live; nil before the first is whole.
  var generation: UInt64?
  /// The version of the function that computed it.
  var version: UInt64 = 0
  /// The position of the last event that it follows from.
  var position: UInt64 = 0
  /// How often earlier events had come to count otherwise.
  var refolds: UInt64 = 0
  /// Which build somebody is at.
  var next: UInt64?

  /// Nothing built yet.
  init() {}

  /// Reads what is kept of a view; nothing built where that is not what was written.
  init(_ view: String, _ transaction: borrowing ReadTransaction) throws {
    self.init()
    do {
      guard let bytes = try transaction.derived(DerivedTable.entry(view)) else { return }
      let message = bytes.span
      generation = message.number(1)
      version = message.number(2) ?? 0
      position = message.number(3) ?? 0
      refolds = message.number(4) ?? 0
      next = message.number(5)
    } catch ViewError.damagedRow {
      // It is built anew.
    }
  }

  /// Keeps it.
  func store(_ view: String, _ transaction: inout WriteTransaction) throws {
    var wire = WireWriter()
    if let generation { wire.varint(1, generation) }
    wire.varint(2, version)
    wire.varint(3, position)
    wire.varint(4, refolds)
    if let next { wire.varint(5, next) }
    try transaction.putDerived(DerivedTable.entry(view), wire.bytes)
  }
}

/// The rows of one thing in a build, and where they lie.
struct DerivedViewRows {
  /// What the keys of the build begin with.
  let prefix: [UInt8]

  /// What the keys of rows begin with.
  var start: [UInt8] { prefix + [UInt8(ascii: "r")] }

  /// The key of a row.
  func row(_ key: [UInt8], _ thing: EntityID) -> [UInt8] { start + Self.place(key, thing) }

  /// The place of a row among others: after those of lesser keys, and of lesser things. No part of
  /// a key begins with a NUL, so a key is followed by those that go on from it.
  static func place(_ key: [UInt8], _ thing: EntityID) -> [UInt8] { key + [0] + thing.bytes }

  /// Reads the place of a row; nil for another shape.
  static func key(at place: [UInt8]) -> (key: [DerivedKey], thing: EntityID)? {
    guard place.count >= 17, let thing = EntityID(bytes: Array(place.suffix(16))),
      place[place.count - 17] == 0, let key = DerivedKey.parts(of: place.dropLast(17))
    else { return nil }
    return (key, thing)
  }

  /// The key of the list of a thing's rows.
  func list(_ thing: EntityID) -> [UInt8] { prefix + [UInt8(ascii: "t")] + thing.bytes }

  /// The key of what is known of a row of facts that other things' rows depend on.
  func dependency(_ row: RowKey) -> [UInt8] { prefix + [UInt8(ascii: "d")] + row.bytes }

  /// Puts the rows of a thing in the place of those it had.
  func replace(
    _ thing: EntityID, with rows: [[UInt8]: Int64], _ transaction: inout WriteTransaction
  ) throws {
    let list = list(thing)
    for key in try transaction.reading.derived(list).map(Self.keys) ?? []
    where rows[key] == nil {
      _ = try transaction.delete(row(key, thing), in: DerivedTable.table)
    }
    for (key, amount) in rows {
      var wire = WireWriter()
      wire.signed(1, amount)
      try transaction.putDerived(row(key, thing), wire.bytes)
    }
    guard rows.isEmpty else {
      var wire = WireWriter()
      for key in rows.keys { wire.bytes(1, key) }
      return try transaction.putDerived(list, wire.bytes)
    }
    _ = try transaction.delete(list, in: DerivedTable.table)
  }

  private static func keys(_ list: [UInt8]) throws -> [[UInt8]] {
    do throws(WireError) {
      return try Payload(list).all(1)
    } catch {
      throw ViewError.damagedRow
    }
  }

  /// The amount of a row.
  static func amount(_ content: Span<UInt8>) -> Int64 { content.integer(1) ?? 0 }
}
