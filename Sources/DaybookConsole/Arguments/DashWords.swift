import ArgumentParser

/// A command to which words that begin with one dash say something of its own.
package protocol DashReader {
  /// What such a word is read as; nil where people type them on purpose, and no letter behind a
  /// dash is an option.
  static var dashMeaning: String? { get }
}

/// What a command makes of words that begin with one dash: `-n 5` is an option where the command
/// has that letter. Every other one is a word of the person's, `-5 degrees` or `-tag:home`, and is
/// named where it looks like an option.
package struct DashWords: Sendable {
  /// The letters that are options.
  private var letters: Set<Character> = []
  /// The names of the options, without their dashes.
  private var names: Set<String> = []
  private var meaning: String?

  /// A command without any option of one letter.
  package init() {}

  /// Those of a command. Its help tells which options it has; it is only asked where a word looks
  /// like one, for that takes longer than most commands.
  init(
    _ words: [[UInt8]], of command: any ParsableCommand.Type,
    _ root: (some ParsableCommand).Type
  ) {
    let reader = command as? any DashReader.Type
    let meaning = reader.map { $0.dashMeaning } ?? "text"
    guard meaning != nil, Self.dashed(words).contains(where: Self.mayBeOption) else {
      return
    }
    for line in root.helpMessage(for: command, columns: 200).split(separator: "\n") {
      guard line.hasPrefix("  -") else { continue }
      for name in line.split(whereSeparator: { " ,/".contains($0) }).prefix(while: Self.isOption) {
        if name.hasPrefix("--") { names.insert(String(name.dropFirst(2))) }
        if name.count == 2, let letter = name.last { letters.insert(letter) }
      }
    }
    self.meaning = meaning
  }

  /// The words that stand for one with a dash to the parser; nil where it is no option.
  func options(_ word: String) -> [String]? {
    guard let letter = word.dropFirst().first, letter == "h" || letters.contains(letter) else {
      return nil
    }
    let value = word.dropFirst(2)
    if value.isEmpty { return [word] }
    let number = value.first == "=" ? value.dropFirst() : value
    guard letter != "h", !number.isEmpty, number.allSatisfy(\.isWholeNumber) else { return nil }
    return ["-\(letter)", String(number)]
  }

  /// What to say of words that look like options and were not read as such.
  func remarks(on words: [[UInt8]]) -> [String] {
    guard let meaning else { return [] }
    return Self.dashed(words).compactMap { word in
      let name = String(word.dropFirst())
      if names.contains(name) {
        return "\(word) was read as \(meaning): the option is --\(name)."
      }
      guard name.count == 1, Self.mayBeOption(word), options(word) == nil else { return nil }
      return "\(word) is no option here, so it was read as \(meaning). After -- everything is text."
    }
  }

  /// The words with one dash in front of something.
  private static func dashed(_ words: [[UInt8]]) -> [String] {
    words.lazy.map { String(decoding: $0, as: UTF8.self) }.prefix { $0 != "--" }
      .filter { $0.hasPrefix("-") && !$0.hasPrefix("--") && $0 != "-" }
  }

  /// Whether a word with a dash could be an option, written as options are.
  private static func mayBeOption(_ word: String) -> Bool {
    let name = word.dropFirst().prefix { $0 != "=" }
    return name.first?.isLetter == true
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
  }

  private static func isOption(_ word: Substring) -> Bool { word.hasPrefix("-") }
}
