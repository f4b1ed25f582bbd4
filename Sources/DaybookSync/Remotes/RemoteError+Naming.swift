import DaybookSystem

extension RemoteError {
  /// Does something with a folder, and says of an error of the system what it means to people.
  static func naming<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as SystemError {
      throw RemoteError(error, path)
    }
  }

  private init(_ error: SystemError, _ path: String) {
    self =
      switch error.kind {
      case .notFound, .isNotDirectory: .unreachable(path: path)
      case .permissionDenied: .notPermitted(path: path)
      case .diskFull, .fileSizeLimit: .full(path: path)
      default: .failed(path: path)
      }
  }
}
