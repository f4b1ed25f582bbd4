import TestSupport

extension SeededGenerator {
  /// Up to `count` elements in random order, joined by `separator`.
  mutating func phrase(of words: [String], count: Int, separator: String) -> String {
    (0..<Int.random(in: 0...count, using: &self))
      .map { _ in words.randomElement(using: &self) ?? "" }
      .joined(separator: separator)
  }
}
