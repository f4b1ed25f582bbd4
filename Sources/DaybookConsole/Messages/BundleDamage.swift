package import Daybook

/// Damage found in a bundle of which nothing was taken over, said without claiming that anything
/// was.
package struct BundleDamage: Explainable, Error, Equatable {
  /// Why nothing of the bundle was taken over.
  package enum Reading: Equatable, Sendable {
    /// It was only looked into.
    case show
    /// It was a preview of a merge.
    case preview
    /// Nothing of it was sound.
    case fruitlessMerge
  }

  private let failure: StoreFailure
  private let reading: Reading

  /// Of a failure that is about damage in a bundle; nil for any other.
  package init?(_ error: any Error, in reading: Reading) {
    switch StoreFailure(error) {
    case .bundleTruncated?: failure = .bundleTruncated
    case .segmentRefused(let replica)?: failure = .segmentRefused(replica: replica)
    default: return nil
    }
    self.reading = reading
  }

  /// How the command ends.
  package var exitStatus: ExitStatus { failure.exitStatus }

  /// What to say.
  package var explanation: Explanation {
    let usual = failure.explanation
    let safety =
      switch reading {
      case .show: "It was only looked into; nothing was changed."
      case .preview: "Nothing was changed; a merge would take only what is sound."
      case .fruitlessMerge: "Nothing was taken from it; your daybook is as it was."
      }
    return Explanation(
      whatHappened: usual.whatHappened, dataSafety: safety, nextStep: usual.nextStep)
  }
}
