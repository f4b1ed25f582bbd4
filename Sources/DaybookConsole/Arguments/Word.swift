import ArgumentParser
package import Daybook

/// An argument as it was typed: any bytes, also when it begins with a dash.
///
/// The parser below takes words that begin with a dash for options and knows valid UTF-8 only.
/// ``shielded(_:)`` therefore marks such words and bytes with private characters, which are taken
/// away again here.
package struct Word: ExpressibleByArgument, Hashable, Sendable {
  private static let dash: Unicode.Scalar = "\u{10FFFD}"
  private static let literal: Unicode.Scalar = "\u{10FFFC}"
  private static let firstByte: UInt32 = 0x10FE00

  /// The bytes that were typed.
  package let bytes: [UInt8]
  /// Whether it came after `--`, where every word is text and means nothing else.
  package let isLiteral: Bool

  /// A word of given bytes.
  package init(bytes: [UInt8]) {
    self.bytes = bytes
    isLiteral = false
  }

  /// Takes the marks away.
  package init?(argument: String) {
    var bytes: [UInt8] = []
    var scalars = argument.unicodeScalars[...]
    isLiteral = scalars.first == Self.literal
    if scalars.first == Self.dash || isLiteral { scalars = scalars.dropFirst() }
    for scalar in scalars {
      if (Self.firstByte..<Self.firstByte + 256).contains(scalar.value) {
        bytes.append(UInt8(scalar.value - Self.firstByte))
      } else {
        bytes.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
      }
    }
    self.bytes = bytes
  }

  /// Whether it stands for standard input.
  package var isInput: Bool { bytes == [UInt8(ascii: "-")] && !isLiteral }

  /// The word as text to keep.
  package var text: Text { Text(bytes: bytes) }

  /// The word as a string, with invalid bytes replaced.
  package var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Marks what the parser would misread: words that begin with one dash and are no options,
  /// invalid bytes, and what follows `--`.
  package static func shielded(_ words: [[UInt8]], _ dashes: DashWords = DashWords()) -> [String] {
    var isText = false
    return words.flatMap { word -> [String] in
      let text = marked(word)
      if isText { return [String(Character(literal)) + text] }
      if text == "--" { isText = true }
      guard text.hasPrefix("-"), !text.hasPrefix("--"), text != "-" else { return [text] }
      return dashes.options(text) ?? [String(Character(dash)) + text]
    }
  }

  /// A message of the parser, in which words may be quoted, without the marks.
  package static func unshielded(_ message: String) -> [UInt8] {
    message.unicodeScalars.flatMap { scalar -> [UInt8] in
      if scalar == dash || scalar == literal { return [] }
      if (firstByte..<firstByte + 256).contains(scalar.value) {
        return [UInt8(scalar.value - firstByte)]
      }
      return Array(String(Character(scalar)).utf8)
    }
  }

  /// The word with invalid bytes marked; so are the marks themselves, should somebody type one.
  private static func marked(_ word: [UInt8]) -> String {
    if let valid = String(validating: word, as: UTF8.self),
      !valid.unicodeScalars.contains(where: isMark)
    {
      return valid
    }
    var text = String.UnicodeScalarView()
    var rest = word[...]
    while let first = rest.first {
      var iterator = rest.makeIterator()
      var decoder = UTF8()
      if case .scalarValue(let scalar) = decoder.decode(&iterator), !isMark(scalar) {
        text.append(scalar)
        rest = rest.dropFirst(UTF8.width(scalar))
      } else {
        if let mark = Unicode.Scalar(firstByte + UInt32(first)) { text.append(mark) }
        rest = rest.dropFirst()
      }
    }
    return String(text)
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    scalar == dash || scalar == literal || (firstByte..<firstByte + 256).contains(scalar.value)
  }
}
