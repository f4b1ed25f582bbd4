import ArgumentParser
import Daybook
import DaybookConsole
import DaybookEvents

/// `daybook conflicts`: writes that did not know of each other.
struct ConflictsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "conflicts",
    abstract: "Show what was written differently on two machines, and decide.",
    discussion: """
      EXAMPLES
        daybook conflicts
        daybook conflicts show 7f3a
        daybook conflicts keep 7f3a 83164889:12     this write shall show
        daybook conflicts keep 7f3a --both          join bodies, or copy the item
        daybook conflicts keep 7f3a --merge         put the texts together in the editor
      """,
    subcommands: [List.self, Show.self, Keep.self], defaultSubcommand: List.self)

  /// `daybook conflicts list`: all of them.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List every conflict; the same on every machine.")

    @OptionGroup var past: PastArguments
    @OptionGroup var store: StoreArguments

    func run() throws {
      try ConflictReport(arguments: store, past: past).show()
    }
  }

  /// `daybook conflicts show`: those of one thing.
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show the conflicts of one thing.")

    @Argument(help: "An id, or enough of its start to be unique.", completion: Completion.ids())
    var thing: Word
    @OptionGroup var past: PastArguments
    @OptionGroup var store: StoreArguments

    func run() throws {
      try ConflictReport(arguments: store, past: past).show(thing)
    }
  }

  /// `daybook conflicts keep`: end the conflicts of one thing.
  struct Keep: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "keep", abstract: "Choose the write that shall show.")

    @Argument(help: "An id, or enough of its start to be unique.", completion: Completion.ids())
    var thing: Word
    @Argument(help: "The event of the write to keep.") var event: Word?
    @Flag(help: "Keep both: join bodies, or copy the item.") var both = false
    @Flag(help: "Put texts together line by line, in the editor; what collides stands marked.")
    var merge = false
    @OptionGroup var expected: ExpectedVersion
    @OptionGroup var store: StoreArguments

    func run() throws {
      guard [both, merge, event != nil].count(where: \.self) == 1 else {
        throw UsageError.missing("the event to keep, --both or --merge: one of them")
      }
      if merge, self.store.noInput {
        throw UsageError.contradiction("--merge asks in an editor, and --no-input forbids asking")
      }
      let store = try expected.open(store)
      let id = try store.resolve(thing)
      var copies: [EntityID] = []
      var isDecided = true
      if let event {
        try store.keep(id, event: event.string)
      } else if merge {
        let session = TextMergeSession(
          store, id, mayAsk: self.store.mayAsk, self.store.zone)
        let fields = try session.run()
        isDecided = !fields.isEmpty
      } else {
        copies = try store.keepBoth(id)
      }
      let document: JSON = [
        "schema": "daybook.kept/1", "entity": .id(id), "decided": .bool(isDecided),
        "copies": .array(copies.map { .id($0) }),
      ]
      self.store.output.show(document) {
        guard isDecided else { return [] }
        return ["Decided; the other side stays readable in the log."]
          + copies.map { "The other side is now \($0.handleDigits.prefix(8))." }
      }
    }
  }
}

/// Prints conflicts, as JSON or for people.
private struct ConflictReport {
  let arguments: StoreArguments
  let past: PastArguments

  func show(_ thing: Word? = nil) throws {
    let store = try arguments.openForReading()
    let time = try past.time(in: store)
    let conflicts = try store.conflicts(about: thing.map { try store.resolve($0) }, at: time)
    let named = conflicts.flatMap { [$0.entity] + $0.namedThings }
    let labels = try store.labels(of: named, at: time)
    let views = conflicts.map { ConflictView($0, labels: labels) }
    let (clock, output) = (TimeReading(store).clock, arguments.output)
    let elements = views.map { $0.json(clock) }
    output.show(["schema": "daybook.conflicts/1", "conflicts": .array(elements)]) {
      views.isEmpty ? ["No conflicts."] : views.flatMap { $0.lines(clock, output) }
    }
  }
}
