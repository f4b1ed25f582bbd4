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

extension SettingName {
  /// The name on the command line: `rollover-hour`.
  package var word: String {
    rawValue.reduce(into: "") { word, letter in
      if letter.isUppercase { word.append("-") }
      word.append(contentsOf: letter.lowercased())
    }
  }
}
