package import Daybook

extension StoreFailure: Explainable {
  /// How the command ends.
  package var exitStatus: ExitStatus {
    switch self {
    case .diskFull, .fileSizeLimit, .inputOutput: .inputOutput
    case .busy: .tryLater
    case .notPermitted: .notPermitted
    case .networkFileSystem, .cannotCreate: .cannotCreate
    case .shortFile, .notAStore, .damaged, .notABundle, .bundleTruncated, .segmentRefused,
      .tooLarge:
      .badData
    case .newer, .older, .exchangeFailed, .clockExhausted: .failed
    case .unusablePath: .noInput
    }
  }
}
