import DaybookEvents
import DaybookSystem
import Synchronization

/// The files that notes show: beside the log, each under the SHA-256 of its content, in a folder
/// named by the first two of its digits.
///
/// A file is written whole and made durable before it gets its name, and never changed after, so
/// what lies under a name is what the name says. Nothing here is ever deleted but what was erased,
/// and what was not finished by the one who wrote it.
package struct MediaFolder: Sendable {
  /// The longest file that is kept: 100 MiB.
  package static let fileByteLimit = 100 << 20
  /// The bytes of a digest.
  static let digestLength = 32
  /// How much of a file is in memory at once.
  package static let chunkByteCount = 1 << 20
  private static let partCount = Atomic<Int>(0)

  /// The folder.
  package let path: String

  /// Who may do what in it.
  private let permissions: UInt16

  /// The folder of the store in a directory. It need not be there.
  ///
  /// - Parameter permissions: who may do what in it, where it is made; by default its owner alone.
  package init(storeAt directory: String, permissions: UInt16 = 0o700) {
    path = directory + "/media"
    self.permissions = permissions
  }

  /// Where the content with a digest lies, if it is here.
  package func path(of digest: [UInt8]) -> String {
    let digits = Hexadecimal.digits(digest)
    return "\(path)/\(digits.prefix(2))/\(digits)"
  }

  /// Whether a file is here in its whole length. Its content is not read: see ``isSound(_:)``.
  package func holds(_ file: MediaFile) -> Bool {
    let path = path(of: file.digest)
    // What cannot be asked about cannot be shown either.
    let size = try? FileSystem.size(path)
    return size.map { UInt64($0) } == file.byteCount && !FileSystem.isSpecial(path)
  }

  /// Whether a file is here and what it was when it was added; reads all of it.
  package func isSound(_ file: MediaFile) throws -> Bool {
    guard holds(file) else { return false }
    let reader = try FileReader(path(of: file.digest))
    var digest = Digest()
    while true {
      let bytes = try reader.read(Self.chunkByteCount)
      if bytes.isEmpty { return digest.finalize() == file.digest }
      digest.update(bytes)
    }
  }

  /// Keeps a content, durably when this returns; one that is here already is not kept twice.
  ///
  /// - Parameters:
  ///   - name: what the file is called, for what this returns.
  ///   - read: gives the next bytes; none at the end.
  /// - Throws: ``MediaError/tooLarge(limit:)``; what `read` throws and the disk says. Nothing is
  ///   left behind then.
  package func keep(
    _ name: String, reading read: () throws -> [UInt8]
  ) throws -> MediaFile {
    let part = try beginPart()
    while true {
      let bytes = try read()
      if bytes.isEmpty { break }
      try part.write(bytes)
    }
    let file = part.file(named: name)
    // A damaged file is replaced by what it should be.
    if try !isSound(file) { try put(part, file) }
    return file
  }

  /// Keeps a copy of a file that somebody else says has this digest.
  ///
  /// - Returns: whether it does; nothing was kept otherwise.
  package func keep(
    _ file: MediaFile, reading read: () throws -> [UInt8]
  ) throws -> Bool {
    let part = try beginPart()
    while true {
      let bytes = try read()
      if bytes.isEmpty { return try finish(part, as: file) }
      guard part.byteCount + UInt64(bytes.count) <= file.byteCount else { return false }
      try part.write(bytes)
    }
  }

  /// Deletes a content, durably when this returns.
  ///
  /// - Returns: whether it was here.
  func delete(_ digest: [UInt8]) throws -> Bool {
    let place = path(of: digest)
    guard FileSystem.exists(place) else { return false }
    try FileSystem.remove(place)
    try FileSystem.synchronizeDirectory(FileSystem.parent(of: place))
    return true
  }

  /// Begins a file whose digest is not known, or not believed, yet.
  func beginPart() throws -> MediaPart {
    try makeFolder(path)
    let count = Self.partCount.add(1, ordering: .relaxed).newValue
    return MediaPart(
      try FileWriter("\(path)/incoming-\(count)", permissions: permissions & 0o666))
  }

  /// Keeps what was written if it is the file it should be.
  func finish(_ part: MediaPart, as file: MediaFile) throws -> Bool {
    guard part.file(named: file.name) == file else { return false }
    try put(part, file)
    return true
  }

  /// Gives what was written its name.
  private func put(_ part: MediaPart, _ file: MediaFile) throws {
    let place = path(of: file.digest)
    try makeFolder(FileSystem.parent(of: place))
    try part.writer.finish(at: place)
  }

  private func makeFolder(_ folder: String) throws {
    guard !FileSystem.isDirectory(folder) else { return }
    do {
      try FileSystem.makeDirectory(folder, permissions: permissions)
    } catch let error where error.kind == .alreadyExists {
      return  // another process made it at the same moment
    }
    try FileSystem.synchronizeDirectory(FileSystem.parent(of: folder))
  }

  /// Every content that lies here under its digest, by that alone: nothing of it is read.
  func contents() throws -> [MediaFile] {
    guard FileSystem.isDirectory(path) else { return [] }
    return try FileSystem.listFilesRecursively(path).files.compactMap { file in
      let place = "\(path)/\(file.relativePath)"
      guard let digits = file.relativePath.split(separator: "/").last,
        let digest = Hexadecimal.bytes(digits), digest.count == Self.digestLength,
        self.path(of: digest) == place
      else { return nil }
      return MediaFile(name: "", digest: digest, byteCount: UInt64(try FileSystem.size(place)))
    }
  }

  /// Paths, from the folder, of what lies in it that is none of these contents: what no name
  /// stands for any more, what was not finished, and what somebody else put there.
  package func strays(besides digests: Set<[UInt8]>) throws -> [String] {
    guard FileSystem.isDirectory(path) else { return [] }
    let known = Set(digests.map { path(of: $0) })
    let listing = try FileSystem.listFilesRecursively(path)
    return listing.files.map(\.relativePath).filter { !known.contains("\(path)/\($0)") }
      + listing.unreadableNames
  }
}

/// A file on its way into a folder of media; gone without a trace unless it is finished.
final class MediaPart {
  fileprivate let writer: FileWriter
  private var digest = Digest()
  /// How much was written.
  private(set) var byteCount: UInt64 = 0

  fileprivate init(_ writer: FileWriter) { self.writer = writer }

  /// Writes more of it.
  ///
  /// - Throws: ``MediaError/tooLarge(limit:)``, and what the disk says.
  func write(_ bytes: [UInt8]) throws {
    byteCount += UInt64(bytes.count)
    guard byteCount <= UInt64(MediaFolder.fileByteLimit) else {
      throw MediaError.tooLarge(limit: MediaFolder.fileByteLimit)
    }
    digest.update(bytes)
    try writer.write(bytes)
  }

  /// What was written, under a name.
  func file(named name: String) -> MediaFile {
    MediaFile(name: name, digest: digest.finalize(), byteCount: byteCount)
  }
}
