/// A text of any length, of which only the part at hand is in memory.
struct ByteWindow {
  /// The most bytes of one value that is taken out.
  static let valueLimit = 32 << 20

  /// Where the next byte stands.
  private(set) var place = TextPlace()
  private var bytes: [UInt8] = []
  private var offset = 0
  private var isAtEnd = false
  private let read: () throws -> [UInt8]

  /// - Parameter read: gives the next bytes, as many as it likes; none at the end.
  init(_ read: @escaping () throws -> [UInt8]) throws {
    self.read = read
    if try holds(3), bytes.has(.byteOrderMark, at: 0) { offset = 3 }
  }

  /// The next byte; nil at the end.
  mutating func current() throws -> UInt8? {
    if offset == bytes.count, try !holds(1) { return nil }
    return bytes[offset]
  }

  /// Steps over the next byte.
  mutating func advance() {
    count(bytes[offset])
    offset += 1
  }

  /// Steps over blanks and line breaks.
  mutating func skipWhitespace() throws {
    while let byte = try current(), byte.isBlank || byte == .newline || byte == .carriageReturn {
      advance()
    }
  }

  /// Takes out bytes while `isWanted`, with the place where they began.
  ///
  /// - Throws: ``JSONError`` for more than ``valueLimit`` of them.
  mutating func take(
    while isWanted: (UInt8) -> Bool
  ) throws -> (bytes: [UInt8], place: TextPlace) {
    let start = place
    var taken: [UInt8] = []
    while true {
      var end = offset
      while end < bytes.count, isWanted(bytes[end]) {
        count(bytes[end])
        end += 1
      }
      taken += bytes[offset..<end]
      offset = end
      guard taken.count <= Self.valueLimit else { throw failure(.tooLong, at: start) }
      if end < bytes.count { return (taken, start) }
      if try !holds(1) { return (taken, start) }
    }
  }

  /// The error `problem` at the next byte, or at `place`.
  func failure(_ problem: JSONError.Problem, at place: TextPlace? = nil) -> JSONError {
    let place = place ?? self.place
    return JSONError(line: place.line, column: place.column, problem: problem)
  }

  /// Moves the place past a byte.
  private mutating func count(_ byte: UInt8) {
    if byte == .newline {
      place.line += 1
      place.column = 1
    } else if byte & 0xC0 != 0x80 {
      place.column += 1
    }
  }

  /// Reads on until `wanted` bytes are at hand; false when there are not as many.
  private mutating func holds(_ wanted: Int) throws -> Bool {
    while bytes.count - offset < wanted, !isAtEnd {
      let more = try read()
      isAtEnd = more.isEmpty
      bytes.removeFirst(offset)
      offset = 0
      bytes += more
    }
    return bytes.count - offset >= wanted
  }
}
