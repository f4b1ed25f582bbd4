import Daybook
import DaybookSystem

/// The folder beside a document that holds the contents of the files it names, each under its
/// digest: a document of text alone would be without its pictures elsewhere.
struct DocumentMedia {
  /// Where they lie.
  let path: String

  /// The folder of a document; nil for standard output and input, which have none beside them.
  init?(besides document: String) {
    guard document != "-" else { return nil }
    path = document + ".media"
  }

  private func place(of file: MediaFile) -> String { "\(path)/\(file.digits)" }

  /// Writes the contents that are here, but for those that lie there already.
  ///
  /// - Returns: how many lie there now, and how many are not here.
  func write(_ files: [MediaFile], of store: Store) throws -> (written: Int, missing: Int) {
    let folder = store.mediaFolder
    let present = Set(files.filter(folder.holds))
    if !present.isEmpty { try FileSystem.makeDirectory(path, intermediates: true) }
    var made: [String] = []
    do {
      for file in present.sorted(by: { $0.digits < $1.digits }) {
        let target = place(of: file)
        // What cannot be asked about is written again.
        let size = try? FileSystem.size(target)
        guard size.map({ UInt64($0) }) != file.byteCount else { continue }
        let reader = try FileReader(folder.path(of: file.digest))
        let writer = try FileWriter(target)
        while true {
          let bytes = try reader.read(1 << 20)
          if bytes.isEmpty { break }
          try writer.write(bytes)
        }
        try writer.finish()
        made.append(target)
      }
    } catch {
      // The document is not written then, and nothing asks for these.
      for target in made { try? FileSystem.remove(target) }
      // It stays where an earlier export lies in it.
      try? FileSystem.remove(path)
      throw error
    }
    return (present.count, files.count { !folder.holds($0) })
  }

  /// Keeps the content of a file that a document names, if it lies there and is what it should be.
  ///
  /// - Returns: whether the store has it now.
  func keep(_ file: MediaFile, in store: Store, isDryRun: Bool) throws -> Bool {
    if store.mediaFolder.holds(file) { return true }
    let source = place(of: file)
    guard FileSystem.exists(source), !FileSystem.isSpecial(source) else { return false }
    if isDryRun { return true }
    let reader = try FileReader(source)
    return try store.mediaFolder.keep(file) { try reader.read(1 << 20) }
  }
}
