package import Daybook

extension BackupError: Explainable {
  /// How the command ends.
  package var exitStatus: ExitStatus {
    switch self {
    case .alreadyExists, .insideStore, .placeTaken: .cannotCreate
    case .storeDamaged, .notABackup, .backupDamaged: .badData
    case .copyDamaged: .inputOutput
    }
  }
}
