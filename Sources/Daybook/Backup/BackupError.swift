public import DaybookText

/// Why no backup was made or put back. Nothing that was there before is touched by any of these.
public enum BackupError: Error, Equatable {
  /// Something is in the place of the backup already.
  case alreadyExists(path: String)
  /// The backup would lie among the files of the store itself.
  case insideStore(path: String)
  /// The store is not as it was written, and its copy would take the place of an older one that
  /// may be.
  case storeDamaged(path: String)
  /// The copy was not as the store is, so it was thrown away.
  case copyDamaged
  /// The file is no backup of a daybook, or damaged at its beginning.
  case notABackup(path: String)
  /// The backup is not as it was written.
  case backupDamaged(path: String)
  /// There is a store in the place of the one to be put back; how many events, where that is
  /// known.
  case placeTaken(path: String, events: UInt64?)
}

/// What somebody found who looked at every page of a store.
public enum StoreSoundness: Equatable, Sendable {
  /// All of it is as it was written.
  case sound
  /// Some of it is not.
  case damaged
  /// It is no store.
  case foreign
}

/// What a backup holds.
public struct BackupReport: Equatable, Sendable {
  /// The length of the file.
  public let bytes: Int
  /// How many events it holds.
  public let events: UInt64
  /// The fingerprint of the store at that moment.
  public let fingerprint: String
  /// How many contents of files that notes show it holds.
  public let files: Int
  /// How many files it lacks, because their contents were not here or not what they should be.
  public let missingFiles: Int
  /// Whether the store is damaged, and so the backup: it can be read as far as the store can.
  public var isDamaged = false
}

/// What became of a backup that was put back.
public struct RestoreReport: Equatable, Sendable {
  /// How many events the store holds.
  public let events: UInt64
  /// The fingerprint of the store.
  public let fingerprint: String
  /// The id that the store writes under from now on.
  public let replica: String
  /// The id that it wrote under when the backup was made. Its log is kept.
  public let formerReplica: String
  /// The human name.
  public let replicaName: Text
  /// How many contents of files that notes show came with it.
  public let files: Int
}
