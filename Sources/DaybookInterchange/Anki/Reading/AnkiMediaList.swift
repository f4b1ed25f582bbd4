import Crypto
import DaybookCompression
import DaybookSystem

/// The list of the files in a package, and the files.
struct AnkiMediaList {
  private let zip: ZipReader
  private let version: AnkiPackageVersion
  private let limits: AnkiLimits

  /// The most bytes of the list: that many names of the greatest length.
  private static let listLimit = 16 << 20

  init(_ zip: ZipReader, _ version: AnkiPackageVersion, _ limits: AnkiLimits) {
    self.zip = zip
    self.version = version
    self.limits = limits
  }

  /// The files that are there, and what is wrong with others.
  ///
  /// - Throws: ``AnkiPackageError/mediaPath(position:)`` for a name that is a path.
  func files() throws -> (files: [AnkiMedia], problems: [AnkiProblem]) {
    guard let entry = zip[AnkiEntry.media] else { return ([], []) }
    let packed = try zip.bytes(entry, limit: Self.listLimit)
    let listed = version.isPacked ? try messages(packed) : try members(packed)
    guard listed.count <= limits.container.entryCount else {
      throw AnkiPackageError.tooMany("files", limit: limits.container.entryCount)
    }
    var files: [AnkiMedia] = []
    var problems: [AnkiProblem] = []
    var names: Set<String> = []
    var total = 0
    for (position, file) in listed.enumerated() {
      guard let name = AnkiMediaName.normalized(file.name) else {
        throw AnkiPackageError.mediaPath(position: position)
      }
      let problem: AnkiProblem.Kind? =
        zip[file.entry] == nil
        ? .missing : names.insert(name).inserted ? nil : .duplicateName
      if let problem {
        problems.append(AnkiProblem(subject: .media(position), kind: problem))
        continue
      }
      let (size, limit) = (file.size ?? 0, limits.container.size(of: file.entry))
      guard (0...limit).contains(size) else {
        throw ZipError.entryTooLarge(entry: file.entry, limit: limit)
      }
      total += size
      guard total <= limits.container.totalSize else {
        throw ZipError.totalTooLarge(limit: limits.container.totalSize)
      }
      files.append(AnkiMedia(name: name, entry: file.entry, size: file.size, sha1: file.sha1))
    }
    return (files, problems)
  }

  /// Gives the bytes of a file.
  func read(_ media: AnkiMedia, _ emit: ([UInt8]) throws -> Void) throws {
    guard let entry = zip[media.entry] else {
      throw AnkiPackageError.unreadableEntry(media.entry)
    }
    let limit = OutputLimit(
      byteCount: media.size ?? limits.container.size(of: media.entry),
      ratio: limits.container.ratio)
    let decompressor = try Decompressor(version.isPacked ? .zstd : .stored, limit)
    var digest = Insecure.SHA1()
    do {
      try zip.unpack(entry) { piece in
        try decompressor.add(piece) { output in
          digest.update(data: output)
          try emit(output)
        }
      }
      try decompressor.finish()
    } catch let error as CompressionError {
      guard error != .tooLarge else { throw changed(media) }
      throw ZipError(error, entry.name)
    }
    if let size = media.size, size != decompressor.outputCount { throw changed(media) }
    if let sha1 = media.sha1, sha1 != Array(digest.finalize()) { throw changed(media) }
  }

  private func changed(_ media: AnkiMedia) -> AnkiPackageError {
    .mediaChanged(position: Int(media.entry) ?? 0)
  }

  private struct Listed {
    var name: String
    var entry: String
    var size: Int?
    var sha1: [UInt8]?
  }

  /// The newer form: a message a file, whose position is the name of its entry.
  private func messages(_ packed: [UInt8]) throws -> [Listed] {
    let bytes: [UInt8]
    do {
      bytes = try CompressionMethod.zstd.unpacked(packed, OutputLimit(byteCount: Self.listLimit))
    } catch let error as CompressionError {
      throw ZipError(error, AnkiEntry.media)
    }
    guard let list = ProtoMessage(bytes) else {
      throw AnkiPackageError.unreadableEntry(AnkiEntry.media)
    }
    return try list.all(1).enumerated().map { position, value in
      guard case .bytes(let bytes) = value, let message = ProtoMessage(bytes) else {
        throw AnkiPackageError.unreadableEntry(AnkiEntry.media)
      }
      var sha1: [UInt8]?
      if case .bytes(let digest)? = message[3], digest.count == 20 { sha1 = digest }
      return Listed(
        name: message.text(1), entry: String(message.optionalInteger(255) ?? position),
        size: message.integer(2), sha1: sha1)
    }
  }

  /// The older forms: a JSON object of names by entry.
  private func members(_ bytes: [UInt8]) throws -> [Listed] {
    let json: JSONValue
    do {
      json = try JSONValue(parsing: bytes)
    } catch {
      throw AnkiPackageError.unreadableEntry(AnkiEntry.media)
    }
    guard case .object(let object) = json else {
      throw AnkiPackageError.unreadableEntry(AnkiEntry.media)
    }
    return object.members.map { Listed(name: $0.value.text ?? "", entry: $0.key) }
      .sorted { (Int($0.entry) ?? .max, $0.entry) < (Int($1.entry) ?? .max, $1.entry) }
  }
}
