/// What is said about syncing besides errors: the same words on a terminal and on a page.
package enum SyncMessage: CaseIterable, Sendable {
  /// While a round runs; gone when it ends.
  case syncing
  /// Before the first round with a remote.
  case settingUp
  /// After the third failure in a row, once.
  case unableToSync
  /// As long as a remote cannot be reached.
  case workingOffline

  /// From how many failures in a row on a remote counts as offline.
  package static let failuresUntilOffline: UInt64 = 3
  /// After how many failures in a row what is the matter is explained, once.
  package static let failuresUntilExplained: UInt64 = 5

  /// The words.
  package var text: String {
    switch self {
    case .syncing: "Syncing…"
    case .settingUp: "Setting up sync… This may take a moment. (This usually happens once.)"
    case .unableToSync: "Unable to sync. Will retry when online."
    case .workingOffline: "Working offline. Changes will sync when online."
    }
  }
}
