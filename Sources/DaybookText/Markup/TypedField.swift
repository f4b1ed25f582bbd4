/// A field whose content the person is asked to type: `{{type:Field}}`.
package struct TypedField: Hashable, Sendable {
  /// What is compared, and how.
  package enum Mode: String, Hashable, Sendable {
    /// The whole field.
    case exact = "type"
    /// The whole field; accents and other marks do not count.
    case ignoringMarks = "type:nc"
    /// What fills the gaps of a cloze card.
    case cloze = "type:cloze"

    init?(filters: [String]) {
      switch filters {
      case ["type"]: self = .exact
      case ["nc", "type"]: self = .ignoringMarks
      case ["cloze", "type"]: self = .cloze
      default: return nil
      }
    }
  }

  /// The field's name.
  package let name: String
  /// What is compared, and how.
  package let mode: Mode

  /// What stands in the HTML of both sides where the answer is typed and then compared.
  package var marker: String { "[[\(mode.rawValue):\(name)]]" }

  /// What is to be typed, as plain text; nil if the note has no such field, or no such gap.
  func expected(in content: CardContent) -> String? {
    guard let html = content[name] else { return nil }
    guard mode == .cloze else { return TypedAnswer.expected(html) }
    guard let ordinal = content.clozeOrdinal else { return nil }
    let fillings = ClozeText(html).fillings(of: ordinal).map(TypedAnswer.expected)
    guard let first = fillings.first else { return nil }
    // The same word in several gaps is typed once.
    return Set(fillings).count == 1 ? first : fillings.joined(separator: ", ")
  }
}
