import ArgumentParser
import Daybook
import DaybookConsole
import DaybookEvents
import DaybookSystem

/// `daybook erase`: drop what was ever written about things, here and everywhere it travels.
struct EraseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "erase",
    abstract: "Erase things for good: all that was ever written about them.",
    discussion: """
      EXAMPLES
        daybook erase 7f3a
        daybook erase 7f3a --dry-run          how much would go
        daybook erase 7f3a --yes --overwrite  and the free pages of the file as well
        daybook erase --overwrite             only those, after another machine's erasure came
        daybook erase --media map.png         a file that notes show, with its content

      Deleting takes things out of sight and keeps their history; erasing drops what they said \
      from the log, and cannot be undone. That somebody wrote, when, and on which machine stays, \
      so that every machine can still prove that its log is whole. Machines that merge with this \
      one erase the same; what they wrote about it without knowing of this stays, and is listed as \
      a conflict.
      """)

  @Argument(
    help: "Ids, or enough of their starts to be unique.", completion: Completion.ids())
  var things: [Word] = []
  @Option(name: .customLong("media"), help: "The name of a file that notes show; can be repeated.")
  var media: [Word] = []
  @Flag(help: "Say what would be erased, and erase nothing.") var dryRun = false
  @Flag(help: "Overwrite the free pages of the store's file afterwards, where the text still lies.")
  var overwrite = false
  @OptionGroup var expected: ExpectedVersion
  @OptionGroup var store: StoreArguments

  func run() throws {
    guard overwrite || !things.isEmpty || !media.isEmpty else {
      throw UsageError.missing("what to erase")
    }
    let store = dryRun ? try store.openForReading() : try expected.open(store)
    let (ids, names) = (try store.resolve(things), media.map(\.string))
    if try isErased(ids, names, store) {
      return show(ErasureReport(), dryRun ? nil : try store.overwriteFreePages(), in: store)
    }
    let plan = try store.erase(ids, media: names, isDryRun: true)
    if dryRun { return show(plan, nil, in: store) }
    guard try mayErase(plan, in: store) else { return Console.note("Nothing was erased.") }
    let report = try store.erase(ids, media: names)
    show(report, overwrite ? try store.overwriteFreePages() : nil, in: store)
  }

  /// Whether all of it was erased before and only the file is to be overwritten.
  private func isErased(_ ids: [EntityID], _ names: [String], _ store: Store) throws -> Bool {
    guard overwrite else { return false }
    let parts = ids.map { ([$0], [String]()) } + names.map { ([], [$0]) }
    return try parts.allSatisfy { ids, names in
      do {
        _ = try store.erase(ids, media: names, isDryRun: true)
        return false
      } catch StoreError.alreadyErased {
        return true
      }
    }
  }

  /// Whether what cannot be undone may be done: asked on a terminal, and said with --yes elsewhere.
  private func mayErase(_ plan: ErasureReport, in store: Store) throws -> Bool {
    if self.store.yes { return true }
    guard self.store.mayAsk else {
      throw UsageError.missing("--yes, since this cannot be undone and nobody can be asked")
    }
    let events = Count.text(plan.events, "event")
    Console.note(
      "Erase \(Self.counts(plan)), all that \(events) \(plan.events == 1 ? "says" : "say")? "
        + "This cannot be undone. y/n")
    return try StandardInput.readLine(limit: 1024).map { [[0x79], [0x59]].contains($0) } ?? false
  }

  private func show(_ report: ErasureReport, _ pages: Int?, in store: Store) {
    let document: JSON = [
      "schema": "daybook.erase/1", "dryRun": .bool(dryRun),
      "erased": .array(report.things.map { .string($0.description) }),
      "events": .integer(Int64(report.events)),
      "remainingCards": .array(report.remainingCards.map { .string($0.description) }),
      "remainingNotes": .array(report.remainingNotes.map { .string($0.description) }),
      "media": .array(report.media.map { .string($0) }),
      "deletedContents": .integer(Int64(report.deletedContents)),
      "remainingContents": .integer(Int64(report.remainingContents)),
      "remainingMedia": .array(report.remainingMedia.map { .string($0) }),
      "overwrittenPages": pages.map { .integer(Int64($0)) } ?? nil,
    ]
    self.store.output.show(document) {
      var lines: [String] = []
      if report.isOfAnything {
        lines.append(
          "\(dryRun ? "Would erase" : "Erased") \(Self.counts(report)): "
            + "what \(Count.text(report.events, "event")) said "
            + (dryRun ? "would go." : "is gone."))
      }
      lines += Self.list(
        report.remainingCards, "This card of it stays, to be erased by itself:",
        "These cards of it stay, to be erased by themselves:")
      lines += Self.list(
        report.remainingNotes,
        "The words are in a note, which stays, to be erased with all its cards:",
        "The words are in notes, which stay, to be erased with all their cards:")
      if !report.remainingMedia.isEmpty {
        lines.append("What it showed stays, to be erased with --media:")
        lines.append("  " + report.remainingMedia.map(VisibleText.line).joined(separator: " "))
      }
      if report.remainingContents > 0 {
        lines.append(
          "The disk refused to delete \(Count.text(report.remainingContents, "content")); that is "
            + "tried again whenever the daybook is opened.")
      }
      if let pages {
        lines.append("Overwrote \(Count.text(pages, "free page")) of the file.")
      }
      return lines
    }
    if !dryRun, report.isOfAnything { Console.note(Self.unreached(isOverwritten: pages != nil)) }
  }

  /// Things that stay, under a line that says why; nothing where there are none.
  private static func list(_ things: [EntityID], _ one: String, _ many: String) -> [String] {
    guard !things.isEmpty else { return [] }
    let handles = things.map { String($0.handleDigits.prefix(8)) }
    return [handles.count == 1 ? one : many, "  " + handles.joined(separator: " ")]
  }

  /// How many things and files, in words.
  private static func counts(_ report: ErasureReport) -> String {
    var counts: [String] = []
    if !report.things.isEmpty { counts.append(Count.text(report.things.count, "thing")) }
    if !report.media.isEmpty { counts.append(Count.text(report.media.count, "file")) }
    return counts.joined(separator: " and ")
  }

  /// What erasing cannot reach.
  private static func unreached(isOverwritten: Bool) -> String {
    "Not reached: backups, exports and bundles made before, texts that an editor left in the "
      + "store's folder drafts,\nand other machines until they merge"
      + (isOverwritten
        ? "." : ";\nfree pages of this store's file until they are used again, or --overwrite.")
  }
}

extension ErasureReport {
  /// Whether there was anything to erase.
  fileprivate var isOfAnything: Bool { !things.isEmpty || !media.isEmpty }
}
