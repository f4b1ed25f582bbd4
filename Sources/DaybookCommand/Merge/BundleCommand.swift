import ArgumentParser
import Daybook
import DaybookConsole
import DaybookEvents
import DaybookSync
import DaybookSystem

/// `daybook bundle`: carry changes in a file.
struct BundleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bundle",
    abstract: "Put changes into a file to carry to another machine.",
    discussion: """
      EXAMPLES
        daybook bundle create laptop.bundle
        daybook bundle create news.bundle --since-remote stick
        daybook bundle show laptop.bundle
      """,
    subcommands: [Create.self, Show.self])

  /// `daybook bundle create`: write one.
  struct Create: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "create", abstract: "Write everything this store holds into a bundle.")

    @Argument(help: "The file; - is standard output.", completion: .file())
    var file: Word
    @Option(help: "Leave out what this remote was last seen to hold.") var sinceRemote: Word?
    @Flag(help: "Leave out the files that notes show.") var noMedia = false
    @OptionGroup var store: StoreArguments

    func run() throws {
      let store = try store.openExisting()
      let remotes = try sinceRemote.map { try store.remotes(named: [$0.string]) } ?? []
      var withheld: [WithheldEvents] = []
      let count = try store.createBundle(
        at: file.string, lackedBy: remotes.flatMap(\.heads), carriesFiles: !noMedia,
        withhold: { withheld.append($0) }
      ) {
        try Console.send($0)
      }
      if !withheld.isEmpty { Console.note(DamageWords.withheld(withheld)) }
      guard file.string != "-" else { return }
      let document: JSON = [
        "schema": "daybook.bundleCreated/1", "file": .text(file.bytes),
        "events": .integer(Int64(count)),
        "withheldEvents": .unsigned(withheld.eventCount),
      ]
      self.store.output.show(document) {
        ["Wrote \(Count.text(count, "event")) to \(VisibleText.line(file.bytes))."]
      }
    }
  }

  /// `daybook bundle show`: look into one.
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Say what a bundle holds; nothing is taken over.")

    @Argument(help: "The file.", completion: .file())
    var file: Word
    @OptionGroup var store: StoreArguments

    func run() throws {
      let summary = try read()
      let events = summary.events.sorted { $0.key < $1.key }
      let clock = LocalClock { LocalTime.offsetMinutes(atMilliseconds: $0) }
      let document: JSON = [
        "schema": "daybook.bundle/1", "replicaName": .text(summary.replicaName.bytes),
        "createdAt": .string(clock.zoned(summary.madeAt).description),
        "segments": .integer(Int64(summary.segments)),
        "events": .object(events.map { ($0.key, .integer(Int64($0.value))) }),
        "files": .integer(Int64(summary.files)),
        "refusedSegments": .integer(Int64(summary.refused)),
        "truncated": .bool(summary.isTruncated),
      ]
      store.output.show(document) {
        return [
          "Made by \(VisibleText.line(summary.replicaName.bytes)) at "
            + TimeText(clock).text(summary.madeAt) + "."
        ]
          + events.map { "  \(Count.text($0.value, "event")) of \(VisibleText.line($0.key))" }
          + (summary.files > 0 ? ["  \(Count.text(summary.files, "file")) that notes show"] : [])
      }
      if summary.isTruncated { throw Self.damage(StoreFailure.bundleTruncated) }
      if summary.refused > 0 { throw Self.damage(StoreFailure.segmentRefused(replica: nil)) }
    }

    private func read() throws -> BundleSummary {
      do {
        return try BundleSummary(at: file.string)
      } catch {
        throw Self.damage(error)
      }
    }

    private static func damage(_ error: any Error) -> any Error {
      BundleDamage(error, in: .show) ?? error
    }
  }
}

/// `daybook exchange`: the protocol itself, for ssh and folders.
struct ExchangeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "exchange",
    abstract: "Speak the exchange protocol with another daybook.",
    discussion: """
      EXAMPLES
        daybook exchange --stdio --store /media/stick/daybook
      """)

  @Flag(help: "Speak on standard input and output.") var stdio = false
  @Flag(help: "Take over what the other side offers.") var accept = false
  @OptionGroup var store: StoreArguments

  func run() throws {
    guard stdio else { throw UsageError.missing("--stdio") }
    var options = store.options
    options.createsMissing = false
    options.isReadOnly = !accept
    let store = try Store.open(at: store.path, options: options)
    var withheld: [WithheldEvents] = []
    defer { if !withheld.isEmpty { Console.note(DamageWords.withheld(withheld)) } }
    try store.serveExchange(takesOffers: accept) {
      withheld.append($0)
    } _: { bytes in
      guard try Terminal.write(bytes) else { throw StoreFailure.exchangeFailed }
    }
  }
}
