/// What LMDB, or the file system under it, refused to do.
///
/// Holds data, never text for a person: explaining it is the caller's.
package struct LMDBError: Error, Equatable, Sendable {
  /// What was being done.
  package let operation: Operation
  /// What went wrong, as far as the caller can act on it.
  package let kind: Kind
  /// The return code of LMDB (negative) or `errno` (positive), 0 where neither was involved.
  package let code: Int32
  /// The process that holds the writer lock, if it is known. Only with `writerBusy`.
  package var writer: Int32?
  /// Bytes an ordinary user can still write on the volume. Only with `diskFull`.
  package var freeBytes: UInt64?
  /// The length the store's own header promises, in bytes. Only with `shortFile`.
  package var expectedFileSize: UInt64?
  /// The length the data file has, in bytes. Only with `shortFile` and `invalidFile`.
  package var actualFileSize: UInt64?
  /// The table that was named. Only with `tableMissing`.
  package var table: String?

  /// An error without details; set those that are known afterwards.
  package init(operation: Operation, kind: Kind, code: Int32 = 0) {
    self.operation = operation
    self.kind = kind
    self.code = code
  }
}

extension LMDBError {
  /// What was being done when it failed.
  package enum Operation: String, Equatable, Sendable, CaseIterable {
    case create, open, reopen, begin, lock, get, put, append, delete, removeAll, scan, count
    case commit, openTable, createTable, removeTable, grow, resize, copy, information
  }

  /// Why it failed.
  package enum Kind: String, Equatable, Sendable, CaseIterable {
    /// The map reached its largest size (1 TiB), so it cannot grow any more.
    case mapFull
    /// Another process grew the map while a transaction of this thread was open.
    case mapResized
    /// All 512 reader slots are taken by living processes.
    case readersFull
    /// Not an LMDB file: empty, foreign or damaged in its first pages.
    case invalidFile
    /// Written by an LMDB with another file or lock format.
    case versionMismatch
    /// A page is missing or of the wrong type.
    case corrupted
    /// Writing the meta page failed: nothing works until ``Environment/reopen()``.
    case panic
    /// The disk reported an error.
    case ioError
    /// No room on the volume; nothing of the transaction was written.
    case diskFull
    /// The system lets no file grow so long (`ulimit -f`); nothing of the transaction was written.
    case fileSizeLimit
    /// A key was longer than 511 bytes.
    case keyTooLong
    /// A key was empty.
    case keyEmpty
    /// An appended key was not greater than the last key of its table.
    case keyOutOfOrder
    /// A value was longer than 4 GiB.
    case valueTooLong
    /// The environment was opened for reading, or the volume is mounted so.
    case notWritable
    /// The operating system refused access.
    case permissionDenied
    /// There is no store at that path.
    case notFound
    /// The path to be made is already there.
    case alreadyExists
    /// LMDB does not work on network file systems.
    case networkFileSystem
    /// The data file is shorter than its header says.
    case shortFile
    /// Another process kept the writer lock for longer than the caller would wait.
    case writerBusy
    /// A transaction was used after it failed, or by a forked child.
    case badTransaction
    /// No memory or no address space.
    case outOfMemory
    /// The process or the system has too many open files.
    case tooManyFiles
    /// The store holds no such table.
    case tableMissing
    /// 64 tables are open.
    case tooManyTables
    /// Anything else; see the code.
    case other
  }
}
