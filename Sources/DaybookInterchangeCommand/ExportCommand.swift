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
        daybook export json daybook.json           everything, to read, compare or bring in again
        daybook export json - --history            the same with every event, on standard output
        daybook export json spanish.json --deck Spanish    a deck to share
        daybook export json monday.json --at mon           as it was
        daybook export jsonl items.jsonl           one item a line
        daybook export anki cards.apkg             all decks, with what was learned
        daybook export anki spanish.apkg --deck Spanish --without-scheduling

      FORMATS
        markdown      a folder of notes; those that came from a vault go back to their paths, \
      and are the same to the byte where nothing changed
        json          one document: items, collections, decks, cards and reviews, deleted ones \
      included. The same contents give the same bytes, so it can be kept beside earlier ones and \
      compared; imported into an empty store it comes out again byte for byte. The files that \
      notes show lie in a folder beside it, FILE.media: keep the two together
        jsonl         the items, one a line
        anki          an Anki package: notes, decks, options, files and reviews; a second import \
      of it into Anki updates and makes no duplicates

      The folder must be new or empty, and holds all notes in the end, or none. With --force, \
      notes are also written into a folder in use: only over files that have not changed since \
      they were imported, and not those of another vault. Nothing is ever removed from it. What \
      is deleted here is not written as a note.
      A deck to share goes without anybody's reviews. An earlier export is replaced; over any \
      other file, json and jsonl are written with --force only.
      """)

  @Argument(help: "markdown, anki, json or jsonl.") var format: Word
  @Argument(help: "The folder of the notes, or the file; - is standard output.") var path: Word
  @Flag(help: "Show what would be done, and write nothing.") var dryRun = false
  @Flag(help: "Write into a folder that is in use, or over another file.") var force = false
  @Flag(help: "Write every event as well, for reading; json only.") var history = false
  @Option(help: "Only this deck and those below it, with their cards: of json without reviews.")
  var deck: Word?
  @Flag(help: "In the form for programs that don't know the latest; anki only.") var legacy = false
  @Flag(help: "Without schedules and reviews, to share; anki only.") var withoutScheduling = false
  @Option(help: "What the vault in the folder is known by; default what it says itself.")
  var name: Word?
  @OptionGroup var past: PastArguments
  @OptionGroup var store: StoreArguments

  func run() throws {
    let format = try InterchangeFormat(format, among: InterchangeFormat.exportable)
    guard format == .json || !history else {
      throw UsageError.contradiction("--history is for json only")
    }
    guard format == .json || format == .anki || deck == nil else {
      throw UsageError.contradiction("--deck is for json and anki only")
    }
    guard format == .anki || !legacy && !withoutScheduling else {
      throw UsageError.contradiction("--legacy and --without-scheduling are for anki only")
    }
    guard deck == nil || !history else {
      throw UsageError.contradiction("A deck to share has no history")
    }
    guard format == .json || format == .jsonl || !past.isGiven else {
      throw UsageError.contradiction("--at and --as-known-at are for json and jsonl only")
    }
    if format == .anki { return try writePackage() }
    if format != .markdown { return try writeFile(format) }
    var target = try VaultTarget(
      path.string, name: name?.string, mayBeInUse: force, isDryRun: dryRun)
    let store = try store.openExisting()
    try target.export(store)
    show(target)
  }

  private func writePackage() throws {
    let target = try PackageTarget(path.string, mayBeInUse: force)
    let store = try store.openExisting()
    var export = AnkiExport()
    if let deck {
      export.decks = try store.all(named: deck.string, as: .deck)
    }
    export.isLegacy = legacy
    export.isBare = withoutScheduling
    let counts = try target.write(export, of: store, isDryRun: dryRun)
    target.show(counts, isDryRun: dryRun, self.store.output)
  }

  private func writeFile(_ format: InterchangeFormat) throws {
    let target = try DocumentTarget(
      path.string, format, mayBeInUse: force, isDryRun: dryRun)
    let store = try store.openExisting()
    let (wanted, time) = (deck, try past.time(in: store))
    let (count, files) = try target.write(
      DocumentTarget.Content(
        format: format,
        decks: try wanted.map { try store.decks(meantBy: $0.string, at: time) },
        withHistory: history, time: time), of: store)
    show(count, files)
  }

  private func show(_ count: Int, _ files: DocumentTarget.Files) {
    let output = store.output
    let place = VisibleText.line(path.string)
    var messages: [String] = []
    if files.left > 0 {
      messages.append(
        "\(Count.text(files.left, "file")) that notes show can't lie beside standard output and "
          + "\(files.left == 1 ? "was" : "were") left out; export into a file to take them along")
    }
    if files.missing > 0 {
      messages.append(
        "\(Count.text(files.missing, "file")) that notes show "
          + "\(files.missing == 1 ? "isn't" : "aren't") here and "
          + "\(files.missing == 1 ? "was" : "were") left out")
    }
    if !output.isJSON || path.string == "-" {
      for message in messages { Console.note("\(place): \(message)") }
    }
    // Standard output holds the export then, and nothing else.
    guard path.string != "-" || dryRun else { return }
    let warnings: [JSON] = messages.map {
      ["file": .string(path.string), "line": nil, "message": .string($0)]
    }
    output.show([
      "schema": "daybook.export/1", "dryRun": .bool(dryRun), "written": .integer(Int64(count)),
      "files": .integer(Int64(files.written)), "unchanged": 0,
      "skipped": .integer(Int64(files.missing + files.left)), "warnings": .array(warnings),
    ]) {
      let verb = dryRun ? "Would write" : "Wrote"
      let noun = count == 1 ? "entry" : "entries"
      let beside =
        files.written > 0
        ? ", and \(Count.text(files.written, "file")) to \(place).media" : ""
      return ["\(verb) \(count) \(noun) to \(place)\(beside)."]
    }
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
      let others = [
        (target.unchanged, "unchanged"), (target.skipped, "left alone"),
        (target.foreign, "of other vaults left out"),
      ].filter { $0.0 > 0 }.map { ", \($0) \($1)" }.joined()
      return ["\(verb) \(target.written) \(noun) to \(VisibleText.line(path.string))\(others)."]
    }
  }
}
