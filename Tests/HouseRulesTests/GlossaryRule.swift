import Foundation
import Testing

/// The words of the glossary, in its order.
func glossaryWords(_ text: String) -> [String] {
  text.split(separator: "\n").compactMap { line in
    let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    guard line.hasPrefix("|"), cells.count == 2, cells[0] != "word", !cells[0].hasPrefix("-") else {
      return nil
    }
    return cells[0]
  }
}

/// Words that have a meaning of their own here, or mean several things elsewhere: one that names a
/// type, a function or a value must stand in the glossary.
private let ownWords: Set<String> = [
  "arrival", "attribute", "batch", "bundle", "contested", "custom", "derived", "draft", "effect",
  "fact",
  "generation", "handle", "head", "hindrance", "lent", "life", "moment", "observed", "offer",
  "origin", "recounted", "refold", "replica", "segment", "share", "silent", "stamp", "survivor",
  "sweep", "tag", "thing", "waiting", "winner", "withdrawn", "witness",
]

/// The words that names declared in a source are made of.
func wordsOfNames(_ source: SwiftSource) -> Set<String> {
  let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let", "case"]
  var found: Set<String> = []
  for line in source.code {
    let words = line.split { !$0.isLetter && !$0.isNumber }
    for (kind, name) in zip(words, words.dropFirst()) where kinds.contains(kind) {
      var word = ""
      for character in name {
        if character.isUppercase {
          found.insert(word)
          word = ""
        }
        word += character.lowercased()
      }
      found.insert(word)
    }
  }
  return found
}

struct GlossaryRuleTests {
  private static func words() throws -> [String] {
    let path = SourceTree.root.appending(path: "Sources/Daybook/Daybook.docc/Glossary.md")
    return glossaryWords(String(decoding: try Data(contentsOf: path), as: UTF8.self))
  }

  private static let names = SourceTree.swift.filter(\.isProduct)
    .reduce(into: Set<String>()) { $0.formUnion(wordsOfNames($1)) }

  @Test func `a word of our own that names something stands in the glossary`() throws {
    let missing = ownWords.intersection(Self.names).subtracting(try Self.words())
    #expect(missing.isEmpty, "not in Glossary.md: \(missing.sorted())")
  }

  @Test func `the glossary is in order, and holds no word that names nothing`() throws {
    let words = try Self.words()
    #expect(words.count > 40 && words == Array(Set(words)).sorted())
    let unused = words.filter { word in
      !Self.names.contains(word) && !Self.names.contains(word + "s")
    }
    #expect(unused.isEmpty, "names nothing: \(unused)")
  }

  @Test func `words are taken from names and from the glossary`() {
    let source = SwiftSource(
      "Sources/A/B.swift", "  func lentHead(of moment: Int) { let sweep = 1 }")
    #expect(wordsOfNames(source) == ["lent", "head", "sweep"])
    #expect(glossaryWords("| word | what |\n|---|---|\n| head | a write |\n\ntext") == ["head"])
  }
}
