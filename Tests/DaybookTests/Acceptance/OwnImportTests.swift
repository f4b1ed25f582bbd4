import Daybook
import DaybookEvents
import Testing

/// Imports of a program that embeds the library.
struct OwnImportTests {
  private let clock = TestClock()

  private static func bookmarks(_ titles: [Text]) -> [ImportedItem] {
    titles.enumerated().map { number, title in
      var item = ImportedItem(
        from: CustomName("org.example.browser/bookmark"), foreignID: "\(number)")
      item.fields.title = title
      item.tags = ["web"]
      item.collections = ["Bookmarks"]
      return item
    }
  }

  @Test func `an import comes in once, and one undo takes it back`() throws {
    let test = try TestStore("one", clock: clock)
    let before = try test.store.items()
    let report = try test.store.importItems(Self.bookmarks(["a", "b", "c"]))
    #expect((report.new, report.duplicate) == (3, 0))
    #expect(try test.store.items(matching: "in:Bookmarks tag:web").count == 3)
    clock.advance(1000)
    let again = try test.store.importItems(Self.bookmarks(["a", "b", "c"]))
    #expect((again.new, again.duplicate) == (0, 3))
    try test.store.undo()
    #expect(try test.store.items() == before)
  }

  @Test func `what a person wrote stays, and what the source says too is a conflict`() throws {
    let test = try TestStore("one", clock: clock)
    let items = Self.bookmarks(["a", "b"])
    try test.store.importItems(items)
    clock.advance(1000)
    try test.store.edit(items[0].id, .title("mine"))
    clock.advance(1000)
    let report = try test.store.importItems(Self.bookmarks(["theirs", "B"]))
    #expect((report.conflicting, report.updated) == (1, 1))
    #expect(try test.store.item(items[0].id)?.title == "mine")
    #expect(try test.store.item(items[1].id)?.title == "B")
    #expect(try test.store.items(matching: "is:conflict").map(\.id) == [items[0].id])
  }

  @Test func `only what would happen is said of a rehearsal`() throws {
    let test = try TestStore("one", clock: clock)
    var options = ImportOptions()
    options.isDryRun = true
    let report = try test.store.importItems(Self.bookmarks(["a"]), options: options)
    #expect(report.new == 1)
    #expect(try test.store.items().isEmpty)
  }
}
