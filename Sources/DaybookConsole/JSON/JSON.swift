/// A JSON document (RFC 8259) to be written. Keys keep the order they were given in.
package enum JSON: Sendable {
  /// Nothing.
  case null
  /// True or false.
  case bool(Bool)
  /// A whole number. Numbers beyond 2^53 do not survive JavaScript: write such ids as strings.
  case integer(Int64)
  /// A whole number that is never negative.
  case unsigned(UInt64)
  /// A number, written with the fewest digits that read back as the same value; infinities and
  /// what is not a number are written as null, since JSON has no such numbers.
  case number(Double)
  /// Text.
  case string(String)
  /// Names and values, in this order. Names must differ.
  case object([(String, JSON)])
  /// Values in order.
  case array([JSON])

  /// Stored text as JSON. JSON cannot carry invalid UTF-8: what is broken becomes U+FFFD here,
  /// by the Unicode standard's rule of maximal subparts, while the store keeps the bytes. Valid
  /// text, the forbidden characters included, reads back as exactly what was stored.
  package static func text(_ bytes: [UInt8]) -> JSON {
    .string(String(decoding: bytes, as: UTF8.self))
  }
}

extension JSON: ExpressibleByNilLiteral {
  /// `nil` is null.
  package init(nilLiteral: ()) { self = .null }
}

extension JSON: ExpressibleByBooleanLiteral {
  /// `true` and `false`.
  package init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSON: ExpressibleByIntegerLiteral {
  /// A whole number.
  package init(integerLiteral value: Int64) { self = .integer(value) }
}

extension JSON: ExpressibleByFloatLiteral {
  /// A number.
  package init(floatLiteral value: Double) { self = .number(value) }
}

extension JSON: ExpressibleByStringInterpolation {
  /// Text.
  package init(stringLiteral value: String) { self = .string(value) }
}

extension JSON: ExpressibleByArrayLiteral {
  /// Values in order.
  package init(arrayLiteral elements: JSON...) { self = .array(elements) }
}

extension JSON: ExpressibleByDictionaryLiteral {
  /// Names and values in the order written.
  package init(dictionaryLiteral elements: (String, JSON)...) { self = .object(elements) }
}
