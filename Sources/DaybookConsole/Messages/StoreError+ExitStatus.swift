package import Daybook

extension StoreError: Explainable {
  /// How the command ends.
  package var exitStatus: ExitStatus {
    switch self {
    case .noStore: .noInput
    case .notAStore: .badData
    case .newerStore, .deleted, .joined, .alreadyErased, .noConflict, .noTextConflict, .readOnly:
      .failed
    case .unknownID, .unknownName: .nothingFound
    case .ambiguousID, .ambiguousName, .ambiguousEvent, .wrongKind, .nameTaken, .notAChoice,
      .ambiguousChoice, .onlyOneCanBeKept, .nothingToChange, .blankText, .joinedIntoItself:
      .wrongUsage
    case .changedMeanwhile, .changedSince, .rebuiltElsewhere: .tryLater
    case .nulByte, .textTooLarge, .noteWithoutCards, .invalidCustomName, .tooManyValues,
      .derivedKeyTooLong:
      .badData
    }
  }
}
