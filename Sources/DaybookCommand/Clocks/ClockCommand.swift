import ArgumentParser
import Daybook
import DaybookConsole
import DaybookEvents

/// `daybook clock`: the clocks of all machines.
struct ClockCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clock",
    abstract: "See whose clock ran ahead, and date its changes anew.",
    subcommands: [Status.self, ClockCorrectCommand.self],
    defaultSubcommand: Status.self)

  /// `daybook clock status`: whose clock ran ahead, and what was corrected.
  struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "status",
      abstract: "Show whose clock ran ahead, and which corrections hold.",
      discussion: """
        EXAMPLES
          daybook clock
          daybook clock status --json
        """)

    @OptionGroup var store: StoreArguments

    func run() throws {
      let store = try store.openForReading()
      let (wrong, corrections) = (try store.wrongClocks(), try store.clockCorrections())
      let clock = TimeReading(store).clock
      let document: JSON = [
        "schema": "daybook.clocks/1", "wrong": .array(wrong.map { Self.json($0, clock) }),
        "corrections": .array(corrections.map { Self.json($0) }),
      ]
      self.store.output.show(document) { Self.lines(wrong, corrections, clock) }
    }

    private static func json(_ wrong: WrongClock, _ clock: LocalClock) -> JSON {
      [
        "replica": .string(wrong.replica.description), "name": .text(wrong.name.bytes),
        "own": .bool(wrong.isOwn), "from": .string(wrong.first.description),
        "says": .string(clock.zoned(wrong.firstTime).description),
        "events": .unsigned(wrong.events), "aheadMilliseconds": .integer(wrong.aheadMilliseconds),
      ]
    }

    private static func json(_ entry: ClockCorrectionEntry) -> JSON {
      [
        "replica": .string(entry.correction.replica.description),
        "name": .text(entry.name.bytes), "from": .string(entry.correction.first.description),
        "minusMilliseconds": .integer(entry.correction.milliseconds),
        "event": .string(entry.event.description), "rivals": .integer(Int64(entry.rivals)),
      ]
    }

    private static func lines(
      _ wrong: [WrongClock], _ corrections: [ClockCorrectionEntry], _ clock: LocalClock
    ) -> [String] {
      var lines = wrong.flatMap { wrong in
        [
          (wrong.isOwn ? "This machine's clock" : "The clock of \(named(wrong.name))")
            + " ran \(TimeSpan.text(wrong.aheadMilliseconds)) ahead: "
            + "\(ClockLines.count(wrong.events)) since \(wrong.first), which says "
            + "\(ClockLines.time(wrong.firstTime, clock)).",
          "  daybook clock correct \(wrong.replica)",
        ]
      }
      if lines.isEmpty { lines.append("No clock is known to run a day ahead or more.") }
      for entry in corrections {
        lines.append(
          "Corrected: \(named(entry.name)) from \(entry.correction.first) on, by "
            + "\(TimeSpan.text(entry.correction.milliseconds))"
            + (entry.rivals > 0 ? "; another correction did not know of this one" : "") + ".")
      }
      return lines
    }

    private static func named(_ name: Text) -> String { VisibleText.line(name.bytes) }
  }
}

extension ClockCorrection {
  /// By how much, in milliseconds.
  var milliseconds: Int64 { Int64(clamping: minus >> 16) }
}

/// Words about clocks.
enum ClockLines {
  /// A moment to the minute.
  static func time(_ milliseconds: Int64, _ clock: LocalClock) -> String {
    TimeText(clock).text(milliseconds)
  }

  static func count(_ events: UInt64) -> String {
    events == 1 ? "1 change" : "\(events) changes"
  }
}
