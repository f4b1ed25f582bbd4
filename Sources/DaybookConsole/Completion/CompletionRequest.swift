import ArgumentParser
import Daybook
import DaybookSystem

/// What a shell asks when somebody presses Tab: the words of the command line as they stand, and
/// what is typed of the word in question.
struct CompletionRequest {
  /// The words as they stand, with their quotes.
  private let words: [String]
  /// Which of them is asked about.
  private let index: Int
  /// What was typed of the word, without quotes.
  let typed: String
  /// The part of ``typed`` that this shell takes for words of their own.
  private let separated: String

  init(_ words: [String], _ index: Int, _ typed: String) {
    self.words = words
    self.index = index
    let before = CompletionShell.requesting == .bash ? Self.beforeColon(words, index) : ""
    separated = before
    self.typed = before + Self.unquoted(typed == ":" && !before.isEmpty ? "" : typed)
  }

  /// The word at a place behind the program's name, without quotes; nil past the end.
  func word(_ place: Int) -> String? {
    place < words.count ? Self.unquoted(words[place]) : nil
  }

  /// Whether the word in question is at a place behind the program's name.
  func isAt(_ place: Int) -> Bool { index == place }

  /// The lines for the shell; none where there is no store to ask.
  func answer(_ candidates: (borrowing StoreCandidates) throws -> [Candidate]) -> [String] {
    let found: [Candidate]
    do {
      let options = try StoreArguments.parse(storeWords)
      found = try StoreCandidates.read(options, typed) { try candidates($0) }
    } catch {
      // Whatever is wrong with the store: a message in the middle of somebody's line would help
      // nobody, and the command itself will say it.
      return []
    }
    return found.compactMap { candidate in
      var candidate = candidate
      if !separated.isEmpty {
        guard candidate.word.hasPrefix(separated) else { return nil }
        candidate.word = String(candidate.word.dropFirst(separated.count))
      }
      return candidate.line(for: CompletionShell.requesting)
    }
  }

  /// The option that names the store, if it is on the line.
  private var storeWords: [String] {
    for (place, word) in words.enumerated() where place != index {
      if word == "--store", place + 1 < words.count, place + 1 != index {
        return ["--store", Self.path(words[place + 1])]
      }
      if word.hasPrefix("--store=") { return ["--store", Self.path(String(word.dropFirst(8)))] }
    }
    return []
  }

  /// A path as a shell would read it.
  private static func path(_ word: String) -> String {
    guard word.hasPrefix("~/"), let home = Host.environment("HOME") else { return unquoted(word) }
    return home + unquoted(String(word.dropFirst()))
  }

  /// A word without the quotes that a shell would take away.
  private static func unquoted(_ word: String) -> String {
    var text = ""
    var quote: Character?
    var isEscaped = false
    for character in word {
      if isEscaped {
        text.append(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
      } else if character == quote {
        quote = nil
      } else {
        text.append(character)
      }
    }
    return text
  }

  /// Bash splits words at colons: what stands before the last colon of the word in question.
  private static func beforeColon(_ words: [String], _ index: Int) -> String {
    guard index < words.count else { return "" }
    var start = index
    if words[index] != ":", index >= 1, words[index - 1] == ":" { start = index - 1 }
    guard words[start] == ":", start >= 2 else { return "" }
    return unquoted(words[start - 1]) + ":"
  }
}
