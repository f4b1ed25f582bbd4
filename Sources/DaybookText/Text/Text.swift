/// Text as its bytes: what came in as invalid UTF-8 goes out byte for byte.
public struct Text: Hashable, Sendable {
  /// The bytes, usually UTF-8.
  public let bytes: [UInt8]

  /// Text from its bytes.
  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// Text from a string.
  public init(_ string: String) { bytes = Array(string.utf8) }

  /// The text with invalid bytes replaced: for comparing and searching, not for keeping.
  public var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether there is no byte.
  public var isEmpty: Bool { bytes.isEmpty }

  /// Whether there is nothing to see in it: no byte, or white space alone.
  package var isBlank: Bool { string.allSatisfy(\.isWhitespace) }
}

extension Text: CustomStringConvertible {
  /// As ``string``.
  public var description: String { string }
}

extension Text: ExpressibleByStringLiteral {
  /// Text from a literal.
  public init(stringLiteral value: String) { self.init(value) }
}
