package import Daybook

/// Reads a document piece by piece, so that memory does not grow with it.
///
/// Its layout and the order of its members do not matter: other programs may have written it
/// anew. So whether it names the schema of a document is known at its end only, and who brings
/// something in reads all of it before.
package struct DocumentReader: EntrySource {
  private var window: ByteWindow
  private let clock: LocalClock
  private var state = State.start
  private var section: DocumentSection?
  private var hasSchema = false
  /// Members at the top that this program does not know, with where they stand.
  package private(set) var unknown: [(name: String, place: TextPlace)] = []

  private enum State {
    case start, firstMember, beforeMember, afterMember, beforeElement, afterElement, end
  }

  /// Reads from its beginning.
  ///
  /// - Parameters:
  ///   - clock: for times without an offset, which only people write.
  ///   - read: gives the next bytes; none at the end.
  package init(clock: LocalClock, _ read: @escaping () throws -> [UInt8]) throws {
    self.clock = clock
    window = try ByteWindow(read)
  }

  /// The next entry; nil at the end.
  ///
  /// - Throws: ``JSONError`` where the text is no JSON, ``DocumentProblem`` where it is another
  ///   kind of JSON.
  package mutating func next() throws -> ReadEntry? {
    while true {
      try window.skipWhitespace()
      let byte = try window.current()
      switch (state, byte) {
      case (.end, nil):
        guard hasSchema else { throw DocumentProblem.otherSchema }
        return nil
      case (.end, _): throw window.failure(.trailingContent)
      case (_, nil): throw window.failure(.unexpectedEnd)
      case (.start, .openBrace?): step(.firstMember)
      case (.start, _): throw DocumentProblem.otherSchema
      case (.firstMember, .closeBrace?): step(.end)
      case (.firstMember, .quote?), (.beforeMember, .quote?): try readMember()
      case (.afterMember, .comma?): step(.beforeMember)
      case (.afterMember, .closeBrace?): step(.end)
      case (.beforeElement, .closeBracket?): step(.afterMember)
      case (.afterElement, .closeBracket?): step(.afterMember)
      case (.afterElement, .comma?):
        step(.afterElement)
        try window.skipWhitespace()
        return try readElement()
      case (.beforeElement, _): return try readElement()
      default: throw window.failure(.unexpectedByte)
      }
    }
  }

  private mutating func step(_ next: State) {
    window.advance()
    state = next
  }

  private mutating func readKey() throws -> (text: String, place: TextPlace) {
    let (value, place) = try readValue()
    try window.skipWhitespace()
    guard let text = value.text, try window.current() == .colon else {
      throw window.failure(.unexpectedByte)
    }
    window.advance()
    try window.skipWhitespace()
    return (text, place)
  }

  private mutating func readMember() throws {
    let (name, place) = try readKey()
    section = DocumentSection(name: name)
    let isList = try window.current() == .openBracket
    if isList, section != nil || name == DocumentSection.history { return step(.beforeElement) }
    guard section == nil else { throw window.failure(.unexpectedByte) }
    let value = try readValue().value
    if name == "schema" {
      guard value.text == DocumentSection.schema else { throw DocumentProblem.otherSchema }
      hasSchema = true
    } else {
      unknown.append((name, place))
    }
    state = .afterMember
  }

  private mutating func readElement() throws -> ReadEntry {
    state = .afterElement
    guard let section else {
      // Of the history only the brackets are looked at: there may be a million of it.
      return ReadEntry(place: try takeValue().place, result: .success(nil))
    }
    let (value, place) = try readValue()
    return ReadEntry(
      place: place,
      result: Result { () throws(EntryProblem) in
        try EntryReader(value, clock: clock).entry(in: section)
      })
  }

  /// Takes one value out whole and reads it.
  private mutating func readValue() throws -> (value: JSONValue, place: TextPlace) {
    let (bytes, place) = try takeValue()
    return (try JSONReader.value(in: bytes, from: place), place)
  }

  private mutating func takeValue() throws -> (bytes: [UInt8], place: TextPlace) {
    var extent = ValueExtent()
    return try window.take { extent.includes($0) }
  }
}

/// Finds where a value ends, without looking at what it holds: its reader does that.
private struct ValueExtent {
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  private var isComplete = false
  private var isFirst = true

  /// Whether the next byte belongs to the value.
  mutating func includes(_ byte: UInt8) -> Bool {
    if isComplete { return false }
    defer { isFirst = false }
    if isInString {
      if isEscaped {
        isEscaped = false
      } else if byte == .backslash {
        isEscaped = true
      } else if byte == .quote {
        isInString = false
        isComplete = depth == 0
      } else if byte == .newline {
        // No string goes on here: what is wrong is for the reader to say.
        isComplete = true
      }
      return true
    }
    switch byte {
    case .quote: isInString = true
    case .openBrace, .openBracket: depth += 1
    case .closeBrace, .closeBracket:
      if depth == 0 { return isFirst }
      depth -= 1
      isComplete = depth == 0
    case .comma, .colon, .space, .tab, .newline, .carriageReturn:
      if depth == 0 { return isFirst }
    default: break
    }
    return true
  }
}
