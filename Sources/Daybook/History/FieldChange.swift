public import DaybookEvents
import LMDB
public import DaybookText

/// One field that got another value.
public struct FieldChange: Equatable, Sendable {
  /// The field's name: `title`, `due`; of a tag `tag`, of a membership `membership`.
  public let name: String
  /// Which of many: the tag's name, the collection's, the option's; nil where there is one of the
  /// field.
  public let subject: Text?
  /// What it showed before; nil where that was nothing, or its thing was not there yet.
  public let old: FieldValue?
  /// What it holds now; nil where nothing is left of it.
  public let new: FieldValue?
  /// What things that the values name are called.
  public let labels: [EntityID: Text]
  /// The register.
  package let key: FieldKey
  /// The row it is in.
  package let row: RowKey
}

extension FieldChange {
  /// Whether people are told of a register: not of what is kept for imports, of the spelling of
  /// tags, and of what steps were before they were changed.
  static func isShown(_ row: RowKey, _ key: FieldKey) -> Bool {
    row.kind != .tag && key.field != .source && key != formerSteps
  }

  private static let formerSteps = FieldKey(
    .option, DeckOptionName.part(of: DeckOptionValue.formerStepsName))

  /// Whether a register shows something else with another value: not where one of them is that
  /// nobody wrote to it yet, and the other is what shows then.
  package static func differs(_ key: FieldKey, from old: [UInt8]?, to new: [UInt8]?) -> Bool {
    guard old != new else { return false }
    guard let written = old ?? new, old == nil || new == nil,
      let unwritten = key.field.schema.cleared(of: written)
    else { return true }
    return FieldValue(key, written) != FieldValue(key, unwritten)
  }
}

extension Moment {
  /// A change of a register from one value to another.
  ///
  /// - Parameter isNew: whether its thing was not there before: then nothing was.
  func fieldChange(
    _ row: RowKey, _ key: FieldKey, from old: [UInt8]?, to new: [UInt8]?, isNew: Bool,
    _ transaction: borrowing ReadTransaction
  ) throws -> FieldChange {
    var before = old.map { FieldValue(key, $0) }
    let after = new.map { FieldValue(key, $0) }
    if let new, old == nil, !isNew, FieldChange.differs(key, from: nil, to: new) {
      before = key.field.schema.unwrittenWord.map { FieldValue(key, $0) }
    }
    var labels: [EntityID: Text] = [:]
    for id in [before, after].compactMap({ $0?.namedThing }) where labels[id] == nil {
      labels[id] = try label(id, transaction)
    }
    return FieldChange(
      name: key.field.name, subject: try subject(row, key, new ?? old ?? [], transaction),
      old: before, new: after, labels: labels, key: key, row: row)
  }

  /// Which of many a register is about.
  private func subject(
    _ row: RowKey, _ key: FieldKey, _ value: [UInt8], _ transaction: borrowing ReadTransaction
  ) throws -> Text? {
    switch key.field {
    case .tag: Text(try tagName(EntityID(rawValue: key.part), transaction))
    case .noteTag: Text(bytes: NoteTag(reading: value).name)
    case .noteField: try fieldName(of: row.entity, Int(clamping: key.part), transaction)
    case .place: try collection(row.entity, transaction)?.name ?? Text("")
    default: key.field.schema.nameInValue?(value).map { Text($0) }
    }
  }

  /// What a note's field is called in its type; its number where the type is not known.
  private func fieldName(
    of note: EntityID, _ index: Int, _ transaction: borrowing ReadTransaction
  ) throws -> Text {
    let type = try self.note(note, transaction)?.type
    guard let type, type.fields.indices.contains(index) else { return Text("\(index + 1)") }
    return Text(type.fields[index].name)
  }
}
