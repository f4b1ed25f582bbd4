extension BackupError: CustomStringConvertible {
  /// What happened, what became of the data, and what to do.
  public var description: String { explanation.description }

  /// What to say.
  public var explanation: Explanation {
    switch self {
    case .alreadyExists(let path):
      Explanation(
        whatHappened: "There is something at \(path) already.",
        dataSafety: "It was not touched, and no backup was made.",
        nextStep: "Choose another name, or replace a file with --yes.")
    case .insideStore(let path):
      Explanation(
        whatHappened: "\(path) would lie among the files of the daybook itself.",
        dataSafety: "Nothing was changed.",
        nextStep: "Keep backups elsewhere, best of all on another disk.")
    case .storeDamaged(let path):
      Explanation(
        whatHappened: "Something in \(path) is not what was written, so no older backup was "
          + "replaced.",
        dataSafety: "Nothing was changed, and older backups are as they were.",
        nextStep: "Choose a new name for a backup of what there is, or mend it with repair.")
    case .copyDamaged:
      Explanation(
        whatHappened: "The copy was not what the daybook is, so it was thrown away.",
        dataSafety: "Your daybook is as it was.",
        nextStep: "Check the disk that the backup goes to, or choose another.")
    case .notABackup(let path):
      Explanation(
        whatHappened: "\(path) is not a backup of a daybook, or its beginning is damaged.",
        dataSafety: "Nothing was changed.",
        nextStep: "Choose a file made with backup create; bundles are for merge.")
    case .backupDamaged(let path):
      Explanation(
        whatHappened: "Something in the backup \(path) is not what was written.",
        dataSafety: "Nothing was restored, and nothing was changed.",
        nextStep: "Use an older backup; or restore what there is with --damaged, and repair it.")
    case .placeTaken(let path, let events):
      Explanation(
        whatHappened: "There is a daybook in \(path) already"
          + (events.map { ", with \($0) events." } ?? "."),
        dataSafety: "It was not touched, and nothing was restored.",
        nextStep: "Restore into another folder with --store, or first give that folder "
          + "another name.")
    }
  }
}
