import Daybook
import DaybookEvents
import DaybookInterchange
import DaybookScheduler
import Foundation
import TestSupport
import Testing

/// Packages that the real Anki and other programs wrote, brought into a store.
@Suite(.enabled(if: !SampleFiles.areMissing, "the samples stand beside the working copy"))
struct AnkiSampleImportTests {
  private static let names = SampleFiles.paths(under: "anki").filter { $0.hasSuffix("pkg") }
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func path(_ name: String) throws -> String {
    try #require(SampleFiles.folder).appending(path: "anki/" + name).path
  }

  @Test(arguments: names) func `all of a sample is here afterwards`(name: String) throws {
    let whole = try WholePackage(try path(name), in: folder)
    let machine = try ImportMachine()
    let outcome = try machine.importPackage(try path(name), in: folder)
    #expect(outcome.problems == [])
    #expect(
      outcome.report.new == whole.entries.count && outcome.report.itemCount == outcome.report.new)
    #expect(outcome.report.cards == whole.cardCount)
    #expect(outcome.report.reviews == whole.answerCount)
    #expect(outcome.fileCount == whole.media.count)
    #expect(outcome.report.problems == [])
    #expect(try machine.conflicts == [])
    // The numbers in those made by hand are made up.
    let isFromAnki = !name.hasPrefix("handmade")
    for entry in whole.entries {
      let note = try machine.note(entry.note.guid)
      #expect(note.fields.map(\.string) == entry.note.fields)
      #expect(note.tags.sorted() == entry.note.tags.sorted())
      #expect(note.createdAt.milliseconds == Int64(entry.note.id))
      for card in entry.cards {
        try expect(card, of: entry.note, in: machine, whole, isFromAnki: isFromAnki)
      }
    }
    for (name, bytes) in whole.media {
      let file = try #require(try machine.store.mediaFile(named: name))
      #expect(file.byteCount == UInt64(bytes.count))
      #expect(try machine.store.mediaFolder.isSound(file))
    }
  }

  private func expect(
    _ entry: AnkiNoteEntry.Card, of note: AnkiNote, in machine: ImportMachine,
    _ whole: WholePackage, isFromAnki: Bool
  ) throws {
    let card = try machine.card(note.guid, entry.card.ordinal)
    #expect(card.isSuspended == (entry.card.queue == .suspended))
    #expect(card.flag == entry.card.color)
    #expect(!card.front.string.isEmpty)
    let deck =
      whole.decks.first { $0.id == entry.card.homeDeckID }
      ?? whole.decks.first { $0.id == entry.card.deckID }
    #expect(card.deckName.string == deck?.name)
    let answers = entry.reviews.filter {
      $0.ease > 0 && $0.kind != .manual && $0.kind != .rescheduled
    }
    let reviews = try machine.reviews(of: card.id)
    #expect(reviews.map(\.milliseconds) == answers.map { Int64($0.id) })
    #expect(reviews.map { Int($0.answer.grade) } == answers.map(\.ease))
    let data = AnkiCardData(parsing: entry.card.data)
    guard let stability = data.stability, let difficulty = data.difficulty, isFromAnki else {
      return
    }
    let memory = try #require(card.schedule.memory)
    // Anki computes each state from the one before as it wrote that, with four digits and three,
    // so what was rounded away adds up from review to review.
    #expect(abs(memory.stability - stability) <= 0.0001 + stability / 1_000)
    #expect(abs(memory.difficulty - difficulty) <= 0.003)
  }

  @Test(arguments: names) func `a sample again writes nothing`(name: String) throws {
    let machine = try ImportMachine()
    let first = try machine.importPackage(try path(name), in: folder)
    let (events, fingerprint) = (try machine.eventCount, try machine.fingerprint)
    let again = try machine.importPackage(try path(name), in: folder)
    #expect(try machine.eventCount == events)
    #expect(try machine.fingerprint == fingerprint)
    #expect(
      again.report.duplicate == first.report.new && again.report.itemCount == first.report.new)
    #expect(again.report.cards == 0 && again.report.reviews == 0 && again.fileCount == 0)
  }

  @Test(arguments: names)
  func `a sample on two machines is there once after they met`(name: String) throws {
    let laptop = try ImportMachine("laptop")
    let phone = try ImportMachine("phone", offsetMinutes: -480)
    try laptop.importPackage(try path(name), in: folder)
    try phone.importPackage(try path(name), in: folder)
    try laptop.exchange(with: phone)
    #expect(try laptop.fingerprint == phone.fingerprint)
    #expect(try laptop.conflicts == [])
    let whole = try WholePackage(try path(name), in: folder)
    #expect(try laptop.store.cards().count == whole.cardCount)
    for entry in whole.entries {
      for card in entry.cards {
        let (here, there) = (
          try laptop.card(entry.note.guid, card.card.ordinal),
          try phone.card(entry.note.guid, card.card.ordinal)
        )
        #expect(here.schedule == there.schedule)
        #expect(try laptop.reviews(of: here.id).count <= card.reviews.count)
      }
    }
    let events = try laptop.eventCount
    let again = try laptop.importPackage(try path(name), in: folder)
    #expect(try laptop.eventCount == events && again.report.duplicate == again.report.itemCount)
  }

  @Test func `the decks of a sample keep their names and options`() throws {
    let whole = try WholePackage(try path("modern_full.apkg"), in: folder)
    let machine = try ImportMachine()
    try machine.importPackage(try path("modern_full.apkg"), in: folder)
    let used = Set(whole.entries.flatMap(\.cards).map(\.card.deckID))
    let names = try machine.deckNames
    for deck in whole.decks where used.contains(deck.id) { #expect(names.contains(deck.name)) }
    #expect(names.contains("Default") == used.contains(1))
    for deck in whole.decks where names.contains(deck.name) {
      let id = try #require(try machine.store.decks().first { $0.name.string == deck.name }?.id)
      let preset = try #require(whole.options.first { $0.id == deck.optionsID ?? 1 })
      let options = try machine.store.options(of: id)
      let retention = deck.desiredRetention ?? preset.desiredRetention ?? 0.9
      #expect(abs(options.desiredRetention - Double(retention)) < 1e-6)
      #expect(options.newPerDay == deck.newLimit ?? preset.newPerDay)
      #expect(options.reviewsPerDay == deck.reviewLimit ?? preset.reviewsPerDay)
      #expect(options.parameters == preset.parameters)
    }
  }
}
