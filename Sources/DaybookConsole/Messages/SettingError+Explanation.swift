package import Daybook

extension SettingError: Explainable {
  /// How the command ends.
  package var exitStatus: ExitStatus { .wrongUsage }

  /// What to say.
  package var explanation: Explanation {
    Explanation(
      whatHappened: "\(name.word) can't be set to that.", dataSafety: "Nothing was changed.",
      nextStep: "It can be \(name.allowed.joined(separator: ", ")).")
  }
}

extension DeckOptionError: Explainable {
  /// How the command ends.
  package var exitStatus: ExitStatus { .wrongUsage }

  /// What to say.
  package var explanation: Explanation {
    Explanation(
      whatHappened: "\(name.word) can't be set to that.", dataSafety: "Nothing was changed.",
      nextStep: "It can be \(allowed).")
  }
}

extension SettingName {
  /// The name on the command line: `rollover-hour`.
  package var word: String { hyphenated(rawValue) }
}

extension DeckOptionName {
  /// The name on the command line: `desired-retention`.
  package var word: String { hyphenated(rawValue) }
}

private func hyphenated(_ name: String) -> String {
  name.reduce(into: "") { word, letter in
    if letter.isUppercase { word.append("-") }
    word.append(contentsOf: letter.lowercased())
  }
}
