import DaybookInterchange
import Foundation
import TestSupport
import Testing

/// Packages that the real Anki wrote, and what other programs say is in them.
@Suite(.enabled(if: !SampleFiles.areMissing, "the samples stand beside the working copy"))
struct AnkiSampleTests {
  private static let names = SampleFiles.paths(under: "anki").filter { $0.hasSuffix("pkg") }
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func path(_ name: String) throws -> String {
    try #require(SampleFiles.folder).appending(path: "anki/" + name).path
  }

  @Test func `there are samples`() {
    #expect(Self.names.count >= 6)
  }

  @Test(arguments: names) func `a sample is read without a problem`(name: String) throws {
    let package = try AnkiPackage(try path(name), temporaryFolder: folder.path)
    let whole = try WholePackage(try path(name), in: folder)
    #expect(whole.problems == [])
    #expect(whole.entries.count == package.counts.notes && !whole.entries.isEmpty)
    #expect(whole.entries.reduce(0) { $0 + $1.cards.count } == package.counts.cards)
    let reviews = whole.entries.flatMap(\.cards).reduce(0) { $0 + $1.reviews.count }
    #expect(reviews == package.counts.reviews)
    #expect(whole.media.count == package.media.count && !whole.media.isEmpty)
    let noteTypes = Set(package.noteTypes.map(\.id))
    #expect(whole.entries.allSatisfy { noteTypes.contains($0.note.noteTypeID) })
    let decks = Set(package.decks.map(\.id))
    #expect(whole.entries.flatMap(\.cards).allSatisfy { decks.contains($0.card.deckID) })
    try package.checkMedia()
  }

  @Test(arguments: names, [AnkiPackageVersion.latest, .legacy2])
  func `a sample written again reads the same`(name: String, version: AnkiPackageVersion) throws {
    var whole = try WholePackage(try path(name), in: folder)
    try whole.write(folder("copy.apkg"), version, in: folder)
    var copy = try WholePackage(folder("copy.apkg"), in: folder)
    // Packages from elsewhere may lack the default deck and options; ours have them.
    for deck in copy.decks where deck.id == 1 && !whole.decks.contains(where: { $0.id == 1 }) {
      whole.decks.insert(deck, at: 0)
    }
    if version == .legacy2 { (whole, copy) = (whole.inOlderForm, copy.inOlderForm) }
    #expect(copy.collection == whole.collection)
    #expect(copy.noteTypes == whole.noteTypes)
    #expect(copy.decks == whole.decks)
    #expect(copy.options == whole.options)
    #expect(copy.entries == whole.entries)
    #expect(copy.media == whole.media)
    #expect(copy == whole)
    #expect(try folder.names() == ["copy.apkg"])
  }

  @Test func `both forms of one export say the same`() throws {
    let modern = try WholePackage(try path("modern_full.apkg"), in: folder).inOlderForm
    let legacy = try WholePackage(try path("legacy_full.apkg"), in: folder).inOlderForm
    #expect(legacy.entries == modern.entries)
    #expect(legacy.media == modern.media)
    #expect(legacy.decks == modern.decks)
    #expect(legacy.options == modern.options)
    // Each export makes stock note types of its own that no note has.
    let used = Set(modern.entries.map(\.note.noteTypeID))
    #expect(
      legacy.noteTypes.filter { used.contains($0.id) }
        == modern.noteTypes.filter { used.contains($0.id) })
    #expect(legacy.collection.createdSeconds == modern.collection.createdSeconds)
    #expect(legacy.collection.creationMinutesWest == 0)
  }

  @Test(arguments: ["modern_full.apkg", "legacy_full.apkg"])
  func `the values are those that another reader dumped`(name: String) throws {
    let whole = try WholePackage(try path(name), in: folder)
    let dump = try AnkiDump(SampleFiles.bytes("anki/\(name).dump.txt"))
    #expect(whole.entries.count == dump.rows("notes").count)
    for (entry, row) in zip(whole.entries, dump.rows("notes")) {
      let note = entry.note
      #expect(
        [note.id, note.noteTypeID, note.modifiedSeconds] == row.numbers(["id", "mid", "mod"]))
      #expect(note.guid == row.text("guid"))
      #expect(note.fields.joined(separator: "\u{1F}") == row.text("flds"))
      #expect(AnkiNote.column(of: note.tags) == row.text("tags"))
    }
    let cards = whole.entries.flatMap(\.cards).map(\.card).sorted { $0.id < $1.id }
    #expect(cards.count == dump.rows("cards").count)
    let columns = [
      "id", "nid", "did", "ord", "mod", "type", "queue", "due", "ivl", "factor", "reps", "lapses",
      "left", "odue", "odid", "flags",
    ]
    for (card, row) in zip(cards, dump.rows("cards")) {
      let numbers = [
        card.id, card.noteID, card.deckID, card.ordinal, card.modifiedSeconds, card.kindNumber,
        card.queueNumber, card.due, card.interval, card.factor, card.reviews, card.lapses,
        card.left, card.homeDue, card.homeDeckID, card.flags,
      ]
      #expect(numbers == row.numbers(columns))
      #expect(card.data == row.text("data"))
    }
    let reviews = whole.entries.flatMap(\.cards).flatMap(\.reviews).sorted { $0.id < $1.id }
    #expect(reviews.count == dump.count("revlog"))
    for (review, row) in zip(reviews, dump.rows("revlog")) {
      let numbers = [
        review.id, review.cardID, review.ease, review.interval, review.lastInterval, review.factor,
        review.milliseconds, review.kindNumber,
      ]
      #expect(
        numbers
          == row.numbers(["id", "cid", "ease", "ivl", "lastIvl", "factor", "time", "type"]))
    }
  }

  @Test func `what notes are sorted and compared by is what Anki computed`() throws {
    let dump = try AnkiDump(SampleFiles.bytes("anki/modern_full.apkg.dump.txt"))
    let whole = try WholePackage(try path("modern_full.apkg"), in: folder)
    #expect(!whole.entries.isEmpty)
    try whole.write(folder("copy.apkg"), .legacy2, in: folder)
    for (entry, row) in zip(whole.entries, dump.rows("notes")) {
      let first = try #require(entry.note.fields.first)
      #expect(AnkiSortText.text(of: first) == row.text("sfld"))
      #expect([AnkiSortText.checksum(of: first)] == row.numbers(["csum"]))
    }
  }
}
