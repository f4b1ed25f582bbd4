package import Daybook

extension UndoError: Explainable {
  /// How the command ends.
  package var exitStatus: ExitStatus {
    switch self {
    case .unknownCommand, .nothingToUndo, .nothingToRedo, .onlyMerged: .nothingFound
    case .unknownField: .wrongUsage
    case .writtenSince, .lastIsFinal, .notUndoable: .failed
    }
  }

  /// What to say.
  package var explanation: Explanation {
    let (what, next) = words
    return Explanation(whatHappened: what, dataSafety: "Nothing was changed.", nextStep: next)
  }

  private var words: (String, String) {
    switch self {
    case .unknownCommand(let text):
      (
        "No event or merge here is called \(text).",
        "See log for what happened, with the names of events; log --arrivals names merges."
      )
    case .nothingToUndo:
      (
        "Nothing was done here under this machine's present id that could be undone.",
        "Name an event to undo its command: log shows those of others, and those of an "
          + "earlier id of this machine, which it gave up when its clock was corrected or a copy "
          + "of its store was found."
      )
    case .onlyMerged(let merge):
      (
        "The last thing that happened here was \(merge.words); nothing was done on this machine "
          + "that could be undone.",
        "daybook undo \(merge.id) undoes the merge."
      )
    case .nothingToRedo:
      (
        "This machine has undone nothing since its last command.",
        "What was undone before that is redone by undoing the command that undid it: "
          + "see log, and name that to undo."
      )
    case .writtenSince(let command, let fields):
      (
        "Undoing \(command) would write over what was written after it, in "
          + (fields == 1 ? "1 field." : "\(fields) fields."),
        "Use --leave to keep what is there and undo the rest, --force to write over it, or "
          + "--force --field NAME for one field."
      )
    case .unknownField(let name, let fields):
      (
        "Nothing of that command is called \(name).",
        fields.isEmpty
          ? "No field is in the way: leave out --force and --field."
          : "In the way: \(fields.joined(separator: ", "))."
      )
    case .lastIsFinal(let deed):
      (
        "The last thing done here was \(deed.words), which cannot be undone.",
        "Name an older command to undo that: undo takes any event that log shows."
      )
    case .notUndoable:
      (
        "That cannot be undone by anything: it does not only write fields.",
        "See log for what it was."
      )
    }
  }
}

extension UndoError.FinalDeed {
  /// What it is called in a sentence.
  fileprivate var words: String {
    switch self {
    case .erasure: "an erasure"
    case .clockCorrection: "a clock correction"
    }
  }
}

extension MergeArrival {
  /// What it is called in a sentence.
  package var words: String {
    let count = Count.text(Int(clamping: events), "event")
    return "the merge \(id), of \(VisibleText.line(source)) (\(count))"
  }
}
