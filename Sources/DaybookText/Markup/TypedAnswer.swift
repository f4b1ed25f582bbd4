/// What a person typed, compared with what was expected.
package struct TypedAnswer: Hashable, Sendable {
  /// Characters in a row that fared alike.
  package struct Run: Hashable, Sendable {
    /// What became of characters.
    package enum Kind: Hashable, Sendable {
      /// Typed as expected.
      case good
      /// Typed, but not expected.
      case bad
      /// Expected, but not typed; in ``TypedAnswer/typed``, a hyphen for each.
      case missing
    }

    /// The characters.
    package let text: String
    /// How they fared.
    package let kind: Kind

    /// A run of characters.
    package init(_ text: String, _ kind: Kind) {
      self.text = text
      self.kind = kind
    }
  }

  /// What was typed, with hyphens where something is missing.
  package let typed: [Run]
  /// What was expected: what is good of it and what is missing.
  package let expected: [Run]

  /// Whether it was typed as expected.
  package var isCorrect: Bool { (typed + expected).allSatisfy { $0.kind == .good } }

  /// Compares two plain texts, by characters as people see them, however they are encoded. White
  /// space at the ends does not count, nor how much of it stands elsewhere.
  ///
  /// - Parameter ignoringMarks: Whether accents and other marks do not count either.
  package init(typed: String, expected: String, ignoringMarks: Bool = false) {
    let (given, wanted) = (Self.characters(typed), Self.characters(expected))
    let pairs =
      ignoringMarks
      ? Alignment.matches(given.map(Self.withoutMarks), wanted.map(Self.withoutMarks))
      : Alignment.matches(given, wanted)
    var comparison = Comparison()
    var (left, right) = (0, 0)
    for (nextLeft, nextRight) in pairs + [(given.count, wanted.count)] {
      comparison.add(bad: given[left..<nextLeft], missing: wanted[right..<nextRight])
      (left, right) = (nextLeft, nextRight)
      guard left < given.count else { break }
      comparison.add(good: given[left], wanted[right])
      (left, right) = (left + 1, right + 1)
    }
    self.typed = comparison.typed
    self.expected = comparison.expected
  }

  /// What is expected of a field: its text on one line, without pictures and sounds.
  package static func expected(_ html: String) -> String {
    String(characters(HTMLStripping.line(of: html)))
  }

  /// The characters without white space at the ends, and single spaces for the rest of it.
  private static func characters(_ text: String) -> [Character] {
    text.split(whereSeparator: \.isWhitespace).reduce(into: []) { characters, word in
      if !characters.isEmpty { characters.append(" ") }
      characters += word
    }
  }

  /// The character without accents and other marks; a mark that stands alone stays.
  private static func withoutMarks(_ character: Character) -> Character {
    guard !character.isASCII else { return character }
    var base = String.UnicodeScalarView()
    for scalar in CanonicalForm.decomposed(String(character)) {
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .spacingMark, .enclosingMark: continue
      default: base.append(scalar)
      }
    }
    return String(base).first ?? character
  }
}

/// Puts the runs of both sides together.
private struct Comparison {
  var typed: [TypedAnswer.Run] = []
  var expected: [TypedAnswer.Run] = []

  mutating func add(good given: Character, _ wanted: Character) {
    append(String(given), .good, to: &typed)
    append(String(wanted), .good, to: &expected)
  }

  mutating func add(bad: ArraySlice<Character>, missing: ArraySlice<Character>) {
    append(String(bad), .bad, to: &typed)
    // Of what was replaced, only what is short is missing.
    append(String(repeating: "-", count: max(0, missing.count - bad.count)), .missing, to: &typed)
    append(String(missing), .missing, to: &expected)
  }

  private func append(
    _ text: String, _ kind: TypedAnswer.Run.Kind, to runs: inout [TypedAnswer.Run]
  ) {
    guard !text.isEmpty else { return }
    if let last = runs.last, last.kind == kind {
      runs[runs.count - 1] = .init(last.text + text, kind)
    } else {
      runs.append(.init(text, kind))
    }
  }
}
