/// The value of a property, as it was written.
package indirect enum PropertyValue: Equatable, Sendable {
  case text(String)
  /// Digits as in the source, such as `120.50` or `007`.
  case number(String)
  /// `true` or `false` as in the source.
  case bool(String)
  case null
  /// A date that exists, as in the source; ``WrittenDate`` reads it.
  case date(String)
  /// Values that are none of these last two.
  case list([PropertyValue])
  /// The YAML of keys and values, or of lists in a list.
  case nested(String)

  /// The text of a single value; nil for nothing, a list and a nested value.
  package var text: String? {
    switch self {
    case .text(let text), .number(let text), .bool(let text), .date(let text): text
    case .null, .list, .nested: nil
    }
  }

  /// Whether a box is ticked; nil when the value is no bool.
  package var isTrue: Bool? {
    if case .bool(let text) = self { text.lowercased() == "true" } else { nil }
  }
}
