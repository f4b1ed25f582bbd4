package import DaybookEvents
package import LMDB

/// Who gave a field the value it shows.
package struct BlameEntry: Equatable, Sendable {
  /// The field's name; of a tag, `tag <name>`.
  package let name: String
  /// The value that shows.
  package let value: FieldValue
  /// The write.
  package let head: Head
  /// How many other writes it stands against that did not know of it.
  package let rivals: Int
}

extension Moment {
  /// Every field of a thing with the write that shows, in the order of fields.
  package func blame(
    _ id: EntityID, _ kind: ThingKind, _ transaction: borrowing ReadTransaction
  ) throws -> [BlameEntry] {
    let record = try catalog.record(RowKey(kind.row, id), transaction)
    var entries = try record.registers.compactMap { key, register -> BlameEntry? in
      guard let head = register.winner, key.field != .source else { return nil }
      return BlameEntry(
        name: try name(of: key, head, transaction), value: FieldValue(key, head.value),
        head: head, rivals: register.heads.count - 1)
    }
    guard kind == .item else { return entries }
    for collection in try ids(
      .collections, ViewIndex.container.key(id.key), transaction)
    {
      let place = try catalog.record(RowKey(.membership, collection, id), transaction)[.place]
      guard let head = place?.winner,
        let name = try self.collection(collection, transaction)?.name
      else { continue }
      entries.append(
        BlameEntry(
          name: "in \(name.string)", value: FieldValue(FieldKey(.place), head.value), head: head,
          rivals: (place?.heads.count ?? 1) - 1))
    }
    return entries
  }

  /// What a register is called: with the tag or the other program's field it is about.
  package func name(
    of key: FieldKey, _ head: Head, _ transaction: borrowing ReadTransaction
  ) throws -> String {
    switch key.field {
    case .tag: "tag \(try tagName(EntityID(rawValue: key.part), transaction))"
    case .extra: "elsewhere \(ExtraField(reading: head.value)?.name ?? "")"
    case .option: "option \(DeckOptionValue(reading: head.value)?.name ?? "")"
    case .noteField: "field \(key.part + 1)"
    case .noteTag: "tag \(String(decoding: NoteTag(reading: head.value).name, as: UTF8.self))"
    default: key.field.name
    }
  }
}
