import ArgumentParser
import Daybook
import DaybookConsole
import DaybookSystem

/// Looks at every page of a store in a process of its own: touching a damaged file can end a
/// process, and that shall not be this one.
enum ChildCheck {
  /// What `verify` found in the store in a directory.
  ///
  /// - Throws: an exit code when somebody ended the check; what the system says.
  static func soundness(of directory: String) throws -> StoreSoundness {
    let path = Host.executablePath() ?? "daybook"
    let words = ["verify", "--in-process", "--quiet", "--store", directory]
    switch try ChildProcess.run(path, words) {
    case .status(ExitStatus.done.rawValue): return .sound
    case .status(ExitStatus.failed.rawValue): return .damaged
    case .status(ExitStatus.badData.rawValue): return .foreign
    case .status(ExitStatus.notPermitted.rawValue): throw StoreFailure.notPermitted
    case .status(ExitStatus.inputOutput.rawValue): throw StoreFailure.noRoom
    case .status: throw StoreFailure.inputOutput
    case .signal(let signal):
      guard !isStopped(by: signal) else {
        Console.note("The check was stopped before its end. Nothing was changed.")
        throw ExitCode(ExitStatus.interrupted.rawValue)
      }
      return .damaged
    }
  }

  /// Whether it was somebody who ended a child, and not the file: SIGINT, SIGQUIT, SIGKILL,
  /// SIGTERM.
  static func isStopped(by signal: Int32) -> Bool { [2, 3, 9, 15].contains(signal) }
}
