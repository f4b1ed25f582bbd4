public import DaybookEvents
import DaybookLog
import DaybookSystem
import LMDB

/// Why something failed for reasons outside of what was asked: the disk, another process, damage.
/// What was acknowledged before is kept in every case.
public enum StoreFailure: Error, Equatable {
  /// The volume is full.
  case diskFull(freeBytes: UInt64?)
  /// The system lets no file of this program grow so long.
  case fileSizeLimit
  /// Another process kept the store for itself too long.
  case busy(process: Int32?)
  /// The directory or a file may not be read or written.
  case notPermitted
  /// No store can be made in this place.
  case cannotCreate
  /// The store lies on a network file system.
  case networkFileSystem
  /// The store's file is shorter than it must be.
  case shortFile(expected: UInt64?, actual: UInt64?)
  /// The file is no store, or damaged at its beginning.
  case notAStore
  /// Something in the store is damaged.
  case damaged
  /// A newer program has written the store or the bundle.
  case newer
  /// An older program has written the store, and it cannot be brought up to date while it is only
  /// read.
  case older
  /// The file is no bundle.
  case notABundle
  /// A bundle ends early.
  case bundleTruncated
  /// Segments were refused: damaged, or not by whom they say.
  case segmentRefused(replica: ReplicaID?)
  /// The other side of an exchange failed.
  case exchangeFailed
  /// A payload or a command is over its limit.
  case tooLarge(bytes: Int)
  /// The clock of the store has been driven to its end by a forged log.
  case clockExhausted
  /// There is no file or folder at this path, or another sort of thing than is needed.
  case unusablePath(String)
  /// Another failure of the disk or the system.
  case inputOutput

  /// What another process of this program has met that found no room.
  package static var noRoom: StoreFailure {
    Volume.limitsFileSize ? .fileSizeLimit : .diskFull(freeBytes: nil)
  }

  /// Runs a call and names the errors of the lower layers that come out of it.
  static func naming<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw StoreFailure(error) ?? error
    }
  }

  /// Runs a call that also works on files besides the store's, and names what the system says.
  static func namingFiles<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try naming(body)
    } catch let error as SystemError {
      throw switch error.kind {
      case .permissionDenied: StoreFailure.notPermitted
      case .diskFull: StoreFailure.diskFull(freeBytes: nil)
      case .fileSizeLimit: StoreFailure.fileSizeLimit
      case .notFound, .isDirectory, .isNotDirectory, .alreadyExists:
        StoreFailure.unusablePath(error.path)
      default: StoreFailure.inputOutput
      }
    }
  }

  /// Reads the errors of the lower layers; nil for any other.
  package init?(_ error: any Error) {
    switch error {
    case let error as LMDBError: self.init(error)
    case let error as LogError: self.init(error)
    case is WireError: self = .damaged
    case is ClockExhausted: self = .clockExhausted
    case ViewError.newer: self = .newer
    case ViewError.missing: self = .older
    case is ViewError: self = .damaged
    case let failure as StoreFailure: self = failure
    default: return nil
    }
  }

  private init(_ error: LMDBError) {
    let hindrances: [LMDBError.Kind] = [.invalidFile, .notFound, .other, .ioError]
    if error.operation == .create, hindrances.contains(error.kind) {
      self = .cannotCreate
      return
    }
    switch error.kind {
    case .diskFull, .mapFull: self = .diskFull(freeBytes: error.freeBytes)
    case .fileSizeLimit: self = .fileSizeLimit
    case .writerBusy: self = .busy(process: error.writer)
    case .permissionDenied, .notWritable: self = .notPermitted
    case .networkFileSystem: self = .networkFileSystem
    case .shortFile:
      self = .shortFile(expected: error.expectedFileSize, actual: error.actualFileSize)
    case .invalidFile, .versionMismatch, .notFound: self = .notAStore
    case .corrupted, .tableMissing: self = .damaged
    case .valueTooLong: self = .tooLarge(bytes: 0)
    default: self = .inputOutput
    }
  }

  private init(_ error: LogError) {
    switch error {
    case .damaged: self = .damaged
    case .payloadTooLarge(let bytes): self = .tooLarge(bytes: bytes)
    case .commandTooLarge(_, let bytes): self = .tooLarge(bytes: bytes)
    case .newerStore, .newerBundle: self = .newer
    case .olderStore: self = .older
    case .notABundle: self = .notABundle
    case .bundleTruncated: self = .bundleTruncated
    case .segmentMalformed, .bundleDamaged: self = .segmentRefused(replica: nil)
    case .segmentBroken(let replica, _), .segmentForged(let replica):
      self = .segmentRefused(replica: replica)
    case .exchangeFailed: self = .exchangeFailed
    }
  }
}
