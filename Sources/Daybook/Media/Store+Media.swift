import DaybookEvents
import DaybookLog
import DaybookSystem
package import LMDB

extension Store {
  /// Where the contents lie of the files that notes show.
  package var mediaFolder: MediaFolder { MediaFolder(storeAt: environment.path) }

  /// Adds a file for notes to show, under its own name or another. The content is copied and
  /// durable before the log names it; what was added before is not copied again.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - name: what notes call it; nil for the name it has.
  ///   - isReplacing: whether a name that stands for another file may be given to this one. The
  ///     other content stays where it is: nothing is deleted.
  /// - Throws: ``MediaError``, ``StoreFailure``.
  @discardableResult
  public func addMedia(
    fileAt path: String, named name: String? = nil, replacing isReplacing: Bool = false
  ) throws -> MediaFile {
    let name = name ?? path.split(separator: "/").last.map(String.init) ?? ""
    try checkMedia(name)
    return try StoreFailure.namingFiles {
      guard !FileSystem.isDirectory(path) else {
        throw SystemError(.read, path: path, kind: .isDirectory)
      }
      let reader = try FileReader(path)
      return try addMedia(named: name, replacing: isReplacing) { try reader.read(1 << 20) }
    }
  }

  /// The same with the bytes of a file.
  @discardableResult
  public func addMedia(
    _ bytes: [UInt8], named name: String, replacing isReplacing: Bool = false
  ) throws -> MediaFile {
    var rest = bytes
    return try StoreFailure.namingFiles {
      try addMedia(named: name, replacing: isReplacing) {
        defer { rest = [] }
        return rest
      }
    }
  }

  /// The same with bytes that are read piece by piece.
  ///
  /// - Parameter read: gives the next bytes; none at the end.
  @discardableResult
  package func addMedia(
    named name: String, replacing isReplacing: Bool = false,
    reading read: () throws -> [UInt8]
  ) throws -> MediaFile {
    try checkMedia(name)
    let file = try keepMedia(name, reading: read)
    try write { moment, transaction in
      let row = RowKey(.media, MediaFile.id(name))
      let record = try moment.catalog.record(row, transaction)
      let known = record.value(.mediaFile).flatMap(MediaFile.init(reading:))
      if let known, known.digest == file.digest, record.contested.isEmpty { return [] }
      guard isReplacing || known == nil || known?.digest == file.digest else {
        throw MediaError.nameTaken(name)
      }
      // Somebody may have erased the same content between keeping and naming it.
      guard mediaFolder.holds(file) else {
        throw SystemError(.read, path: mediaFolder.path(of: file.digest), kind: .notFound)
      }
      return [EventDraft(.mediaAdded, row.entity, payload: file.encoded)]
    }
    return file
  }

  /// Takes their names away from files, in one command. The contents stay, for undoing;
  /// ``erase(_:media:isDryRun:)`` deletes those too.
  ///
  /// - Throws: ``MediaError/unknownName(_:)``: then nothing was written.
  public func removeMedia(named names: [String]) throws {
    try write { moment, transaction in
      try names.map { name in
        guard try moment.mediaFile(named: name, transaction) != nil else {
          throw MediaError.unknownName(name)
        }
        return EventDraft(.mediaRemoved, MediaFile.id(name))
      }
    }
  }

  /// Keeps the content of a file and says nothing of it in the log: for imports, which then name
  /// many files in one command.
  package func keepMedia(
    _ name: String, reading read: () throws -> [UInt8]
  ) throws -> MediaFile {
    try checkMedia(name)
    return try mediaFolder.keep(name, reading: read)
  }

  private func checkMedia(_ name: String) throws {
    guard MediaFile.isName(name) else { throw MediaError.unusableName }
    guard !options.isReadOnly else { throw StoreError.readOnly }
  }

  /// The file that a name stands for; nil for none. Its content may be missing: see
  /// ``mediaPath(named:)``.
  public func mediaFile(named name: String) throws -> MediaFile? {
    try read { try $0.mediaFile(named: name, $1) }
  }

  /// Where the content of a file lies; nil when the name stands for none, or its content is not
  /// here (yet).
  public func mediaPath(named name: String) throws -> String? {
    guard let file = try mediaFile(named: name), mediaFolder.holds(file) else { return nil }
    return mediaFolder.path(of: file.digest)
  }

  /// The files that notes can, or could, show, in the order of their names.
  ///
  /// - Parameter time: a moment in the past; nil for now.
  public func mediaFiles(at time: PastTime? = nil) throws -> [MediaFile] {
    try read(at: time) { try $0.mediaFiles($1) }
  }

  /// The files whose content is not here, or not in its whole length.
  ///
  /// - Parameter time: the moment whose files are looked for; nil for those of now.
  public func missingMedia(at time: PastTime? = nil) throws -> [MediaFile] {
    try read(at: time) { try missingMedia($0, $1) }
  }

  func missingMedia(
    _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> [MediaFile] {
    let folder = mediaFolder
    return try moment.mediaFiles(transaction).filter { !folder.holds($0) }
  }

  /// Paths, from the store's folder of media, of what lies there and no name stands for.
  public func strayMedia() throws -> [String] {
    try mediaFolder.strays(besides: Set(mediaFiles().map(\.digest)))
  }

  /// What is wrong with the files, in words: the first hundred of it. Names stay out of it.
  func mediaProblems() throws -> [String] {
    let unsound = try unsoundMedia()
    let rest = unsound.count - 100
    let erased = try environment.read { try DroppedMedia.all(in: tables.meta, $0) }
    return unsound.prefix(100).map { file, isMissing in
      "The file \(file.digits.prefix(12)), which notes show, is "
        + (isMissing ? "not here." : "not what was added.")
    } + (rest > 0 ? ["And \(rest) more files."] : [])
      + erased.map {
        "The content \(Hexadecimal.digits($0).prefix(12)) was erased and could not be deleted."
      }
  }

  /// The files whose content is not here, or not what was added; reads all of them.
  package func unsoundMedia() throws -> [(file: MediaFile, isMissing: Bool)] {
    let folder = mediaFolder
    return try mediaFiles().compactMap { file in
      guard folder.holds(file) else { return (file, true) }
      return try folder.isSound(file) ? nil : (file, false)
    }
  }
}

extension Moment {
  /// The file that a name stands for; nil for none.
  package func mediaFile(
    named name: String, _ transaction: borrowing ReadTransaction
  ) throws -> MediaFile? {
    try catalog.record(RowKey(.media, MediaFile.id(name)), transaction).value(.mediaFile)
      .flatMap(MediaFile.init(reading:))
  }

  /// All files that have a name, in the order of those.
  package func mediaFiles(
    _ transaction: borrowing ReadTransaction
  ) throws -> [MediaFile] {
    var files: [MediaFile] = []
    let prefix = [RowKind.media.rawValue]
    try catalog.scan(
      RowKind.media.view, from: prefix, below: prefix.after, transaction
    ) { _, value in
      let kept = try Record(reading: value).value(.mediaFile)
      if let file = kept.flatMap(MediaFile.init(reading:)) { files.append(file) }
      return .next
    }
    return files.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }
}
