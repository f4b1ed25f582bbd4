import Daybook
import DaybookConsole
import DaybookInterchange
import DaybookSystem

/// An Anki package to be written.
struct PackageTarget {
  private let path: String

  /// - Throws: ``FileInUse`` where a file lies that is no package, unless it `mayBeInUse`.
  init(_ path: String, mayBeInUse: Bool) throws {
    self.path = path
    guard path != "-", !mayBeInUse, FileSystem.exists(path), !FileSystem.isDirectory(path) else {
      return
    }
    let start = try FileReader(path).read(4)
    guard start.isEmpty || start == Array("PK\u{3}\u{4}".utf8) else { throw FileInUse(path: path) }
  }

  /// Writes it, or with `isDryRun` writes it where nobody looks, to know what it would hold.
  /// Standard output gets it when all of it is there.
  func write(
    _ export: AnkiExport, of store: Store, isDryRun: Bool
  ) throws -> AnkiExport.Counts {
    do {
      return try writeFile(export, of: store, isDryRun: isDryRun)
    } catch let error as AnkiWriteError {
      throw PackageNotWritten(path: path, error: error)
    }
  }

  private func writeFile(
    _ export: AnkiExport, of store: Store, isDryRun: Bool
  ) throws -> AnkiExport.Counts {
    guard isDryRun || path == "-" else { return try export.write(store, to: path) }
    let folder = try PartFolder(temporary: "export")
    defer { folder.remove() }
    let scratch = folder.path + "/package"
    let counts = try export.write(store, to: scratch)
    guard !isDryRun else { return counts }
    let reader = try FileReader(scratch)
    while true {
      let bytes = try reader.read(1 << 18)
      if bytes.isEmpty { return counts }
      try Console.send(bytes)
    }
  }

  /// Says what was written.
  func show(_ counts: AnkiExport.Counts, isDryRun: Bool, _ output: Output) {
    var warnings: [JSON] = []
    if counts.missingFiles > 0 {
      let message = "\(counts.missingFiles) files that notes show aren't here and were left out"
      if !output.isJSON || path == "-" { Console.note("\(VisibleText.line(path)): \(message)") }
      warnings.append(["file": .string(path), "line": nil, "message": .string(message)])
    }
    // Standard output holds the package then, and nothing else.
    guard path != "-" || isDryRun else { return }
    output.show([
      "schema": "daybook.export/1", "dryRun": .bool(isDryRun),
      "written": .integer(Int64(counts.notes)), "cards": .integer(Int64(counts.cards)),
      "reviews": .integer(Int64(counts.reviews)), "files": .integer(Int64(counts.files)),
      "unchanged": 0, "skipped": .integer(Int64(counts.missingFiles)),
      "warnings": .array(warnings),
    ]) {
      let verb = isDryRun ? "Would write" : "Wrote"
      let parts = [
        (counts.notes, "note"), (counts.cards, "card"), (counts.reviews, "review"),
        (counts.files, "file"),
      ].map { "\($0) \($1)\($0 == 1 ? "" : "s")" }.joined(separator: ", ")
      return ["\(verb) \(parts) to \(VisibleText.line(path))."]
    }
  }
}

/// A package that could not be made of what is here.
struct PackageNotWritten: Explainable {
  let path: String
  let error: AnkiWriteError

  var exitStatus: ExitStatus { .failed }

  var explanation: Explanation {
    Explanation(
      whatHappened: "The package \(path) can't be written: \(error.message).",
      dataSafety: "Nothing was written, and your daybook is as it was.",
      nextStep: "Export a single deck with --deck to find the one; export json takes everything.")
  }
}
