/// JSON values one after another, as in JSON Lines, each with the line it starts on.
///
/// A bad value gives its error and the stream goes on with the next line, so that one bad line
/// loses no other. Linear in the text.
package struct JSONStream: Sequence, IteratorProtocol {
  /// A value, or why there is none.
  package struct Element: Equatable, Sendable {
    /// Where the value starts, counted from 1.
    package let line: Int
    /// The value, or the error with its own line.
    package let result: Result<JSONValue, JSONError>

    /// An element as the stream would give it.
    package init(line: Int, result: Result<JSONValue, JSONError>) {
      self.line = line
      self.result = result
    }
  }

  private var reader: JSONReader
  /// Whether an array at the outside stands for its elements, and commas may follow them.
  private let unwrapsArrays: Bool
  private var state = State.outside
  /// How far to the right the last value stood that was the first of its line.
  private var indentation = -1

  private enum State {
    case outside
    /// In an array, where an element or its end is next.
    case beforeElement
    /// In an array, where a comma or its end is next.
    case afterElement
  }

  /// The values in `bytes`.
  ///
  /// - Parameter unwrapsArrays: Gives the elements of arrays instead of the arrays; after a bad
  ///   element goes on with the next line that starts with `{` no further to the right.
  package init(_ bytes: [UInt8], unwrapsArrays: Bool = false) {
    reader = JSONReader(bytes)
    self.unwrapsArrays = unwrapsArrays
  }

  /// The next value or error; nil at the end of the text.
  package mutating func next() -> Element? {
    while true {
      reader.skipWhitespace()
      guard let byte = reader.current else { return end() }
      switch (state, byte) {
      case (.outside, .openBracket) where unwrapsArrays:
        state = .beforeElement
        reader.advance()
      case (.beforeElement, .closeBracket), (.afterElement, .closeBracket):
        state = .outside
        reader.advance()
      case (.outside, .comma) where unwrapsArrays:
        reader.advance()
      case (.afterElement, .comma):
        reader.advance()
        reader.skipWhitespace()
        // A comma promises an element.
        return reader.current == nil ? end() : element()
      case (.afterElement, _):
        let error = reader.failure(.unexpectedByte)
        if byte == .openBrace {
          // Only the comma is missing.
          state = .beforeElement
        } else {
          resume(after: Start(reader), failedOn: reader.line)
        }
        return Element(line: error.line, result: .failure(error))
      default:
        return element()
      }
    }
  }

  private mutating func element() -> Element {
    let start = Start(reader)
    if start.isFirst { indentation = start.indentation }
    do throws(JSONError) {
      let value = try reader.value(depth: state == .outside ? 0 : 1)
      if state != .outside { state = .afterElement }
      return Element(line: start.line, result: .success(value))
    } catch {
      resume(after: start, failedOn: reader.line)
      return Element(line: start.line, result: .failure(error))
    }
  }

  /// The end of the text, which is an error in an array.
  private mutating func end() -> Element? {
    guard state != .outside else { return nil }
    state = .outside
    return Element(line: reader.line, result: .failure(reader.failure(.unexpectedEnd)))
  }
}

/// Going on after an error.
extension JSONStream {
  private struct Start {
    let line: Int
    let offset: Int
    /// Whether no other value stands before in the line.
    let isFirst: Bool
    /// The blanks the line starts with.
    let indentation: Int

    init(_ reader: JSONReader) {
      line = reader.line
      offset = reader.offset
      let before = reader.bytes[reader.lineStart..<reader.offset]
      indentation = before.prefix(while: \.isBlank).count
      isFirst = before.allSatisfy { $0.isBlank || $0 == .openBracket || $0 == .comma }
    }
  }

  /// Moves to the next line that can start a value. Lines that belonged to the failed value can
  /// when they start with a bracket no further to the right than values so far.
  private mutating func resume(after start: Start, failedOn lastLine: Int) {
    let bytes = reader.bytes
    var line = start.line
    var offset = start.offset
    while true {
      guard let lineEnd = bytes[offset...].firstIndex(of: .newline) else {
        reader.move(toLine: line, at: bytes.count)
        state = .outside
        return
      }
      line += 1
      offset = lineEnd + 1
      let first = bytes[offset...].firstIndex { !$0.isBlank } ?? bytes.count
      let isBracket =
        first < bytes.count && (bytes[first] == .openBrace || bytes[first] == .openBracket)
      let startsValue = isBracket && first - offset <= indentation
      if startsValue || (state == .outside && line > lastLine) {
        reader.move(toLine: line, at: offset)
        if state != .outside { state = .beforeElement }
        return
      }
    }
  }
}
