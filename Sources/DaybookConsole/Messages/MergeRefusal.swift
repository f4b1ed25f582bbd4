package import Daybook

/// Why a merge was not begun: it would change much, and nobody could be asked.
package enum MergeRefusal: Explainable, Equatable {
  /// More than a tenth of the things here would be deleted or overwritten.
  case sweeps([Store.Sweep], path: String)
  /// More came in by a pipe than is held to be looked at first.
  case tooMuchInput

  /// How the command ends.
  package var exitStatus: ExitStatus { .tryLater }

  /// What to say.
  package var explanation: Explanation {
    switch self {
    case .sweeps(let sweeps, let path):
      let words = sweeps.map(\.words).joined(separator: ", and ")
      let source = VisibleText.line(path)
      return Explanation(
        whatHappened: "This merge would \(words), and nobody can be asked here.",
        dataSafety: "Nothing was merged.",
        nextStep: "Look with merge --dry-run \(source); merge --yes \(source) takes it over.")
    case .tooMuchInput:
      return Explanation(
        whatHappened: "More came in than can be looked at before it is merged.",
        dataSafety: "Nothing was merged.",
        nextStep: "Put it into a file and merge that, or take it as it comes with merge --yes -.")
    }
  }
}

extension Store.Sweep {
  /// What it would do, after "would".
  package var words: String {
    "delete or overwrite \(changed) of your \(live) \(kind.name)s"
  }
}

extension FastClock {
  /// What a person is told once.
  package var words: String {
    let (who, lead) = (VisibleText.line(name.bytes), TimeSpan.text(milliseconds))
    return "The clock of \(who) is \(lead) ahead of this machine's. Nothing is lost by that, but "
      + "of two machines that change the same unaware of each other, the one ahead wins. Set the "
      + "clock that is wrong; clock correct dates anew what it stamped a day ahead or more."
  }
}
