/// How a command ended, for scripts. The numbers are a promise and follow `sysexits.h` from 64 on.
package enum ExitStatus: Int32, CaseIterable, Sendable {
  /// Done; an empty list is also done.
  case done = 0
  /// It did not work, and standard error says what happened.
  case failed = 1
  /// An id that names nothing, or a search without a hit.
  case nothingFound = 2
  /// The merge worked and brought new conflicts.
  case newConflicts = 3
  /// The command line could not be understood.
  case wrongUsage = 64
  /// Input that cannot be read as what it should be.
  case badData = 65
  /// A file that is not there.
  case noInput = 66
  /// A file or store that cannot be created.
  case cannotCreate = 73
  /// Reading or writing failed.
  case inputOutput = 74
  /// Something is in the way now and may not be later.
  case tryLater = 75
  /// Permission or consent is missing.
  case notPermitted = 77
  /// The person stopped it, by Control-C (128 + the signal's number).
  case interrupted = 130
}
