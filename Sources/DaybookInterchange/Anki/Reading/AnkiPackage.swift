import DaybookCompression
import DaybookSQLite
import DaybookSystem
import GRDB

/// An Anki package: `.apkg`, or a whole collection, `.colpkg`, which is one with everything in it.
///
/// Opening it unpacks its collection into a private file, checks the structure of that and reads
/// what is small: note types, decks, options, the list of files. Notes with their cards and reviews
/// are read one at a time by ``readNotes(_:)``, files by ``read(_:_:)``, so memory does not grow
/// with the package.
package final class AnkiPackage {
  /// In which form it is.
  package let version: AnkiPackageVersion
  /// What its collection says of itself.
  package let collection: AnkiCollection
  /// All note types, by id.
  package let noteTypes: [AnkiNoteType]
  /// All decks, by id.
  package let decks: [AnkiDeck]
  /// All options, by id.
  package let options: [AnkiDeckOptions]
  /// All tags that its list names, which may be fewer than notes have, in their order.
  package let tags: [String]
  /// The files that are there.
  package let media: [AnkiMedia]
  /// Whether a card is in the deck of number 1, which is in every collection.
  package let usesDefaultDeck: Bool
  /// Whether it says nothing of what was learned, as packages to share: Anki leaves such tags out
  /// of them too as are put on while learning.
  package let isBare: Bool
  /// How many rows it has.
  package let counts: Counts
  /// What was passed over while it was opened.
  package let problems: [AnkiProblem]

  private let zip: ZipReader
  private let limits: AnkiLimits
  private let folder: PartFolder
  private let database: DatabaseQueue

  /// How many notes, cards and reviews there are.
  package struct Counts: Equatable, Sendable {
    /// Notes.
    package let notes: Int
    /// Cards.
    package let cards: Int
    /// Reviews.
    package let reviews: Int
  }

  /// Opens a package.
  ///
  /// - Parameter temporaryFolder: Where a folder for the unpacked collection may be made; it goes
  ///   with the package.
  /// - Throws: ``AnkiPackageError``; `SystemError` where the file cannot be read.
  package init(
    _ path: String, _ limits: AnkiLimits = AnkiLimits(),
    temporaryFolder: String = Host.temporaryFolder
  ) throws {
    self.limits = limits
    var container = limits.container
    for version in AnkiPackageVersion.allCases {
      container.entrySizeByName[version.collectionEntry] = limits.collectionSize
    }
    let zip = try Self.explaining { try ZipReader(path, container) }
    let version = try Self.explaining { try Self.version(of: zip) }
    let folder = try PartFolder(temporary: "anki", in: temporaryFolder)
    let file = "\(folder.path)/collection"
    let reader = try Self.explaining {
      try Self.unpackCollection(version, zip, to: file, limits)
      return try AnkiCollectionReader(file, limits)
    }
    (self.zip, self.version, self.folder) = (zip, version, folder)
    database = reader.database
    (collection, noteTypes) = (reader.collection, reader.noteTypes)
    usesDefaultDeck = reader.usesDefaultDeck
    isBare = reader.isBare
    (decks, options, tags, counts) = (reader.decks, reader.options, reader.tags, reader.counts)
    (media, problems) = try Self.explaining { try AnkiMediaList(zip, version, limits).files() }
    if version == .legacy1, counts.notes == 1, try isNotice() { throw AnkiPackageError.onlyNotice }
  }

  /// Reads the notes in the order of their ids, each with its cards and reviews.
  ///
  /// - Parameter body: Asks for one after another. It does not read anything else of the package.
  /// - Throws: ``AnkiPackageError``, or what `body` throws.
  package func readNotes<Result>(
    _ body: (inout AnkiNoteReader) throws -> Result
  ) throws -> Result {
    try Self.explaining {
      try database.read { database in
        var reader = try AnkiNoteReader(
          database, noteTypes, schedulerVersion: collection.schedulerVersion, limits)
        return try body(&reader)
      }
    }
  }

  /// Gives the bytes of a file, piece by piece. Only when this returns is it known that they were
  /// all right.
  ///
  /// - Throws: ``AnkiPackageError``, or what `emit` throws.
  package func read(_ media: AnkiMedia, _ emit: ([UInt8]) throws -> Void) throws {
    try Self.explaining {
      try AnkiMediaList(zip, version, limits).read(media, emit)
    }
  }

  /// Reads every file once, so that a damaged one is met before anything is imported.
  ///
  /// - Throws: ``AnkiPackageError``.
  package func checkMedia() throws {
    for file in media { try read(file) { _ in } }
  }

  private static func version(of zip: ZipReader) throws -> AnkiPackageVersion {
    guard let meta = zip[AnkiEntry.meta] else {
      let isNewer = zip[AnkiPackageVersion.legacy2.collectionEntry] != nil
      return isNewer ? .legacy2 : .legacy1
    }
    guard let message = ProtoMessage(try zip.bytes(meta, limit: 1_024)) else {
      throw AnkiPackageError.unreadableEntry(AnkiEntry.meta)
    }
    let number = message.integer(1)
    guard let version = AnkiPackageVersion(rawValue: number) else {
      throw AnkiPackageError.newerVersion(number)
    }
    return version
  }

  private static func unpackCollection(
    _ version: AnkiPackageVersion, _ zip: ZipReader, to path: String, _ limits: AnkiLimits
  ) throws {
    guard let entry = zip[version.collectionEntry] else {
      throw zip[AnkiEntry.notice] == nil
        ? AnkiPackageError.noCollection : AnkiPackageError.onlyNotice
    }
    let writer = try FileWriter(path)
    let limit = OutputLimit(byteCount: limits.collectionSize, ratio: limits.container.ratio)
    let decompressor = try Decompressor(version.isPacked ? .zstd : .stored, limit)
    var isFirst = true
    do {
      try zip.unpack(entry) { piece in
        try decompressor.add(piece) { output in
          try writer.write(isFirst ? withoutWriteAheadLog(output) : output)
          isFirst = false
        }
      }
      try decompressor.finish()
    } catch let error as CompressionError {
      throw error == .tooLarge
        ? ZipError.entryTooLarge(entry: entry.name, limit: limits.collectionSize)
        : ZipError(error, entry.name)
    }
    try writer.finish()
  }

  /// Bytes 18 and 19 of a SQLite file ask for a log beside it, which a file that is only read has
  /// not.
  private static func withoutWriteAheadLog(_ start: [UInt8]) -> [UInt8] {
    guard start.count >= 20, start[18] == 2, start[19] == 2 else { return start }
    var start = start
    start[18] = 1
    start[19] = 1
    return start
  }

  /// Whether the only note is what Anki puts into newer packages for programs that cannot read
  /// them.
  private func isNotice() throws -> Bool {
    try readNotes { reader in
      guard case .note(let entry)? = try reader.next() else { return false }
      return AnkiNotice.isNotice(entry.note)
    }
  }

  /// Does something and says in the terms of packages what went wrong.
  private static func explaining<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try ForeignDatabase.explaining(body)
    } catch let error as ZipError {
      throw AnkiPackageError.container(error)
    } catch let error as ForeignDatabaseError {
      throw AnkiPackageError.collection(error)
    } catch let error as DatabaseError {
      throw SystemError(error, path: Host.temporaryFolder)
        ?? SystemError(.write, path: Host.temporaryFolder, kind: .other)
    }
  }
}

extension SystemError {
  /// The failure of the system that stopped SQLite at its work; nil where the system did all it
  /// was asked to.
  init?(_ error: DatabaseError, path: String) {
    let kind: Kind? =
      switch error.resultCode {
      case .SQLITE_FULL: .diskFull
      case .SQLITE_IOERR: .ioError
      case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_AUTH: .permissionDenied
      case .SQLITE_NOMEM: .other
      default: nil
      }
    guard let kind else { return nil }
    self.init(.write, path: path, kind: kind)
  }
}
