/// One JSON value, as it was written: numbers keep their digits, objects their order.
package indirect enum JSONValue: Sendable {
  case null
  case bool(Bool)
  /// The source text of a number, such as `1.50` or `9007199254740993`.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  /// A whole number.
  package static func integer(_ value: Int64) -> JSONValue { .number(String(value)) }

  /// The text of a string; nil for every other value.
  package var text: String? {
    if case .string(let text) = self { text } else { nil }
  }
}

/// Strings are equal when their bytes are: composed and decomposed letters differ.
extension JSONValue: Equatable {
  /// Numbers are equal when written the same.
  package static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }
}
