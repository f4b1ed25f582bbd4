package import Daybook

extension MediaError: Explainable {
  /// How the command ends.
  package var exitStatus: ExitStatus {
    switch self {
    case .unusableName: .wrongUsage
    case .tooLarge: .badData
    case .nameTaken: .cannotCreate
    case .unknownName: .nothingFound
    }
  }

  /// What to say.
  package var explanation: Explanation {
    switch self {
    case .unusableName:
      Explanation(
        whatHappened: "A file can't be called that.",
        dataSafety: "Nothing was added.",
        nextStep: "Give it a name of up to 255 bytes, without slashes, with --name.")
    case .tooLarge(let limit):
      Explanation(
        whatHappened: "The file is larger than \(ByteCount.text(limit)).",
        dataSafety: "Nothing was added.",
        nextStep: "Add a smaller version of it.")
    case .nameTaken:
      Explanation(
        whatHappened: "Another file has this name already.",
        dataSafety: "Nothing was changed.",
        nextStep: "Choose another name with --name, or use --replace: the other content is kept.")
    case .unknownName:
      Explanation(
        whatHappened: "No file has that name.",
        dataSafety: "Nothing was changed.",
        nextStep: "See `daybook media list`.")
    }
  }
}
