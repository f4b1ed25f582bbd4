import ArgumentParser
import Daybook
import DaybookConsole
import DaybookEvents

/// What the commands of a kind of thing say that people call by a name.
protocol NamedThingWords {
  /// The kind.
  static var kind: ThingKind { get }
  /// The names to choose from while typing.
  static var completion: CompletionKind { get }
  /// What showing, renaming and deleting one are called in help, with an example each.
  static var show: CommandConfiguration { get }
  static var rename: CommandConfiguration { get }
  static var delete: CommandConfiguration { get }
}

/// Shows one with what is in it.
struct NamedThingShow<Words: NamedThingWords>: ParsableCommand {
  static var configuration: CommandConfiguration { Words.show }

  @Argument(
    help: ArgumentHelp("Its name or id.", valueName: Words.kind.name),
    completion: Words.completion)
  var thing: Word
  @OptionGroup var past: PastArguments
  @OptionGroup var store: StoreArguments

  func run() throws {
    let store = try store.openForReading()
    try ThingReport(store, self.store, at: past.time(in: store)).show(thing, as: Words.kind)
  }
}

/// Gives one another name.
struct NamedThingRename<Words: NamedThingWords>: ParsableCommand {
  static var configuration: CommandConfiguration { Words.rename }

  @Argument(
    help: ArgumentHelp("Its name now, or its id.", valueName: Words.kind.name),
    completion: Words.completion)
  var thing: Word
  @Argument(help: "Its new name.") var name: Word
  @OptionGroup var expected: ExpectedVersion
  @OptionGroup var store: StoreArguments

  func run() throws {
    guard !name.text.isBlank else { throw UsageError.missing("the new name") }
    let store = try expected.open(store)
    let id = try self.store.choose(thing, as: Words.kind, in: store)
    let isChanged = try store.rename(id, as: Words.kind, to: name.text)
    try ThingReport(store, self.store)
      .confirm(id, isChanged ? "Renamed" : "Nothing changed in")
  }
}

/// Deletes one.
struct NamedThingDelete<Words: NamedThingWords>: ParsableCommand {
  static var configuration: CommandConfiguration { Words.delete }

  @Argument(
    help: ArgumentHelp("Its name or id.", valueName: Words.kind.name),
    completion: Words.completion)
  var thing: Word
  @OptionGroup var expected: ExpectedVersion
  @OptionGroup var store: StoreArguments

  func run() throws {
    let store = try expected.open(store)
    let ids = [try self.store.choose(thing, as: Words.kind, in: store)]
    let changed = try store.delete(ids)
    try ThingReport(store, self.store)
      .confirm(ids, changed: changed, "Deleted", already: "Deleted already:")
  }
}
