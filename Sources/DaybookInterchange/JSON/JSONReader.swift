/// Reads values from JSON text (RFC 8259), strictly, one after another.
///
/// Linear in the text; memory is that of the value being read.
struct JSONReader {
  static let depthLimit = 128

  let bytes: [UInt8]
  private(set) var offset = 0
  private(set) var line = 1
  /// Where the present line starts. Line breaks occur only between values: in strings they are
  /// errors.
  private(set) var lineStart = 0
  private let start: TextPlace

  init(_ bytes: [UInt8]) {
    self.init(bytes, from: TextPlace())
    if bytes.has(.byteOrderMark, at: 0) { advance(by: 3) }
    lineStart = offset
  }

  /// Reads a part of a longer text, which begins at `place`.
  init(_ bytes: [UInt8], from place: TextPlace) {
    self.bytes = bytes
    start = place
    line = place.line
  }

  /// The one value that a part of a longer text is.
  static func value(
    in bytes: [UInt8], from place: TextPlace
  ) throws(JSONError) -> JSONValue {
    var reader = JSONReader(bytes, from: place)
    let value = try reader.value()
    reader.skipWhitespace()
    guard reader.current == nil else { throw reader.failure(.trailingContent) }
    return value
  }

  var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  mutating func advance(by count: Int = 1) { offset += count }

  /// Continues at the start of a line found elsewhere.
  mutating func move(toLine line: Int, at offset: Int) {
    self.line = line
    self.offset = offset
    lineStart = offset
  }

  mutating func skipWhitespace() {
    while let byte = current {
      switch byte {
      case .space, .tab, .carriageReturn: offset += 1
      case .newline: move(toLine: line + 1, at: offset + 1)
      default: return
      }
    }
  }

  /// Reads the value that starts at or after the present place, which is left behind it.
  mutating func value(depth: Int = 0) throws(JSONError) -> JSONValue {
    skipWhitespace()
    guard depth < Self.depthLimit else { throw failure(.nestedTooDeeply) }
    switch current {
    case nil: throw failure(.unexpectedEnd)
    case .openBrace: return .object(try object(depth: depth))
    case .openBracket: return .array(try array(depth: depth))
    case .quote: return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .number(try number())
    }
  }

  /// The error `problem` at the present place, or at `place` on the same line.
  func failure(_ problem: JSONError.Problem, at place: Int? = nil) -> JSONError {
    var column = line == start.line ? start.column : 1
    for index in lineStart..<min(place ?? offset, bytes.count) where bytes[index] & 0xC0 != 0x80 {
      column += 1
    }
    return JSONError(line: line, column: column, problem: problem)
  }

  private mutating func word(
    _ word: StaticString, _ value: JSONValue
  ) throws(JSONError) -> JSONValue {
    for expected in word.description.utf8 {
      guard let byte = current else { throw failure(.unexpectedEnd) }
      guard byte == expected else { throw failure(.unexpectedByte) }
      offset += 1
    }
    return value
  }

  private mutating func array(depth: Int) throws(JSONError) -> [JSONValue] {
    offset += 1
    var values: [JSONValue] = []
    skipWhitespace()
    if current == .closeBracket {
      offset += 1
      return values
    }
    while true {
      values.append(try value(depth: depth + 1))
      if try separator(orEnd: .closeBracket) { return values }
    }
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSONObject {
    offset += 1
    var object = JSONObject()
    skipWhitespace()
    if current == .closeBrace {
      offset += 1
      return object
    }
    while true {
      skipWhitespace()
      try expect(.quote)
      let key = try string()
      skipWhitespace()
      try expect(.colon)
      offset += 1
      object[key] = try value(depth: depth + 1)
      if try separator(orEnd: .closeBrace) { return object }
    }
  }

  private func expect(_ byte: UInt8) throws(JSONError) {
    guard let current else { throw failure(.unexpectedEnd) }
    guard current == byte else { throw failure(.unexpectedByte) }
  }

  /// Steps over a comma, or over `end` and says so.
  private mutating func separator(orEnd end: UInt8) throws(JSONError) -> Bool {
    skipWhitespace()
    if current != end { try expect(.comma) }
    defer { offset += 1 }
    return current == end
  }
}
