package import DaybookEvents
import DaybookText

/// The note types that come with the program: the same, under the same ids, on every machine.
public enum StockNoteType: String, CaseIterable, Sendable {
  /// One card: front, then back.
  case basic
  /// Two cards: front to back, and back to front.
  case reversed
  /// One card whose answer is typed.
  case typed
  /// One card for each number among the gaps of a text.
  case cloze

  /// Its id.
  package var id: EntityID { EntityID(name: "note type", "daybook", rawValue) }

  /// The names of its fields, in order.
  public var fieldNames: [String] {
    self == .cloze ? ["Text", "Back Extra"] : ["Front", "Back"]
  }

  /// What it consists of.
  public var type: NoteType {
    let fields = fieldNames.map { NoteType.Field(name: $0) }
    return switch self {
    case .basic:
      NoteType(
        name: "Daybook Basic", isCloze: false, fields: fields, templates: [.forward],
        css: Self.css)
    case .reversed:
      NoteType(
        name: "Daybook Basic (and reversed)", isCloze: false, fields: fields,
        templates: [.forward, .backward], css: Self.css)
    case .typed:
      NoteType(
        name: "Daybook Basic (type in the answer)", isCloze: false, fields: fields,
        templates: [
          NoteType.Template(
            name: "Card 1", front: "{{Front}}\n\n{{type:Back}}",
            back: "{{Front}}\n\n<hr id=answer>\n\n{{type:Back}}")
        ], css: Self.css)
    case .cloze:
      NoteType(
        name: "Daybook Cloze", isCloze: true, fields: fields,
        templates: [
          NoteType.Template(
            name: "Cloze", front: "{{cloze:Text}}", back: "{{cloze:Text}}<br>\n{{Back Extra}}")
        ], css: Self.css)
    }
  }

  private static let css = """
    .card { font-family: arial; font-size: 20px; text-align: center; color: black; \
    background-color: white; }
    .cloze { font-weight: bold; color: blue; }
    .nightMode .cloze { color: lightblue; }
    """
}

extension NoteType.Template {
  fileprivate static let forward = NoteType.Template(
    name: "Card 1", front: "{{Front}}",
    back: "{{FrontSide}}\n\n<hr id=answer>\n\n{{Back}}")
  fileprivate static let backward = NoteType.Template(
    name: "Card 2", front: "{{Back}}",
    back: "{{FrontSide}}\n\n<hr id=answer>\n\n{{Front}}")
}
