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

      Deleting puts things away and keeps their history; erasing drops what they said from the \
      log, and cannot be undone. That somebody wrote, when, and on which machine stays, so that \
      every machine can still prove that its log is whole. Machines that merge with this one erase \
      the same; what they wrote about it without knowing of this stays, and is listed as a conflict.
      """)

  @Argument(
    help: "Ids, or enough of their starts to be unique.", completion: Completion.ids())
  var things: [Word] = []
  @Flag(help: "Say what would be erased, and erase nothing.") var dryRun = false
  @Flag(help: "Overwrite the free pages of the store's file afterwards, where the text still lies.")
  var overwrite = false
  @OptionGroup var expected: ExpectedVersion
  @OptionGroup var store: StoreArguments

  func run() throws {
    guard overwrite || !things.isEmpty else { throw UsageError.missing("what to erase") }
    let store = dryRun ? try store.openForReading() : try expected.open(store)
    let ids = try store.resolve(things)
    if try isErased(ids, store) {
      return show(ErasureReport(), dryRun ? nil : try store.overwriteFreePages(), in: store)
    }
    let plan = try store.erase(ids, isDryRun: true)
    if dryRun { return show(plan, nil, in: store) }
    guard try mayErase(plan, in: store) else { return Console.note("Nothing was erased.") }
    let report = try store.erase(ids)
    show(report, overwrite ? try store.overwriteFreePages() : nil, in: store)
  }

  /// Whether all of it was erased before and only the file is to be overwritten.
  private func isErased(_ ids: [EntityID], _ store: Store) throws -> Bool {
    guard overwrite else { return false }
    return try ids.allSatisfy { id in
      do {
        _ = try store.erase([id], isDryRun: true)
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
    let count = Count.text(plan.things.count, "thing")
    let events = Count.text(plan.events, "event")
    Console.note("Erase \(count), all that \(events) say? This cannot be undone. y/n")
    return try StandardInput.readLine(limit: 1024).map { [[0x79], [0x59]].contains($0) } ?? false
  }

  private func show(_ report: ErasureReport, _ pages: Int?, in store: Store) {
    let document: JSON = [
      "schema": "daybook.erase/1", "dryRun": .bool(dryRun),
      "erased": .array(report.things.map { .string($0.description) }),
      "events": .integer(Int64(report.events)),
      "remainingCards": .array(report.remainingCards.map { .string($0.description) }),
      "overwrittenPages": pages.map { .integer(Int64($0)) } ?? nil,
    ]
    self.store.output.show(document) {
      var lines: [String] = []
      if !report.things.isEmpty {
        lines.append(
          "\(dryRun ? "Would erase" : "Erased") \(Count.text(report.things.count, "thing")): "
            + "what \(Count.text(report.events, "event")) said "
            + (dryRun ? "would go." : "is gone."))
      }
      if !report.remainingCards.isEmpty {
        let handles = report.remainingCards.map { String($0.handleDigits.prefix(8)) }
        lines.append(
          handles.count == 1
            ? "This card of it stays, to be erased by itself:"
            : "These cards of it stay, to be erased by themselves:")
        lines.append("  " + handles.joined(separator: " "))
      }
      if let pages {
        lines.append("Overwrote \(Count.text(pages, "free page")) of the file.")
      }
      return lines
    }
    if !dryRun, !report.things.isEmpty { Console.note(Self.unreached(isOverwritten: pages != nil)) }
  }

  /// What erasing cannot reach.
  private static func unreached(isOverwritten: Bool) -> String {
    "Not reached: backups, exports and bundles made before, and other machines until they merge"
      + (isOverwritten
        ? "." : ";\nfree pages of this store's file until they are used again, or --overwrite.")
  }
}
