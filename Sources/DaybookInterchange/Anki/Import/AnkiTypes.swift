import Daybook
import DaybookEvents

/// The note types of a package as they are kept here.
struct AnkiTypes {
  /// The types by their ids there.
  private(set) var idsByNumber: [Int: EntityID] = [:]
  /// What is imported: all but those that come with the program.
  private(set) var entries: [ImportedNoteType] = []

  init(_ types: [AnkiNoteType]) {
    for type in types {
      if let stock = StockNoteType.allCases.first(where: { $0.ankiType.isSame(as: type) }) {
        idsByNumber[type.id] = stock.id
        entries.append(ImportedNoteType(id: stock.id, type: stock.type))
        continue
      }
      let kept = NoteType(type)
      // Of a type that no event can hold the notes are told and passed over.
      guard type.fields.count <= NoteChange.fieldLimit,
        kept.payload.count <= EventBytes.payloadLimit
      else { continue }
      // Of the same id and another schema it is another type, as in Anki.
      let id = EntityID(name: "anki note type", "\(type.id)", type.schema)
      idsByNumber[type.id] = id
      entries.append(ImportedNoteType(id: id, type: kept))
    }
  }
}

extension AnkiNoteType {
  /// What must agree for notes of two types of one id to be of one type.
  fileprivate var schema: String {
    let names = fields.map(\.name) + ["\u{1F}"] + templates.map(\.name)
    return "\(kind.rawValue)\u{1F}" + names.joined(separator: "\u{1F}")
  }

  fileprivate func isSame(as other: AnkiNoteType) -> Bool {
    id == other.id && hasSameSchema(as: other)
  }
}

extension NoteType {
  /// A type as it is kept here, with everything an export needs to restore it.
  init(_ type: AnkiNoteType) {
    self.init(
      name: type.name, isCloze: type.kind == .cloze,
      fields: type.fields.map { NoteType.Field(name: $0.name, extra: $0.config.bytes) },
      templates: type.templates.map {
        NoteType.Template(
          name: $0.name, front: $0.question, back: $0.answer,
          extra: $0.config.without([1, 2]).bytes)
      }, css: type.css, sortField: type.sortField)
    var more = ProtoMessage()
    more.set(1, integer: type.id)
    more.set(2, integer: type.modifiedSeconds)
    more.set(3, messages: [type.config.without([1, 2, 3])])
    extra = more.bytes
  }

  /// The type as Anki has it: with what an import kept, else under a fixed id.
  func ankiType(_ id: EntityID) -> AnkiNoteType {
    let more = ProtoMessage(extra) ?? ProtoMessage()
    var type = AnkiNoteType(
      id: more.optionalInteger(1) ?? id.ankiNumber,
      name: name, modifiedSeconds: more.integer(2), config: more.messages(3).last ?? ProtoMessage())
    type.kind = isCloze ? .cloze : .normal
    type.sortField = sortField
    type.css = css
    type.fields = fields.map { field in
      field.extra.isEmpty
        ? AnkiField(field.name)
        : AnkiField(name: field.name, config: ProtoMessage(field.extra) ?? ProtoMessage())
    }
    type.templates = templates.map { template in
      var made = AnkiTemplate(
        name: template.name, modifiedSeconds: 0,
        config: ProtoMessage(template.extra) ?? ProtoMessage())
      made.question = template.front
      made.answer = template.back
      return made
    }
    return type
  }
}

extension EntityID {
  /// A number for something of ours that has none in Anki: as large as its ids of today, and the
  /// same at every export.
  var ankiNumber: Int {
    1_400_000_000_000 + Int(truncatingIfNeeded: rawValue & 0xFF_FFFF_FFFF) % 100_000_000_000
  }
}

extension StockNoteType {
  /// The type as Anki has it: always under the same id, so that exports never pile up there.
  var ankiType: AnkiNoteType {
    let number = Self.allCases.firstIndex(of: self) ?? 0
    var ours = type.ankiType(id)
    ours.id = 1_500_000_000_001 + number
    return ours
  }
}

extension ProtoMessage {
  /// The message without some of its fields.
  func without(_ numbers: [UInt32]) -> ProtoMessage {
    var rest = self
    for number in numbers { rest.set(number, [Value]()) }
    return rest
  }
}
