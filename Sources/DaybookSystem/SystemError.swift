#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the operating system refused to do.
package struct SystemError: Error, Equatable, Sendable {
  /// What was being done.
  package let operation: Operation
  /// The file it was done to, or the program; empty for pipes and terminals.
  package let path: String
  /// `errno`, or 0 where a limit of this program was met.
  package let code: Int32
  /// What went wrong, as far as the caller can act on it.
  package let kind: Kind
  /// How many bytes, or entries of a directory, the caller allows. Only with `tooLarge`.
  package let limit: Int?

  /// What was being done when it failed.
  package enum Operation: String, Equatable, Sendable, CaseIterable {
    case read, write, append, inspect, makeDirectory, list, remove, rename, synchronize
    case start, wait
  }

  /// Why it failed.
  package enum Kind: String, Equatable, Sendable, CaseIterable {
    case notFound, permissionDenied, alreadyExists, diskFull, isDirectory, isNotDirectory
    case directoryNotEmpty, ioError
    /// More bytes or entries than the caller allows.
    case tooLarge
    /// The system lets no file grow so long (`ulimit -f`).
    case fileSizeLimit
    /// The other end stopped in the middle of something.
    case endOfFile
    case other
  }

  /// An error of this module's own.
  package init(_ operation: Operation, path: String, kind: Kind, limit: Int? = nil) {
    self.operation = operation
    self.path = path
    self.kind = kind
    self.limit = limit
    code = 0
  }

  /// The error that a system call's code stands for; by default that of the last one.
  package init(_ operation: Operation, path: String, code: Int32 = errno) {
    self.operation = operation
    self.path = path
    self.code = code
    kind = Kind(code: code)
    limit = nil
  }
}

extension SystemError.Kind {
  fileprivate init(code: Int32) {
    self =
      switch code {
      case ENOENT: .notFound
      case EACCES, EPERM, EROFS: .permissionDenied
      case EEXIST: .alreadyExists
      case ENOSPC, EDQUOT: .diskFull
      case EISDIR: .isDirectory
      case ENOTDIR: .isNotDirectory
      case ENOTEMPTY: .directoryNotEmpty
      case EFBIG: .fileSizeLimit
      case EIO: .ioError
      default: .other
      }
  }
}
