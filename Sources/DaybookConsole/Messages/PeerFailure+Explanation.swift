package import Daybook

/// For who has not heard what the other process said: `merge` ends with its status alone.
extension PeerFailure: Explainable {
  /// How the command ends.
  package var exitStatus: ExitStatus { ExitStatus(rawValue: status) ?? .failed }

  /// What to say.
  package var explanation: Explanation {
    Explanation(
      whatHappened: "The other daybook could not be read.",
      dataSafety: "What came before is merged and safe; nothing else was changed.",
      nextStep: "See what it says by itself: run status on it.")
  }
}
