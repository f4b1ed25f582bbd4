import ArgumentParser
import Daybook
import DaybookConsole
import DaybookEvents
import DaybookSystem

/// `daybook replay`: watch the store, or one thing in it, evolve.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Play the store, or one thing in it, through time.",
    discussion: """
      EXAMPLES
        daybook replay                           all of it, two changes a second
        daybook replay 7f3a                      one item from its first day on
        daybook replay --from mon --speed 20
        daybook replay --jsonl --from -7d        a frame a line, for programs

      On the whole screen: space pauses, arrows step forward and back, + and - change the speed, \
      g goes to a time, q leaves. Where there is no terminal it prints every change.
      """)

  @Argument(help: "An id, or enough of its start to be unique.", completion: Completion.ids())
  var thing: Word?
  @Option(help: "Begin at this time: a date, -3d, mon, or an event id.") var from: Word?
  @Option(help: "End at this time; default now.") var to: Word?
  @Option(help: "Changes a second, 0.25 to 1000; default 2.") var speed: Double = 2
  @Flag(help: "Print one JSON object for every command.") var jsonl = false
  @OptionGroup var store: StoreArguments

  func run() throws {
    guard speed >= 0.25, speed <= 1_000 else {
      throw UsageError.unknownValue(option: "--speed", known: ["0.25 to 1000"])
    }
    let store = try store.openForReading()
    let reading = TimeReading(store)
    let start = try from.map { PastTime.timeline(try reading.start($0.string) - 1) }
    let end = try to.map { try reading.pastTime($0.string) }
    if let start, try reading.present(start) > reading.now {
      throw UsageError.contradiction("--from lies in the future")
    }
    if let start, let end, try reading.present(start) >= reading.present(end) {
      throw UsageError.contradiction("--from is later than --to")
    }
    let id = try thing.map { try store.resolve($0) }
    let output = self.store.output
    let isScreen = !jsonl && !output.isJSON && FullScreenReview.isPossible(self.store)
    let lines = ReplayLines(reading.clock, output.style, output.zone, namesThings: id == nil)
    var desk = try ReplayDesk(store, id, from: start, to: end, lines)
    guard isScreen, desk.count > 0 else { return try print(&desk, lines) }
    let replay = FullScreenReplay(desk, reading, speed: speed, output.style)
    switch try replay.run() {
    case nil: break
    case FullScreen.interrupt?: throw ExitCode(ExitStatus.interrupted.rawValue)
    case let signal?: FullScreen.die(of: signal)
    }
  }

  private func print(_ desk: inout ReplayDesk, _ lines: ReplayLines) throws {
    let (count, output) = (desk.count, store.output)
    if desk.count == 0, !jsonl, !output.isJSON { Console.note("No changes.") }
    var frames: [JSON] = []
    try desk.playOut { frame, number, accounts in
      if jsonl {
        Console.print(lines.json(frame, number, of: count, accounts).compact)
      } else if output.isJSON {
        frames.append(lines.json(frame, number, of: count, accounts))
      } else {
        for line in lines.lines(frame, accounts) { Console.print(line.rendered(output.style)) }
      }
    }
    guard output.isJSON, !jsonl else { return }
    Console.print(
      JSON.object([
        ("schema", "daybook.replay/1"), ("frames", .array(frames)),
      ]).pretty)
  }
}
