import Daybook
import DaybookEvents

/// The files of a package: copied beside the log, under names that stand for nothing else here.
struct AnkiMediaImport {
  /// The files whose names are new here.
  private(set) var newFiles: [MediaFile] = []
  /// Names in the package that stand for another file here, with the names they get.
  private var newNames: [String: String] = [:]

  /// Copies every file that is not here.
  ///
  /// - Parameter isDryRun: nothing is copied, only looked at.
  init(_ package: AnkiPackage, _ store: Store, isDryRun: Bool) throws {
    for media in package.media {
      let file =
        isDryRun ? try Self.digest(media, package) : try Self.kept(media, package, store)
      let name = try Self.name(of: file, store)
      if name != media.name { newNames[media.name] = name }
      guard try store.mediaFile(named: name) == nil else { continue }
      newFiles.append(MediaFile(name: name, digest: file.digest, byteCount: file.byteCount))
    }
  }

  private static func kept(
    _ media: AnkiMedia, _ package: AnkiPackage, _ store: Store
  ) throws -> MediaFile {
    // A file is unpacked piece by piece and kept piece by piece, by whoever is asked for one: so
    // it is held in memory, which the limit of a file bounds.
    var pieces: [[UInt8]] = []
    try package.read(media) { pieces.append($0) }
    pieces.reverse()
    return try store.keepMedia(media.name) { pieces.popLast() ?? [] }
  }

  private static func digest(_ media: AnkiMedia, _ package: AnkiPackage) throws -> MediaFile {
    var digest = Digest()
    var count = 0
    try package.read(media) {
      digest.update($0)
      count += $0.count
    }
    return MediaFile(
      name: media.name, digest: digest.finalize(), byteCount: UInt64(count))
  }

  /// The name of a file here: its own, unless that stands for another content. Then it gets one
  /// that says its content, and that an export can use too.
  private static func name(of file: MediaFile, _ store: Store) throws -> String {
    guard let known = try store.mediaFile(named: file.name), known.digest != file.digest else {
      return file.name
    }
    let dot = file.name.lastIndex(of: ".") ?? file.name.endIndex
    let tail = "-\(file.digits.prefix(40))\(file.name[dot...])"
    var start = file.name[..<dot]
    while !start.isEmpty, start.utf8.count + tail.utf8.count > AnkiMediaName.lengthLimit {
      start.removeLast()
    }
    return start + tail
  }

  /// A field of a note with the names its files have here.
  func renamed(in field: String) -> String {
    guard !newNames.isEmpty else { return field }
    return newNames.sorted { $0.key < $1.key }.reduce(field) {
      MediaReferences.renaming($1.key, to: $1.value, in: $0)
    }
  }
}
