import ArgumentParser
import Daybook
import DaybookConsole
import DaybookInterchange
import DaybookSystem

/// `daybook export`: take everything out, in a form that other programs read.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write everything into files that other programs read.",
    discussion: """
      EXAMPLES
        daybook export markdown ~/notes            a new folder of Markdown notes
        daybook export markdown ~/vault --force    back into the vault they came from

      FORMATS
        markdown      a folder of notes; those that came from a vault go back to their paths, \
      and are the same to the byte where nothing changed

      The folder must be new or empty. With --force, notes are also written into a folder in \
      use: only over files that have not changed since they were imported. Nothing is ever \
      removed from it. What is deleted here is not written.
      """)

  @Argument(help: "markdown.") var format: Word
  @Argument(help: "The folder.") var folder: Word
  @Flag(help: "Show what would be done, and write nothing.") var dryRun = false
  @Flag(help: "Write into a folder that is in use.") var force = false
  @Option(help: "What the vault in the folder was called when imported; default the folder's name.")
  var name: Word?
  @OptionGroup var store: StoreArguments

  func run() throws {
    _ = try InterchangeFormat(format, among: InterchangeFormat.exportable)
    var target = try VaultTarget(
      folder.string, name: name?.string, mayBeInUse: force, isDryRun: dryRun)
    let store = try store.openForReading()
    try target.export(store)
    show(target)
  }

  private func show(_ target: VaultTarget) {
    let output = store.output
    if !output.isJSON {
      for (path, message) in target.notices {
        Console.note(VisibleText.line("\(path): \(message)"))
      }
    }
    let warnings: [JSON] = target.notices.map {
      ["file": .string($0.path), "line": nil, "message": .string($0.message)]
    }
    output.show([
      "schema": "daybook.export/1", "dryRun": .bool(dryRun),
      "written": .integer(Int64(target.written)), "unchanged": .integer(Int64(target.unchanged)),
      "skipped": .integer(Int64(target.skipped)), "warnings": .array(warnings),
    ]) {
      let verb = dryRun ? "Would write" : "Wrote"
      let noun = target.written == 1 ? "note" : "notes"
      let others = [(target.unchanged, "unchanged"), (target.skipped, "left alone")]
        .filter { $0.0 > 0 }.map { ", \($0) \($1)" }.joined()
      return ["\(verb) \(target.written) \(noun) to \(VisibleText.line(folder.string))\(others)."]
    }
  }
}
