import Daybook
import DaybookInterchange
import TestSupport
import Testing

/// Tags that Anki leaves out of packages without scheduling.
struct AnkiBareTagsTests {
  /// F10.
  @Test func `a bare package of the same notes takes no tag off`() throws {
    let folder = try ScratchFolder()
    let machine = try ImportMachine()
    var package = WholePackage.rich()
    for index in package.entries.indices {
      package.entries[index].note.tags = ["keep", "marked", "leech"]
    }
    try machine.importPackage(package, in: folder)
    let bare = Self.bare(package)
    let events = try machine.eventCount
    let report = try machine.importPackage(bare, in: folder).report
    #expect(report.duplicate == package.entries.count)
    #expect(try machine.eventCount == events)
    let guid = package.entries[0].note.guid
    #expect(try machine.note(guid).tags.sorted() == ["keep", "leech", "marked"])
    // Of the others it speaks, and a package with what was learned of these too.
    var other = bare
    other.entries[0].note.tags = []
    other.entries[0].note.modifiedSeconds += 60
    try machine.importPackage(other, in: folder)
    #expect(try machine.note(guid).tags.sorted() == ["leech", "marked"])
    package.entries[0].note.tags = []
    package.entries[0].note.modifiedSeconds += 120
    try machine.importPackage(package, in: folder)
    #expect(try machine.note(guid).tags == [])
  }

  private static func bare(_ package: WholePackage) -> WholePackage {
    var bare = package
    for index in bare.entries.indices {
      bare.entries[index].note.tags.removeAll { ["marked", "leech"].contains($0) }
      for card in bare.entries[index].cards.indices {
        let old = bare.entries[index].cards[card].card
        bare.entries[index].cards[card].reviews = []
        bare.entries[index].cards[card].card = AnkiCard(
          id: old.id, noteID: old.noteID, deckID: old.deckID, ordinal: old.ordinal,
          modifiedSeconds: old.modifiedSeconds, due: 1)
      }
    }
    return bare
  }
}
