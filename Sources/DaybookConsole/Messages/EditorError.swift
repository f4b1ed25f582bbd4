package import Daybook
package import DaybookEvents

/// What can go wrong while a person writes in the editor. What was written is kept in a file.
package enum EditorError: Explainable, Equatable {
  /// The editor could not be run, or ended badly.
  case failed(kept: String?)
  /// What was shown in the editor has changed meanwhile.
  case changedMeanwhile(EntityID, kept: String)
  /// Lines that mark versions of a text are still in it.
  case marksLeft(kept: String)
  /// The line that parts the two sides of a card is gone.
  case dividerMissing(kept: String)
  /// Nobody may be asked, and an editor asks.
  case forbidden
  /// The editor draws on a terminal, and there is none.
  case noTerminal

  /// How the command ends.
  package var exitStatus: ExitStatus {
    switch self {
    case .failed, .dividerMissing, .marksLeft: .failed
    case .changedMeanwhile: .tryLater
    case .forbidden, .noTerminal: .wrongUsage
    }
  }

  /// What to say.
  package var explanation: Explanation {
    switch self {
    case .failed(let kept):
      Explanation(
        whatHappened: "The editor didn't end well.",
        dataSafety: kept.map { "Nothing was changed; what you wrote is in \($0)." }
          ?? "Nothing was changed.",
        nextStep: "Choose an editor that works here, or use options such as --title and --body.")
    case .changedMeanwhile(let id, let kept):
      Explanation(
        whatHappened: "\(id.handleDigits.prefix(8)) was changed while your editor was open.",
        dataSafety: "Nothing was overwritten; what you wrote is in \(kept).",
        nextStep: "Look at it again, and bring in from there what you still want.")
    case .marksLeft(let kept):
      Explanation(
        whatHappened: "The lines that mark the two versions are still in the text.",
        dataSafety: "Nothing was changed; what you wrote is in \(kept).",
        nextStep: "Merge it again, and leave only the lines that you want to keep.")
    case .dividerMissing(let kept):
      Explanation(
        whatHappened: "A line between the parts of the card is gone.",
        dataSafety: "Nothing was changed; what you wrote is in \(kept).",
        nextStep: "Edit the card again, and leave those lines where they are.")
    case .forbidden:
      Explanation(
        whatHappened: "This would open your editor, and --no-input forbids to ask.",
        dataSafety: "Nothing was changed.",
        nextStep: "Say what to write with options, such as --title and --body.")
    case .noTerminal:
      Explanation(
        whatHappened: "Your editor needs a terminal, and standard input or output is none.",
        dataSafety: "Nothing was changed.",
        nextStep: "Say what to write with options, such as --title and --body -.")
    }
  }
}
