/// Where JSON text stops being JSON, and why. Never holds the text.
package struct JSONError: Error, Equatable, Sendable {
  /// Counted from 1.
  package let line: Int
  /// In Unicode scalars, counted from 1; a byte that is not UTF-8 counts as one.
  package let column: Int
  /// What is wrong there.
  package let problem: Problem

  /// Line and column.
  package var place: TextPlace {
    var place = TextPlace()
    (place.line, place.column) = (line, column)
    return place
  }

  /// What is wrong.
  package enum Problem: Equatable, Sendable, CaseIterable {
    /// The text stops inside a value.
    case unexpectedEnd
    /// A value, separator or closing bracket is missing here.
    case unexpectedByte
    /// Something follows the one value there should be.
    case trailingContent
    /// Not a number as JSON writes them.
    case malformedNumber
    /// A backslash followed by what JSON does not know.
    case malformedEscape
    /// Half a pair of `\u` surrogates, which is no character.
    case loneSurrogate
    /// A line break or other control character stands unescaped in a string.
    case controlCharacter
    /// Bytes in a string that are not UTF-8.
    case invalidUTF8
    /// More than 128 values inside one another.
    case nestedTooDeeply
    /// A value, or a line of JSON Lines, of more than 32 MiB.
    case tooLong
  }
}

/// A place in a text.
package struct TextPlace: Equatable, Sendable {
  /// Counted from 1.
  package var line = 1
  /// In Unicode scalars, counted from 1; a byte that is not UTF-8 counts as one.
  package var column = 1

  /// The beginning.
  package init() {}
}
