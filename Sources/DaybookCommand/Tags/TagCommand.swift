import ArgumentParser
import Daybook
import DaybookConsole
import DaybookEvents

/// `daybook tag`: put tags on items and take them off; list and rename them.
struct TagCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tag",
    abstract: "Put tags on items and take them off; list and rename tags.",
    discussion: """
      EXAMPLES
        daybook tag 7f3a +work -home
        daybook tag 7f3a 90bc +garden
        daybook tag list
        daybook tag rename work office
      """,
    subcommands: [Change.self, List.self, Rename.self], defaultSubcommand: Change.self)

  /// `daybook tag ID… +work -home`: put tags on items and take them off.
  struct Change: ParsableCommand, DashReader {
    static let dashMeaning: String? = nil
    static let configuration = CommandConfiguration(
      commandName: "change",
      abstract: "Put tags on items (+work) and take them off (-home).",
      discussion: """
        EXAMPLES
          daybook tag 7f3a +work -home
        """)

    @Argument(help: "Ids of items, then tags: +work puts one on, -home takes one off.")
    var words: [Word]
    @OptionGroup var expected: ExpectedVersion
    @OptionGroup var store: StoreArguments

    func run() throws {
      let tags = try TagWords(words)
      guard !tags.items.isEmpty else { throw UsageError.missing("the id of an item") }
      guard !tags.added.isEmpty || !tags.removed.isEmpty else {
        throw UsageError.missing("a tag to put on (+work) or take off (-home)")
      }
      let store = try expected.open(store)
      let ids = try store.resolve(tags.items, as: .item)
      let isChanged = try store.tag(ids, adding: tags.added, removing: tags.removed)
      let report = try ThingReport(store, self.store)
      try report.confirmItems(ids) { item in
        let names =
          item.tags.isEmpty ? "no tags" : item.tags.map { "#" + $0 }.joined(separator: " ")
        return (isChanged ? "Tagged" : "Nothing changed in", names)
      }
    }
  }

  /// `daybook tag list`: all tags.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List tags with the number of items that have them.",
      discussion: """
        EXAMPLES
          daybook tag list

        A tag that no item has any more is listed with 0, until it is renamed.
        """)

    @OptionGroup var past: PastArguments
    @OptionGroup var store: StoreArguments

    func run() throws {
      let store = try store.openForReading()
      let tags = try store.tags(at: past.time(in: store))
      let members = tags.map { tag in
        JSON.object([
          ("name", .string(tag.name)), ("items", .integer(Int64(tag.items))),
        ])
      }
      let document: JSON = ["schema": "daybook.tags/1", "tags": .array(members)]
      let output = self.store.output
      output.show(document, empty: "No tags yet.") {
        guard !tags.isEmpty else { return [] }
        var columns = Columns(
          [Columns.Column("tag"), Columns.Column("items", alignment: .right)], shrinking: 0)
        for tag in tags {
          columns.append([Columns.Cell("#" + tag.name, .blue), Columns.Cell("\(tag.items)")])
        }
        return columns.lines(width: output.width, style: output.style)
      }
    }
  }

  /// `daybook tag rename`: give every item with one tag another instead.
  struct Rename: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "rename",
      abstract: "Give every item that has one tag another instead.",
      discussion: """
        EXAMPLES
          daybook tag rename work office
        """)

    @Argument(help: "The tag as it is called now.", completion: Completion.tags)
    var old: Word
    @Argument(help: "The tag to use instead.", completion: Completion.tags)
    var new: Word
    @OptionGroup var expected: ExpectedVersion
    @OptionGroup var store: StoreArguments

    func run() throws {
      let names = try TagWords.names([old, new])
      guard Tag.id(names[0]) != Tag.id(names[1]) else {
        throw UsageError.contradiction("Both names mean the same tag: case doesn't count")
      }
      let store = try expected.open(store)
      let count = try store.renameTag(names[0], to: names[1])
      let document: JSON = [
        "schema": "daybook.retag/1", "from": .string(names[0]), "to": .string(names[1]),
        "items": .integer(Int64(count)),
      ]
      self.store.output.show(document) {
        let (old, new) = (VisibleText.line(names[0]), VisibleText.line(names[1]))
        return ["#\(new) replaces #\(old) in \(count) " + (count == 1 ? "item." : "items.")]
      }
    }
  }
}
