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
  /// - Parameter isDryRun: nothing is copied.
  init(_ package: AnkiPackage, _ store: Store, isDryRun: Bool) throws {
    guard !isDryRun else { return }
    for media in package.media {
      var pieces: [[UInt8]] = []
      try package.read(media) { pieces.append($0) }
      pieces.reverse()
      let kept = try store.mediaFolder.keep(media.name) { pieces.popLast() ?? [] }
      let name = try Self.name(of: kept, store)
      if name != media.name { newNames[media.name] = name }
      guard try store.mediaFile(named: name) == nil else { continue }
      newFiles.append(MediaFile(name: name, digest: kept.digest, byteCount: kept.byteCount))
    }
  }

  /// The name of a file here: its own, unless that stands for another content.
  private static func name(of file: MediaFile, _ store: Store) throws -> String {
    guard let known = try store.mediaFile(named: file.name), known.digest != file.digest else {
      return file.name
    }
    let dot = file.name.lastIndex(of: ".") ?? file.name.endIndex
    return "\(file.name[..<dot])-\(file.digits.prefix(40))\(file.name[dot...])"
  }

  /// A field of a note with the names its files have here.
  func renamed(in field: String) -> String {
    guard !newNames.isEmpty else { return field }
    return newNames.sorted { $0.key < $1.key }.reduce(field) {
      MediaReferences.renaming($1.key, to: $1.value, in: $0)
    }
  }
}
