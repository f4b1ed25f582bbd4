import ArgumentParser
package import Daybook
import DaybookSystem

/// Ends a command that failed: says so on standard error, and exits with its status.
package enum CommandFailure {
  /// The explanation and exit status of any error of ours; nil for those of the parser.
  package static func explained(_ error: any Error) -> (Explanation, ExitStatus)? {
    if let error = error as? any Explainable { return (error.explanation, error.exitStatus) }
    if let failure = StoreFailure(error) { return (failure.explanation, failure.exitStatus) }
    if let error = error as? SystemError { return explained(system: error) }
    return nil
  }

  private static func explained(system error: SystemError) -> (Explanation, ExitStatus) {
    switch error.kind {
    case .notFound where error.operation == .write || error.operation == .makeDirectory:
      (
        Explanation(
          whatHappened: "There is no folder for \(error.path).",
          dataSafety: "Nothing was changed.", nextStep: "Make the folder and try again."),
        .cannotCreate
      )
    case .notFound:
      (UsageError.noFile(path: error.path).explanation, .noInput)
    case .permissionDenied:
      (StoreFailure.notPermitted.explanation, .notPermitted)
    case .diskFull:
      (StoreFailure.diskFull(freeBytes: nil).explanation, .inputOutput)
    case .isDirectory, .isNotDirectory, .alreadyExists, .directoryNotEmpty:
      (
        Explanation(
          whatHappened: "\(error.path) is not what was expected there.",
          dataSafety: "Nothing was changed.", nextStep: "Check the name and try again."),
        error.operation == .makeDirectory || error.operation == .write ? .cannotCreate : .badData
      )
    case .tooLarge: (tooLarge(error), .badData)
    case .fileSizeLimit: (StoreFailure.fileSizeLimit.explanation, .inputOutput)
    case .ioError, .endOfFile, .other:
      (StoreFailure.inputOutput.explanation, .inputOutput)
    }
  }

  private static func tooLarge(_ error: SystemError) -> Explanation {
    let limit = error.limit ?? 0
    let amount =
      error.operation == .list ? Count.text(limit, "file") : ByteCount.text(limit)
    let name = error.path.isEmpty ? "Standard input" : error.path
    return Explanation(
      whatHappened: "\(name) holds more than \(amount), the most that is read of it.",
      dataSafety: "Nothing was changed.", nextStep: "Bring it in by smaller pieces.")
  }
}
