public import DaybookEvents
package import LMDB
public import DaybookText

/// A note as it shows: what cards are made of.
public struct Note: Equatable, Identifiable, Sendable {
  /// Its id.
  public let id: EntityID
  /// Its type's id.
  public let typeID: EntityID?
  /// What it consists of, and which cards are made of it.
  public let type: NoteType
  /// The values of the fields, in the order of the type's.
  public let fields: [Text]
  /// Its tags, in the order of their names.
  public let tags: [String]
  /// When it came to be.
  public let createdAt: ZonedTime
  /// When it was last written to; of one that an import wrote last, as its source says.
  public let editedAt: ZonedTime
  /// Whether it was deleted.
  public let isDeleted: Bool
  /// What other programs keep about it.
  package let extras: [ExtraField]

  /// What it is listed by: the field that the type sorts by.
  public var label: Text {
    fields.indices.contains(type.sortField) ? fields[type.sortField] : fields.first ?? Text("")
  }

  /// The value of a field by its name; nil when the type has none of it.
  public func value(_ name: String) -> Text? {
    type.fields.firstIndex { $0.name == name }.map { fields[$0] }
  }
}

extension Moment {
  /// A note; nil when none has this id.
  package func note(
    _ id: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> Note? {
    let record = try catalog.record(RowKey(.note, id), transaction)
    guard !record.isEmpty else { return nil }
    let typeID = record.value(.noteType).flatMap { EntityID(bytes: $0) }
    let type = try typeID.flatMap { try noteType($0, transaction) } ?? .unknown
    return Note(id, record, typeID, type)
  }

  /// When a note was last changed, milliseconds since 1970: by a person here, or in the source that
  /// it was imported from, whichever is later.
  package func modifiedAt(
    ofNote id: EntityID, orIn source: String, _ transaction: borrowing ReadTransaction
  ) throws -> Int64 {
    let record = try catalog.record(RowKey(.note, id), transaction)
    let written = record.registers.flatMap(\.register.heads).filter { !$0.isRuleMade }
      .map(\.recordedAt).max()
    let imported = SourceRecords(reading: record.value(.source))[source].modifiedAt
    return [written, imported].compactMap(\.self).max() ?? record.lastWrite?.recordedAt ?? 0
  }

  /// The cards of a note, in the order of their ordinals, deleted ones included.
  package func cards(
    ofNote note: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> [(id: EntityID, ordinal: Int)] {
    try ids(.decks, ViewIndex.noteCard.key(note.key), transaction).compactMap { card in
      let record = try catalog.record(RowKey(.card, card), transaction)
      return record.cardOrigin.map { (card, $0.ordinal) }
    }.sorted { $0.ordinal < $1.ordinal }
  }
}

extension Moment {
  /// Hands over every note that has no field of that name of another program, and every card by
  /// itself, deleted ones included.
  package func eachNote(
    without foreign: String, _ transaction: borrowing ReadTransaction,
    _ body: (_ id: EntityID, _ isCard: Bool) throws -> Void
  ) throws {
    let key = FieldKey(.extra, ExtraField(name: foreign, value: []).part)
    for kind in [RowKind.note, .card] {
      let prefix = [kind.rawValue]
      try catalog.scan(.decks, from: prefix, below: prefix.after, transaction) { place, value in
        guard let row = RowKey(place) else { return .next }
        let record = try Record(reading: value)
        let isWanted = kind == .card ? record.cardOrigin == nil : record[key] == nil
        if isWanted { try body(row.entity, kind == .card) }
        return .next
      }
    }
  }
}

extension Note {
  init(_ id: EntityID, _ record: Record, _ typeID: EntityID?, _ type: NoteType) {
    self.id = id
    self.typeID = typeID
    self.type = type
    fields = type.fields.indices.map { index in
      Text(bytes: record[FieldKey(.noteField, UInt128(index))]?.winner?.value ?? [])
    }
    tags = record.registers.compactMap { key, register in
      guard key.field == .noteTag, let tag = register.winner.map({ NoteTag(reading: $0.value) }),
        tag.isOn
      else { return nil }
      return String(decoding: tag.name, as: UTF8.self)
    }.sorted()
    createdAt = ZonedTime(creationOf: record)
    editedAt = ZonedTime(lastEditOf: record)
    isDeleted = !record.isLive
    extras = record.registers.compactMap { key, register in
      key.field == .extra ? register.winner.flatMap { ExtraField(reading: $0.value) } : nil
    }
  }
}

extension NoteType {
  /// Stands for a type that is not known here yet.
  static let unknown = NoteType(name: "", isCloze: false, fields: [], templates: [])
}
