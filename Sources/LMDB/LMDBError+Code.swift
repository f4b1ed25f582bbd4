import CLMDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension LMDBError {
  /// The error that a return code stands for.
  init(_ operation: Operation, code: Int32) {
    self.init(operation: operation, kind: Kind(code: code), code: code)
  }

  /// The error that the last failed system call left in `errno`.
  static func system(_ operation: Operation) -> LMDBError {
    LMDBError(operation, code: errno)
  }
}

extension LMDBError.Kind {
  /// Maps LMDB's negative codes and the operating system's positive ones.
  init(code: Int32) {
    self = code < 0 ? Self.library(code) : Self.system(code)
  }

  private static func library(_ code: Int32) -> Self {
    switch code {
    case MDB_MAP_FULL: .mapFull
    case MDB_MAP_RESIZED: .mapResized
    case MDB_READERS_FULL: .readersFull
    case MDB_INVALID: .invalidFile
    case MDB_VERSION_MISMATCH: .versionMismatch
    case MDB_CORRUPTED, MDB_PAGE_NOTFOUND, MDB_CURSOR_FULL, MDB_PAGE_FULL: .corrupted
    case MDB_PANIC: .panic
    case MDB_KEYEXIST: .keyOutOfOrder
    case MDB_BAD_TXN, MDB_BAD_RSLOT, MDB_TXN_FULL: .badTransaction
    case MDB_DBS_FULL: .tooManyTables
    case MDB_BAD_DBI: .tableMissing
    default: .other
    }
  }

  private static func system(_ code: Int32) -> Self {
    switch code {
    case ENOENT, ENOTDIR: .notFound
    case EEXIST, ENOTEMPTY: .alreadyExists
    case EACCES, EPERM: .permissionDenied
    case EROFS: .notWritable
    case EIO: .ioError
    case ENOSPC, EDQUOT: .diskFull
    case EFBIG: .fileSizeLimit
    case ENOMEM, EAGAIN: .outOfMemory
    case EMFILE, ENFILE: .tooManyFiles
    default: .other
    }
  }
}
