/// What fills the templates of one card.
package struct CardContent: Hashable, Sendable {
  /// A field of a note.
  package struct Field: Hashable, Sendable {
    /// Its name, as templates write it; upper and lower case differ.
    package let name: String
    /// What it holds, as HTML.
    package let html: String

    /// A field of a note.
    package init(_ name: String, _ html: String) {
      self.name = name
      self.html = html
    }
  }

  /// The fields of the note, in order.
  package let fields: [Field]
  /// The names of its tags.
  package var tags: [String] = []
  /// The name of its note type.
  package var noteType = ""
  /// The name of the card's deck, levels separated by `::`.
  package var deck = ""
  /// The name of the card's template.
  package var card = ""
  /// The card's flag, 1...7; 0 for none.
  package var flag = 0
  /// The number of a cloze card; nil for others.
  package var clozeOrdinal: Int?

  private let values: [String: String]

  /// The content of a note's fields. Of two fields of one name, the first counts.
  package init(fields: [Field]) {
    self.fields = fields
    values = Dictionary(fields.map { ($0.name, $0.html) }) { first, _ in first }
  }

  /// What a field holds; nil if the note has none of this name.
  package subscript(field: String) -> String? { values[field] }

  /// The names of the fields.
  package var fieldNames: Set<String> { Set(values.keys) }

  /// The names of the fields that show something.
  package var filledFieldNames: Set<String> {
    Set(values.filter { !HTMLStripping.isEmpty($0.value) }.keys)
  }

  /// What a special name stands for, as HTML.
  func value(of special: SpecialField, frontSide: String) -> String {
    switch special {
    case .frontSide: frontSide
    case .tags: HTMLEntities.encoded(tags.joined(separator: " "))
    case .type: HTMLEntities.encoded(noteType)
    case .deck: HTMLEntities.encoded(deck)
    case .subdeck: HTMLEntities.encoded(String(deck.split(separator: "::").last ?? ""))
    case .card: HTMLEntities.encoded(card)
    case .cardFlag: "flag\(min(max(flag, 0), 7))"
    }
  }
}
