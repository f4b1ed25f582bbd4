import DaybookEvents
import DaybookSystem
import LMDB

/// The bytes of a backup.
///
/// Without files that notes show a backup is the store's own file. With them it is `DBK1`, 8 bytes
/// big-endian of the length of the store's file, that file, and for each content its SHA-256,
/// 8 bytes of its length, and the content.
enum BackupFile {
  static let magic = Array("DBK1".utf8)
  private static let chunkByteCount = 1 << 20
  /// What may follow the pages in use of a store's file: such as a failed commit left.
  private static let endByteCount = 64 << 20

  /// Writes a backup of a store's file and of the contents of some files, each of which is checked
  /// against its digest while it is read.
  ///
  /// - Returns: how many bytes were written.
  /// - Throws: ``BackupError/copyDamaged`` when a content is not what its digest says.
  static func write(
    database: String, _ files: [MediaFile], in folder: MediaFolder,
    _ output: ([UInt8]) throws -> Void
  ) throws -> Int {
    var count = 0
    func send(_ bytes: [UInt8]) throws {
      count += bytes.count
      try output(bytes)
    }
    let length = try FileSystem.size(database)
    if !files.isEmpty { try send(magic + Hexadecimal.bytes(UInt64(length))) }
    let reader = try FileReader(database)
    while true {
      let bytes = try reader.read(chunkByteCount)
      if bytes.isEmpty { break }
      try send(bytes)
    }
    for file in files {
      try send(file.digest + Hexadecimal.bytes(file.byteCount))
      let reader = try FileReader(folder.path(of: file.digest))
      var digest = Digest()
      var rest = Int(file.byteCount)
      while rest > 0 {
        let bytes = try reader.read(min(rest, chunkByteCount))
        guard !bytes.isEmpty else { throw BackupError.copyDamaged }
        rest -= bytes.count
        digest.update(bytes)
        try send(bytes)
      }
      guard digest.finalize() == file.digest else { throw BackupError.copyDamaged }
    }
    return count
  }

  /// What was in a backup.
  struct Contents {
    /// How many contents of files came with it.
    var files = 0
    /// Whether it is not as it was written: then it is what could be read of it.
    var isDamaged = false
  }

  /// Puts what a backup holds into the directory of a store to be. How it begins is looked at
  /// before anything is written. Of a header that cannot be read the other one takes the place.
  ///
  /// - Parameters:
  ///   - path: what the person calls the backup.
  ///   - isEndless: whether it may go on for ever, as a pipe or a device: no more is read of a
  ///     store's file then than its beginning says it has.
  ///   - read: gives as many bytes as it is asked for; fewer only at the end.
  /// - Throws: ``BackupError/notABackup(path:)``; what the disk says.
  static func extract(
    to directory: String, path: String, isEndless: Bool, reading read: (Int) throws -> [UInt8]
  ) throws -> Contents {
    let head = try read(magic.count)
    let isWhole = head != magic
    guard let length = try isWhole ? Int.max : number(read).map({ Int(clamping: $0) }) else {
      return Contents(isDamaged: true)
    }
    let begun = isWhole ? head : []
    let beginning =
      try begun + read(min(length, Environment.beginningByteCount) - begun.count)
    let known = Environment.beginning(beginning)
    // What begins as a backup is one, whatever follows.
    guard known != nil || !isWhole else { throw BackupError.notABackup(path: path) }
    let needed = known?.byteCount ?? 0
    let most =
      isWhole && isEndless
      ? min(Int(clamping: needed), .max - endByteCount) + endByteCount : length
    var contents = Contents(isDamaged: known?.isSound != true)
    let writer = try FileWriter(directory + "/data.mdb")
    try writer.write(known?.bytes ?? beginning)
    var rest = most - beginning.count
    while rest > 0 {
      let bytes = try read(min(rest, chunkByteCount))
      if bytes.isEmpty { break }
      rest -= bytes.count
      try writer.write(bytes)
    }
    if !isWhole, rest > 0 { contents.isDamaged = true }
    if isWhole, isEndless, try !read(1).isEmpty { contents.isDamaged = true }
    try writer.finish()
    if !isWhole, rest == 0 {
      try extractFiles(MediaFolder(storeAt: directory), &contents, read)
    }
    return contents
  }

  /// Keeps the contents of files that follow, up to the first that is not what was written.
  private static func extractFiles(
    _ folder: MediaFolder, _ contents: inout Contents, _ read: (Int) throws -> [UInt8]
  ) throws {
    var seen: Set<[UInt8]> = []
    while true {
      let digest = try read(MediaFolder.digestLength)
      if digest.isEmpty { return }
      // Each content is there once, so that this ends.
      guard digest.count == MediaFolder.digestLength, seen.insert(digest).inserted,
        let length = try number(read)
      else {
        contents.isDamaged = true
        return
      }
      var rest = Int(clamping: length)
      let file = MediaFile(name: "", digest: digest, byteCount: length)
      let isKept =
        try length <= UInt64(MediaFolder.fileByteLimit)
        && folder.keep(file) {
          let bytes = try read(min(rest, chunkByteCount))
          rest -= bytes.count
          return bytes
        }
      guard isKept else {
        contents.isDamaged = true
        return
      }
      contents.files += 1
    }
  }

  /// A number; nil where the backup ends before it does.
  private static func number(_ read: (Int) throws -> [UInt8]) throws -> UInt64? {
    let bytes = try read(8)
    return bytes.count == 8 ? Hexadecimal.bigEndian(bytes) : nil
  }
}
