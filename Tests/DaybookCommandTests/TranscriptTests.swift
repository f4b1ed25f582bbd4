import Foundation
import Testing

/// The transcripts of the README are run as they stand, so they cannot go stale. Ids and times
/// differ from run to run: an id must stand wherever it stood before, a time anywhere a time is.
struct TranscriptTests {
  @Test func `the README's transcript prints what it says`() throws {
    let readme = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "README.md")
    let text = try String(contentsOf: readme, encoding: .utf8)
    let steps = Transcript.steps(in: text)
    #expect(steps.count >= 6)
    let shell = try Shell()
    var ids: [String: String] = [:]
    for step in steps {
      let words = Transcript.words(step.command).map { ids[$0] ?? $0 }
      let result = try shell.run(Array(words.dropFirst()) + ["--replica-name", "laptop"])
      let printed = result.output.split(separator: "\n").map(String.init)
      #expect(printed.count == step.output.count, "\(step.command)")
      for (expected, actual) in zip(step.output, printed) {
        let matches = Transcript.matches(expected, actual, &ids)
        #expect(matches, "\(step.command): expected \(expected), got \(actual)")
      }
    }
  }

  @Test func `a transcript that says something else does not pass`() {
    var ids: [String: String] = [:]
    #expect(Transcript.matches("Captured 7f3a.", "Captured 0c1d.", &ids))
    #expect(ids["7f3a"] == "0c1d")
    #expect(!Transcript.matches("Captured 7f3a.", "Captured aaaa.", &ids))
    #expect(!Transcript.matches("Captured it.", "Lost it.", &ids))
  }
}

/// Commands with what they print, read from a text.
enum Transcript {
  struct Step {
    let command: String
    var output: [String]
  }

  /// The commands behind `$` in console blocks, with the lines that follow each.
  static func steps(in text: String) -> [Step] {
    var steps: [Step] = []
    var isInside = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") { isInside = line == "```console" && !isInside }
      guard isInside, !line.hasPrefix("```") else { continue }
      if line.hasPrefix("$ daybook ") {
        steps.append(Step(command: String(line.dropFirst(2)), output: []))
      } else if let last = steps.indices.last, !line.hasPrefix("tools/") {
        steps[last].output.append(String(line))
      }
    }
    return steps
  }

  /// Words as a shell splits them, with double quotes.
  static func words(_ command: String) -> [String] {
    var words: [String] = []
    var (word, isQuoted, isOpen) = ("", false, false)
    for letter in command {
      if letter == "\"" {
        isQuoted.toggle()
        isOpen = true
      } else if letter == " ", !isQuoted {
        if isOpen || !word.isEmpty { words.append(word) }
        (word, isOpen) = ("", false)
      } else {
        word.append(letter)
      }
    }
    return words + (isOpen || !word.isEmpty ? [word] : [])
  }

  /// Whether two lines say the same, ids and times apart; learns which id stands for which.
  static func matches(_ expected: String, _ actual: String, _ ids: inout [String: String]) -> Bool {
    let (left, right) = (parts(expected), parts(actual))
    guard left.count == right.count else { return false }
    for (one, two) in zip(left, right) where one != two {
      if isTime(one), isTime(two) { continue }
      guard isID(one), isID(two), ids[one] ?? two == two else { return false }
      ids[one] = two
    }
    return true
  }

  private static func parts(_ line: String) -> [String] {
    line.split { !$0.isLetter && !$0.isNumber && $0 != "-" }.map(String.init)
  }

  private static func isTime(_ part: String) -> Bool {
    part.allSatisfy { $0.isNumber || $0 == "-" }
  }

  private static func isID(_ part: String) -> Bool {
    part.count >= 4 && part.allSatisfy(\.isHexDigit)
  }
}
