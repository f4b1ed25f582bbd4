import ArgumentParser

/// A word that the shell may offer, and what it stands for.
struct Candidate {
  /// The word as a command takes it.
  var word: String
  /// A few words beside it, where the shell can show them.
  var remark = ""

  /// The line that a shell reads, or nil for a word that no line can carry: the shells read one
  /// candidate a line, and what is hidden from a person is not offered to one.
  ///
  /// Bash expands what it is given like a line that was typed, so that a name such as `$(…)`,
  /// which another machine may have sent, would run; so every character of it that could mean
  /// anything is quoted. Zsh splits at colons; fish at tabs.
  func line(for shell: CompletionShell?) -> String? {
    guard !word.isEmpty, !word.unicodeScalars.contains(where: Self.isHidden) else { return nil }
    let remark = String(remark.unicodeScalars.filter { !Self.isHidden($0) })
    switch shell {
    case .bash?: return Self.quoted(word)
    case .zsh?:
      let word = word.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
      return remark.isEmpty ? word : "\(word):\(remark)"
    case .fish?: return remark.isEmpty ? word : "\(word)\t\(remark)"
    default: return word
    }
  }

  private static func quoted(_ word: String) -> String {
    var text = ""
    for character in word {
      let isPlain = character.isLetter || character.isNumber || "-_./+@%:,".contains(character)
      text += isPlain ? "\(character)" : "\\\(character)"
    }
    return text
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    HiddenScalars.contains(scalar.value) || HiddenScalars.isLineSeparator(scalar.value)
      || scalar == "\n" || scalar == "\t"
  }
}
