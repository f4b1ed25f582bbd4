import DaybookEvents
import DaybookLog
import LMDB

/// Bringing in what notes consist of and what they show.
extension ImportStep {
  /// Plans a type of notes, whose name and definition are written together; false, with nothing
  /// added, when the command has no room left for it.
  mutating func add(
    _ type: PortableNoteType, _ place: ImportPlace, _ moment: Moment,
    _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    var wire = WireWriter()
    wire.bytes(1, type.name)
    wire.bytes(2, type.definition)
    let draft = EventDraft(.noteTypeDefined, type.id, payload: wire.bytes)
    guard draft.payload.count <= EventBytes.payloadLimit else {
      skip(place, .tooLarge)
      return true
    }
    guard hasRoom(for: [draft]) else { return false }
    let values = [FieldKey(.name): type.name, FieldKey(.definition): type.definition]
    try add(draft, RowKey(.noteType, type.id), values, place, moment, transaction)
    return true
  }

  /// Plans a name of a file. Its content comes otherwise, or is missing until it does.
  mutating func add(
    _ file: MediaFile, _ place: ImportPlace, _ moment: Moment,
    _ transaction: borrowing ReadTransaction
  ) throws {
    let row = RowKey(.media, MediaFile.id(file.name))
    let draft = EventDraft(.mediaAdded, row.entity, payload: file.encoded)
    try add(draft, row, [FieldKey(.mediaFile): file.encoded], place, moment, transaction)
  }

  /// Adds the one event that writes all of a row, unless it shows that already, or a person wrote
  /// what it shows.
  private mutating func add(
    _ draft: EventDraft, _ row: RowKey, _ values: [FieldKey: [UInt8]], _ place: ImportPlace,
    _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws {
    let record = try moment.catalog.record(row, transaction)
    let changed = values.filter { record[$0.key]?.winner?.value != $0.value }.keys.sorted()
    guard !changed.isEmpty else { return report.duplicate += 1 }
    let isPersonal = changed.contains { record[$0]?.winner?.isRuleMade == false }
    if isPersonal, !options.force {
      let news = try changed.filter { key in
        let known = try moment.lastImported(key, of: row, about: row.entity, transaction)
        return known != values[key]
      }
      guard !news.isEmpty else { return report.duplicate += 1 }
      report.conflicting += 1
      return note(.changedOnBothSides(fields: Self.names(of: news)), place)
    }
    append([draft])
    if record.isEmpty { report.new += 1 } else { report.updated += 1 }
  }
}
