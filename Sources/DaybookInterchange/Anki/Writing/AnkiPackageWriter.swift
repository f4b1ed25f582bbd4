import Crypto
import DaybookCompression
import DaybookSQLite
import DaybookSystem
import GRDB

/// Writes Anki packages.
package enum AnkiPackageWriter {
  /// Writes a package: the latest form, or the second for programs that do not know it.
  ///
  /// The file appears whole or not at all. The same contents give the same bytes, with the same
  /// versions of SQLite and of what packs. Memory does not grow with the notes or the files.
  ///
  /// - Parameter version: The oldest form is read only.
  /// - Parameter fill: Adds everything.
  /// - Throws: ``AnkiWriteError``, ``ZipError``; `SystemError`; what `fill` throws.
  package static func write(
    _ path: String, _ version: AnkiPackageVersion = .latest, _ collection: AnkiCollection,
    temporaryFolder: String = Host.temporaryFolder,
    _ fill: (AnkiPackageContents) throws -> Void
  ) throws {
    precondition(version != .legacy1, "the oldest form is read only")
    let folder = try PartFolder(temporary: "anki", in: temporaryFolder)
    defer { folder.remove() }
    let file = "\(folder.path)/collection"
    let media = try makeCollection(file, version, collection, fill)
    let notice = "\(folder.path)/notice"
    _ = try makeCollection(notice, .legacy2, collection) { try fillNotice($0, collection) }
    var zip = try ZipWriter(path)
    var meta = ProtoMessage()
    meta.set(1, integer: version.rawValue)
    try zip.add(AnkiEntry.meta, meta.bytes)
    try zip.add(
      version.collectionEntry, deflated: !version.isPacked, packed(source(file), version))
    try zip.add(AnkiEntry.notice, deflated: true, source(notice))
    var listed: [(name: String, size: Int, sha1: [UInt8])] = []
    for (position, media) in media.enumerated() {
      var size = 0
      var digest = Insecure.SHA1()
      let measured: ByteSource = { sink in
        (size, digest) = (0, Insecure.SHA1())
        try media.source { piece in
          digest.update(data: piece)
          size += piece.count
          try sink(piece)
        }
      }
      try zip.add(String(position), packed(measured, version))
      listed.append((media.name, size, Array(digest.finalize())))
    }
    try zip.add(AnkiEntry.media, try list(listed, version))
    try zip.finish()
  }

  private static func makeCollection(
    _ path: String, _ version: AnkiPackageVersion, _ collection: AnkiCollection,
    _ fill: (AnkiPackageContents) throws -> Void
  ) throws -> [(name: String, source: ByteSource)] {
    do {
      let queue = try NewDatabase.make(path)
      let media = try queue.write { database in
        let contents = try AnkiPackageContents(database, version)
        try fill(contents)
        try contents.finish(collection)
        return contents.media
      }
      try queue.close()
      return media
    } catch let error as DatabaseError {
      if let failure = SystemError(error, path: path) { throw failure }
      throw AnkiWriteError.refused(code: Int(error.extendedResultCode.rawValue))
    }
  }

  /// What programs show that look for the oldest form only.
  private static func fillNotice(
    _ contents: AnkiPackageContents, _ collection: AnkiCollection
  ) throws {
    let seconds = collection.modifiedMilliseconds / 1_000
    try contents.add(
      AnkiNoteType(
        id: 1, name: "Notice", modifiedSeconds: seconds, fields: [AnkiField("Front")],
        templates: [AnkiTemplate("Card 1", question: "{{Front}}", answer: "{{FrontSide}}")]))
    let note = AnkiNote(
      id: 1, guid: "daybook-notice", noteTypeID: 1, modifiedSeconds: seconds,
      fields: [AnkiNotice.own])
    let card = AnkiCard(
      id: 1, noteID: 1, deckID: 1, ordinal: 0, modifiedSeconds: seconds, due: 1)
    try contents.add(AnkiNoteEntry(note, cards: [AnkiNoteEntry.Card(card)]))
  }

  /// What `source` gives, packed as the form wants it.
  private static func packed(
    _ source: @escaping ByteSource, _ version: AnkiPackageVersion
  ) -> ByteSource {
    guard version.isPacked else { return source }
    return { sink in
      let compressor = try Compressor(.zstd)
      try source { try compressor.add($0, sink) }
      try compressor.finish(sink)
    }
  }

  private static func source(_ path: String) -> ByteSource {
    { sink in
      let reader = try FileReader(path)
      while true {
        let piece = try reader.read(1 << 18)
        if piece.isEmpty { return }
        try sink(piece)
      }
    }
  }

  private static func list(
    _ media: [(name: String, size: Int, sha1: [UInt8])], _ version: AnkiPackageVersion
  ) throws -> [UInt8] {
    guard version.isPacked else {
      let members = media.enumerated().map { (String($0), JSONValue.string($1.name)) }
      return JSONValue.object(JSONObject(members)).bytes
    }
    var list = ProtoMessage()
    list.set(
      1,
      messages: media.map { file in
        var entry = ProtoMessage()
        entry.set(1, text: file.name)
        entry.set(2, integer: file.size)
        entry.set(3, [.bytes(file.sha1)])
        return entry
      })
    return try CompressionMethod.zstd.packed(list.bytes)
  }
}

/// The note that stands where old programs look, and says that they are too old.
enum AnkiNotice {
  /// What this program writes there.
  static let own = "This package needs a newer version of Anki, 2.1.50 or later."
  /// How what Anki writes there begins.
  static let theirs = "Please update to the latest Anki version"

  static func isNotice(_ note: AnkiNote) -> Bool {
    note.fields.contains { $0.contains(theirs) || $0.contains(own) }
  }
}
