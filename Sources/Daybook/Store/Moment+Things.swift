package import DaybookEvents
import DaybookLog
package import LMDB

extension Moment {
  /// The fewest digits of a handle that are shown.
  package static let shortestHandle = 4

  /// What an id stands for, and its record; nil when no thing has it.
  package func thing(
    _ id: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> (kind: ThingKind, record: Record)? {
    for kind in ThingKind.allCases where catalog.mayHold(kind) {
      let record = try catalog.record(RowKey(kind.row, id), transaction)
      if !record.isEmpty { return (kind, record) }
    }
    return nil
  }

  /// The id that a person typed: in full, or the beginning of its handle.
  ///
  /// - Throws: ``StoreError/unknownID(_:)``, ``StoreError/ambiguousID(_:candidates:)``.
  package func resolve(
    _ text: String, _ transaction: borrowing ReadTransaction
  ) throws -> EntityID {
    if let id = EntityID(text), try thing(id, transaction) != nil { return id }
    let digits = text.lowercased().filter { $0 != "-" }
    guard !digits.isEmpty, digits.allSatisfy(\.isHexDigit) else {
      throw StoreError.unknownID(text)
    }
    let found = try entities(withHandlePrefix: digits, limit: 20, transaction).filter {
      try thing($0, transaction) != nil
    }
    guard let only = found.first else { throw StoreError.unknownID(text) }
    guard found.count == 1 else { throw StoreError.ambiguousID(text, candidates: found) }
    return only
  }

  /// The id of a thing of one kind that a person typed, or of one with that name.
  package func resolve(
    _ text: String, as kind: ThingKind, _ transaction: borrowing ReadTransaction
  ) throws -> EntityID {
    if kind.schema.isFoundByName {
      if let named = try named(text, kind, transaction) { return named }
    }
    do {
      let id = try resolve(text, transaction)
      guard let thing = try thing(id, transaction), thing.kind == kind else {
        throw StoreError.wrongKind(id, expected: kind.name)
      }
      return id
    } catch StoreError.unknownID where kind.schema.isFoundByName {
      throw StoreError.unknownName(text, kind: kind.name)
    }
  }

  /// The live collection or deck of a name, without case and accents; nil when there is none.
  ///
  /// - Throws: ``StoreError/ambiguousName(_:kind:candidates:)``.
  package func named(
    _ name: String, _ kind: ThingKind, _ transaction: borrowing ReadTransaction
  ) throws -> EntityID? {
    let found = try allNamed(name, kind, transaction)
    guard found.count <= 1 else {
      throw StoreError.ambiguousName(name, kind: kind.name, candidates: found)
    }
    return found.first
  }

  /// The live collections or decks of a name, the oldest first: those that are spelled so, else
  /// those whose names differ in case and accents alone. Machines that did not know of each other
  /// may have made one each.
  package func allNamed(
    _ name: String, _ kind: ThingKind, _ transaction: borrowing ReadTransaction
  ) throws -> [EntityID] {
    let prefix = ViewIndex.name.key(
      [kind.row.rawValue], ViewIndex.nameDigest(Array(name.utf8)))
    var found: [(id: EntityID, isExact: Bool)] = []
    for id in try ids(kind.row.view, prefix, transaction) {
      let record = try catalog.record(RowKey(kind.row, id), transaction)
      guard try stands(id, kind, record, transaction) else { continue }
      found.append((id, record.value(.name) == Array(name.utf8)))
    }
    let exact = found.filter(\.isExact)
    return (exact.isEmpty ? found : exact).map(\.id).sorted { $0.rawValue < $1.rawValue }
  }

  /// What a word stands for that names a collection or deck, where several of a name can be taken
  /// together: all of that name, else the one with that id, or what it was joined into.
  ///
  /// - Throws: ``StoreError/unknownName(_:kind:)``, ``StoreError/ambiguousID(_:candidates:)``,
  ///   ``StoreError/wrongKind(_:expected:)``.
  package func resolveAll(
    _ text: String, as kind: ThingKind, _ transaction: borrowing ReadTransaction
  ) throws -> [EntityID] {
    let named = try allNamed(text, kind, transaction)
    guard named.isEmpty else { return named }
    return [try survivor(of: resolve(text, as: kind, transaction), kind, transaction)]
  }

  /// The ids at the ends of the index entries that begin with a prefix.
  package func ids(
    _ view: ViewName, _ prefix: [UInt8], _ transaction: borrowing ReadTransaction
  ) throws -> [EntityID] {
    var found: [EntityID] = []
    try catalog.scan(view, from: prefix, below: prefix.after, transaction) { key, _ in
      if key.count > 16 {
        found.append(EntityID(handle: key.bigEndian128(at: key.count - 16)))
      }
      return .next
    }
    return found
  }

  /// Whatever events were about, by the beginning of its handle: at most `limit`.
  private func entities(
    withHandlePrefix digits: String, limit: Int, _ transaction: borrowing ReadTransaction
  ) throws -> [EntityID] {
    guard let past = catalog.past else {
      return try log.entities(withHandlePrefix: digits, limit: limit, transaction)
    }
    var found: [EntityID] = []
    for id in try log.entities(withHandlePrefix: digits, limit: .max, transaction)
    where found.count < limit {
      if try past.knows(id, transaction) { found.append(id) }
    }
    return found
  }

  /// The shortest beginning of a handle that names one thing only, at least 4 digits.
  package func shortHandle(
    _ id: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> String {
    let digits = id.handleDigits
    var length = Self.shortestHandle
    while length < digits.utf8.count {
      let found = try entities(
        withHandlePrefix: String(digits.prefix(length)), limit: 2, transaction)
      if found.count < 2 { break }
      length += 1
    }
    return String(digits.prefix(length))
  }
}

extension [UInt8] {
  /// The first key after all keys that begin with this one.
  package var after: [UInt8] { MetaKey.end(of: self) }
}
