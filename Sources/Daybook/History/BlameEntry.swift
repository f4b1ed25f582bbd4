package import DaybookEvents
import DaybookLog
package import LMDB
package import DaybookText

/// Who gave a field the value it shows.
package struct BlameEntry: Sendable {
  /// The field's name; of a tag, `tag <name>`.
  package let name: String
  /// The value that shows.
  package let value: FieldValue
  /// The write.
  package let head: Head
  /// How many other writes it stands against that did not know of it.
  package let rivals: Int
  /// The write as a change of what showed to its writer before.
  package let change: FieldChange
  /// The event that made the write.
  package let entry: LogEntry
  /// How that event is named here.
  package var eventName: String { entry.id }
  /// What the machine is called that wrote it.
  package let replicaName: Text

  /// The commands it is part of: an import, a renamed tag; nil for a command by itself.
  package var batch: Batch? { entry.header.batch }
}

extension Store {
  /// Every field of a thing, as it shows or showed, with the write that gave it its value, and the
  /// positions of events that are damaged and were passed over.
  package func blame(
    _ id: EntityID, at time: PastTime?
  ) throws -> (entries: [BlameEntry], damaged: [UInt64]) {
    try read(at: time) { moment, transaction in
      guard let kind = try moment.thing(id, transaction)?.kind else { return ([], []) }
      var damaged: Set<UInt64> = []
      let entries = try moment.blame(id, kind, transaction) { damaged.insert($0) }
      return (entries, damaged.sorted())
    }
  }
}

extension Moment {
  /// Every field of a thing with the write that shows, in the order of fields.
  ///
  /// - Parameter onDamage: as in ``accounts(of:_:onDamage:)``.
  package func blame(
    _ id: EntityID, _ kind: ThingKind, _ transaction: borrowing ReadTransaction,
    onDamage: (UInt64) -> Void = { _ in }
  ) throws -> [BlameEntry] {
    var shown: [(name: String, row: RowKey, key: FieldKey, register: Register)] = []
    let own = RowKey(kind.row, id)
    for (key, register) in try catalog.record(own, transaction).registers
    where FieldChange.isShown(own, key) {
      guard let head = register.winner else { continue }
      shown.append((try name(of: key, head, transaction), own, key, register))
    }
    if kind == .item {
      for collection in try ids(.collections, ViewIndex.container.key(id.key), transaction) {
        let row = RowKey(.membership, collection, id)
        guard let place = try catalog.record(row, transaction)[.place],
          let name = try self.collection(collection, transaction)?.name
        else { continue }
        shown.append(("in \(name.string)", row, FieldKey(.place), place))
      }
    }
    return try entries(of: shown, transaction, onDamage: onDamage)
  }

  private func entries(
    of shown: [(name: String, row: RowKey, key: FieldKey, register: Register)],
    _ transaction: borrowing ReadTransaction, onDamage: (UInt64) -> Void
  ) throws -> [BlameEntry] {
    let heads = shown.compactMap(\.register.winner)
    let events = try heads.map { head in
      guard
        let event = try log.event(named: head.event, state, transaction)
      else { throw StoreError.unknownID(shownName(head.event)) }
      return event
    }
    let overwritten = try overwrittenValues(by: events, transaction, onDamage: onDamage)
    return try zip(shown, zip(heads, events)).map { shown, write in
      let place = WritePlace(event: write.0.event, row: shown.row, field: shown.key)
      return BlameEntry(
        name: shown.name, value: FieldValue(shown.key, write.0.value), head: write.0,
        rivals: shown.register.heads.count - 1,
        change: try fieldChange(
          shown.row, shown.key, from: overwritten[place]?.value, to: write.0.value,
          isNew: Reducer.writes(of: write.1).makes(shown.row), transaction),
        entry: try entry(write.1, transaction),
        replicaName: replicaName(write.0.event.replica))
    }
  }

  /// What a register is called: with the tag or the other program's field it is about.
  package func name(
    of key: FieldKey, _ head: Head, _ transaction: borrowing ReadTransaction
  ) throws -> String {
    try name(of: key, holding: head.value, transaction)
  }

  /// What a register that holds a value is called.
  func name(
    of key: FieldKey, holding value: [UInt8], _ transaction: borrowing ReadTransaction
  ) throws -> String {
    switch key.field {
    case .tag: "tag \(try tagName(EntityID(rawValue: key.part), transaction))"
    case .extra: "elsewhere \(ExtraField(reading: value)?.name ?? "")"
    case .noteField: "field \(key.part + 1)"
    case .noteTag: "tag \(String(decoding: NoteTag(reading: value).name, as: UTF8.self))"
    case .mediaFile: "file \(MediaFile(reading: value)?.name ?? "")"
    default:
      ([key.field.name] + [key.field.schema.nameInValue?(value)].compactMap(\.self))
        .joined(separator: " ")
    }
  }
}
