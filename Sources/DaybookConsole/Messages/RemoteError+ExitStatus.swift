package import DaybookSync

extension RemoteError: Explainable {
  /// How a command ends with it.
  package var exitStatus: ExitStatus {
    switch self {
    case .unreachable, .failed, .full, .offline, .hostUnreachable, .interrupted: .tryLater
    case .notARemote: .badData
    case .newer, .noDaybook, .refused, .noProgram: .failed
    case .notPermitted: .notPermitted
    }
  }
}

extension RemoteListError: Explainable {
  /// How a command ends with it.
  package var exitStatus: ExitStatus {
    switch self {
    case .invalidName, .unreadableAddress: .wrongUsage
    case .nameTaken: .failed
    case .unknownName: .nothingFound
    }
  }
}
