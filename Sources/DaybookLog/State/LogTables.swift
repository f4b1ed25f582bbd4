package import DaybookEvents
package import LMDB

/// The tables of the log inside a store. Format.md describes every key and value.
package struct LogTables: Sendable {
  /// Position → local log number, tag and event bytes.
  package let events: Table
  /// Entity and position → nothing.
  package let entity: Table
  /// What can mostly be recomputed: logs, runs, observed vectors, checkpoints, arrivals.
  package let meta: Table
  /// Commands received before what they observed.
  package let waiting: Table
  let lastKey = LastKey()

  /// Finds the tables of an existing store, or nil when one is missing.
  package init?(in environment: Environment) throws {
    guard let events = try environment.table("events"),
      let entity = try environment.table("entity"),
      let meta = try environment.table("meta"),
      let waiting = try environment.table("waiting")
    else { return nil }
    (self.events, self.entity, self.meta, self.waiting) = (events, entity, meta, waiting)
  }

  /// Makes the tables of a new store.
  package init(creatingIn transaction: inout WriteTransaction) throws {
    events = try transaction.createTable("events")
    entity = try transaction.createTable("entity")
    meta = try transaction.createTable("meta")
    waiting = try transaction.createTable("waiting")
  }
}

/// Keys of the `meta` table, told apart by their first byte.
package enum MetaKey {
  /// The format of the store, read first in every write.
  package static let format: [UInt8] = [UInt8(ascii: "a")]
  /// Next position, clock, counters.
  package static let hot: [UInt8] = [UInt8(ascii: "b")]
  /// The key pair and name this store writes under.
  package static let identity: [UInt8] = [UInt8(ascii: "c")]

  /// The check of ``identity``.
  package static let identityCheck: [UInt8] = [UInt8(ascii: "c"), 0]

  /// What the keys of logs begin with. Like the views' entries they lie beside ``hot``: what
  /// every command writes fits one page.
  package static let logs: [UInt8] = [UInt8(ascii: "d")]

  /// One log, by local number.
  package static func log(_ number: LogNumber) -> [UInt8] {
    logs + big(number)
  }

  /// A closed run of a log: its first sequence → first position and count.
  package static func run(_ log: LogNumber, _ sequence: UInt64) -> [UInt8] {
    key(UInt8(ascii: "r"), log, sequence)
  }

  /// What a command observed, where it changed.
  package static func observed(_ log: LogNumber, _ sequence: UInt64) -> [UInt8] {
    key(UInt8(ascii: "o"), log, sequence)
  }

  /// A link and its signature.
  package static func checkpoint(_ log: LogNumber, _ sequence: UInt64) -> [UInt8] {
    key(UInt8(ascii: "k"), log, sequence)
  }

  /// What the keys of arrivals begin with.
  package static let arrivals: [UInt8] = [UInt8(ascii: "z")]

  /// When and from where the events from a position on arrived.
  package static func arrival(_ position: UInt64) -> [UInt8] {
    arrivals + Hexadecimal.bytes(position)
  }

  /// An event that was stamped over a day ahead of this machine's clock when it was applied.
  package static func future(_ stamp: Stamp, _ position: UInt64) -> [UInt8] {
    [UInt8(ascii: "f")] + Hexadecimal.bytes(stamp.rawValue) + Hexadecimal.bytes(position)
  }

  /// The least stamps of many positions: a row of ``LeastStamps``.
  static func leastStamps(_ row: UInt64) -> [UInt8] {
    [UInt8(ascii: "l")] + Hexadecimal.bytes(row)
  }

  /// A content of media that is to go from its folder.
  package static func droppedMedia(_ digest: [UInt8]) -> [UInt8] {
    [UInt8(ascii: "m")] + digest
  }

  /// Where the store lay when it was last written to.
  package static let home: [UInt8] = [UInt8(ascii: "h")]

  /// What the keys of corrected clocks begin with.
  static let corrections: [UInt8] = [UInt8(ascii: "p")]

  /// What is said of a replica's clock.
  static func correction(_ replica: ReplicaID) -> [UInt8] {
    corrections + Hexadecimal.bytes(replica.rawValue)
  }

  /// What the keys of remotes begin with.
  package static let remotes: [UInt8] = [UInt8(ascii: "v")]

  /// A remote that this machine exchanges logs with, by name.
  package static func remote(_ name: String) -> [UInt8] { remotes + Array(name.utf8) }

  /// What this machine alone has set, by name.
  package static func setting(_ name: String) -> [UInt8] {
    [UInt8(ascii: "s")] + Array(name.utf8)
  }

  /// One view's entry in the registry.
  package static func view(_ name: String) -> [UInt8] {
    [UInt8(ascii: "e")] + Array(name.utf8)
  }

  /// Where the log could not be read when views were built from it.
  package static let hindrance: [UInt8] = [UInt8(ascii: "u")]

  /// Who is building a view anew.
  package static func build(_ view: String) -> [UInt8] {
    [UInt8(ascii: "x")] + Array(view.utf8)
  }

  /// A bound behind every row that belongs to a place in a log, whatever its key ends in.
  static func end(ofRowsUpTo key: [UInt8]) -> [UInt8] { key + [UInt8](repeating: .max, count: 5) }

  /// Whether a key belongs to the same log as another, and says the same of it.
  static func isOfLog(_ key: Span<UInt8>, _ other: [UInt8]) -> Bool {
    key.count >= other.count
      && key.extracting(0..<5).isEqual(to: other.span.extracting(0..<5))
  }

  /// The first key after all keys that begin with `prefix`.
  package static func end(of prefix: [UInt8]) -> [UInt8] {
    var end = prefix
    while let last = end.popLast() {
      if last < 255 { return end + [last + 1] }
    }
    return [255, 255, 255, 255, 255, 255, 255, 255, 255]
  }

  private static func key(_ letter: UInt8, _ log: LogNumber, _ sequence: UInt64) -> [UInt8] {
    [UInt8](capacity: 13) { key in
      key.append(letter)
      for shift in 0..<4 { key.append(UInt8(truncatingIfNeeded: log >> UInt32(24 - 8 * shift))) }
      for shift in 0..<8 {
        key.append(UInt8(truncatingIfNeeded: sequence >> UInt64(56 - 8 * shift)))
      }
    }
  }

  private static func big(_ number: LogNumber) -> [UInt8] {
    Array(Hexadecimal.bytes(UInt64(number)).suffix(4))
  }
}

/// A log's number in this store: assigned on arrival, never changed, never sent.
package typealias LogNumber = UInt32
