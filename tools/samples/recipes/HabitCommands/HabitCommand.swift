import ArgumentParser
import Daybook
import DaybookConsole

/// `daybook habit`: what one means to do again and again.
struct HabitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "habit", abstract: "Keep what you mean to do again and again.",
    discussion: """
      EXAMPLES
        daybook habit add Stretch --rhythm weekly
        daybook habit change Stretch --paused
      """,
    subcommands: [HabitAdd.self, HabitList.self, HabitChange.self])
}

/// `daybook habit add`: add one.
struct HabitAdd: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "add", abstract: "Add a habit.")

  @Argument(help: "Its name.") var name: [Word]
  @Option(help: "How often it is done.") var rhythm: Word?
  @OptionGroup var store: StoreArguments

  func run() throws {
    let store = try self.store.open()
    let id = try store.addHabit(name.joined, rhythm: rhythm?.text)
    try ThingReport(store, self.store).confirm(id, "Added")
  }
}

/// `daybook habit list`: all of them.
struct HabitList: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List habits.")

  @OptionGroup var past: PastArguments
  @OptionGroup var store: StoreArguments

  func run() throws {
    let store = try self.store.openForReading()
    let habits = try store.habits(at: past.time(in: store))
    let names = habits.map { VisibleText.line($0.label.bytes) }
    self.store.output.show(["habits": .array(names.map { .string($0) })]) { names }
  }
}

/// `daybook habit change`: do it at another rhythm, or not for now.
struct HabitChange: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "change", abstract: "Do a habit at another rhythm, or leave it out for now.")

  @Argument(help: "Its name, or enough of the start of its id.") var habit: Word
  @Option(help: "How often it is done.") var rhythm: Word?
  @Flag(inversion: .prefixedNo, help: "Leave it out for now.") var paused: Bool?
  @OptionGroup var store: StoreArguments

  func run() throws {
    let store = try self.store.open()
    let id = try store.resolve(habit, as: .habit)
    let isChanged = try store.changeHabit(id, rhythm: rhythm?.text, isPaused: paused)
    try ThingReport(store, self.store).confirm(id, isChanged ? "Changed" : "Nothing changed in")
  }
}
