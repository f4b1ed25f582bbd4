import Daybook
import DaybookEvents
import DaybookInterchange
import DaybookScheduler
import TestSupport
import Testing

/// What was learned in Anki, in all the ways it may be told.
struct AnkiHistoryImportTests {
  private static let day = 86_400_000
  private let folder: ScratchFolder
  private let machine: ImportMachine

  init() throws {
    folder = try ScratchFolder()
    machine = try ImportMachine()
  }

  /// A package of one note with one card, which was answered as the rows say.
  private func package(
    _ reviews: [AnkiReview], _ change: (inout AnkiCard) -> Void = { _ in }
  ) throws -> WholePackage {
    var package = WholePackage.rich(notes: 1)
    package.entries[0].cards.removeLast()
    var entry = package.entries[0].cards[0]
    if !reviews.isEmpty {
      (entry.card.kindNumber, entry.card.queueNumber, entry.card.due) = (2, 2, 400)
      (entry.card.interval, entry.card.factor, entry.card.reviews) = (20, 2_500, reviews.count)
    }
    change(&entry.card)
    entry.reviews = reviews
    package.entries[0].cards = [entry]
    return package
  }

  private var start: Int { WholePackage.baseID + Self.day }

  private func review(
    _ day: Int, _ ease: Int = 3, kind: AnkiReview.Kind = .review, interval: Int = 10,
    factor: Int = 2_500
  ) -> AnkiReview {
    AnkiReview(
      id: start + day * Self.day, cardID: WholePackage.baseID + 100_000, ease: ease,
      interval: interval, lastInterval: 0, factor: factor, milliseconds: 5_000,
      kindNumber: kind.rawValue)
  }

  private var card: Card {
    get throws { try machine.card(WholePackage.rich(notes: 1).entries[0].note.guid) }
  }

  private var learned: [AnkiReview] {
    [review(0, kind: .learning, interval: -600, factor: 0), review(3), review(13)]
  }

  @Test func `a card that a filtered deck borrowed is in its own deck`() throws {
    var package = try package(learned) {
      ($0.homeDeckID, $0.homeDue) = ($0.deckID, $0.due)
      ($0.deckID, $0.due, $0.queueNumber) = (WholePackage.baseID + 9, -100_000, 2)
    }
    var filtered = AnkiDeck(
      id: WholePackage.baseID + 9, name: "Cram", modifiedSeconds: WholePackage.baseSeconds)
    filtered.kind = ProtoMessage()
    filtered.kind.set(2, messages: [ProtoMessage()])
    package.decks.append(filtered)
    let outcome = try machine.importPackage(package, in: folder)
    #expect(outcome.losses == [.filteredDeck: 1])
    #expect(try card.deckName == "Żółw")
    #expect(try !machine.deckNames.contains("Cram"))
  }

  @Test func `dates set by hand are told and change nothing`() throws {
    let byHand = [
      review(4, 0, kind: .manual, interval: 100), review(5, 0, kind: .rescheduled, interval: 50),
    ]
    try machine.importPackage(package(learned), in: folder)
    let plain = try card.schedule
    let outcome = try machine.importPackage(package(learned + byHand), in: folder)
    #expect(outcome.losses == [.reschedule: 2] && outcome.report.reviews == 0)
    #expect(try card.schedule == plain && plain.reviews == 3)
  }

  @Test func `a card that was forgotten on purpose is new, and its answers stay readable`() throws {
    let reset = review(20, 0, kind: .manual, interval: 0, factor: 0)
    let package = try package(learned + [reset]) {
      ($0.kindNumber, $0.queueNumber, $0.due) = (0, 0, 7)
    }
    let outcome = try machine.importPackage(package, in: folder)
    #expect(outcome.losses.isEmpty && outcome.report.reviews == 3)
    #expect(try card.schedule.phase == .new && card.schedule.memory == nil)
    #expect(try machine.reviews(of: card.id).count == 3)
  }

  @Test func `answers after a reset count from there`() throws {
    let reset = review(20, 0, kind: .manual, interval: 0, factor: 0)
    let again = [
      review(21, kind: .learning, interval: -600, factor: 0), review(24, interval: 4),
    ]
    try machine.importPackage(package(learned + [reset] + again), in: folder)
    let other = try ImportMachine()
    try other.importPackage(package(again), in: folder)
    let guid = WholePackage.rich(notes: 1).entries[0].note.guid
    #expect(try card.schedule.memory != nil)
    #expect(try card.schedule.memory == other.card(guid).schedule.memory)
    #expect(try card.schedule.due == other.card(guid).schedule.due)
  }

  @Test func `practice that changed nothing changes nothing here`() throws {
    let cram = [review(5, 1, kind: .filtered, factor: 0), review(6, 4, kind: .filtered, factor: 0)]
    try machine.importPackage(package(learned), in: folder)
    let before = try card.schedule
    #expect(try machine.importPackage(package(learned + cram), in: folder).report.reviews == 2)
    #expect(try card.schedule == before)
    // A review ahead of time is one.
    let ahead = [review(14, kind: .filtered)]
    try machine.importPackage(package(learned + cram + ahead), in: folder)
    #expect(try card.schedule.reviews == 4)
  }

  @Test func `without answers the card's own numbers are the beginning`() throws {
    let bySM2 = try package([]) {
      ($0.kindNumber, $0.queueNumber, $0.due, $0.interval) = (2, 2, 400, 20)
      ($0.factor, $0.reviews, $0.lapses, $0.data) = (2_500, 9, 2, "{}")
    }
    try machine.importPackage(bySM2, in: folder)
    var schedule = try card.schedule
    #expect(schedule.phase == .review && schedule.reviews == 9 && schedule.lapses == 2)
    // An interval of SM-2 is the time in which one card in ten is forgotten.
    let memory = try #require(schedule.memory)
    #expect(abs(memory.stability - 20) < 0.01)
    #expect((1...10).contains(memory.difficulty))
    let firstDay = Int64(bySM2.collection.createdSeconds + 3_600) / 86_400
    #expect(schedule.due == .studyDay(Int(firstDay) + 400))

    let known = try ImportMachine()
    var byFSRS = bySM2
    byFSRS.entries[0].cards[0].card.data = #"{"s":33.25,"d":4.5}"#
    try known.importPackage(byFSRS, in: folder)
    schedule = try known.card(byFSRS.entries[0].note.guid).schedule
    #expect(schedule.memory == MemoryState(stability: 33.25, difficulty: 4.5))
    #expect(schedule.due == .studyDay(Int(firstDay) + 400))
  }

  @Test func `a history whose beginning is missing goes on from its first row`() throws {
    let cut = [review(0, interval: 20), review(20, interval: 45)]
    try machine.importPackage(package(cut), in: folder)
    let schedule = try card.schedule
    let memory = try #require(schedule.memory)
    #expect(schedule.phase == .review && schedule.reviews == 2)
    // Twenty days, remembered: more than twenty from now on.
    #expect(memory.stability > 20)
    let other = try ImportMachine()
    try other.importPackage(package(Array(cut.dropFirst())), in: folder)
    let guid = WholePackage.rich(notes: 1).entries[0].note.guid
    #expect(try abs(#require(other.card(guid).schedule.memory).stability - 45) < 0.01)
  }

  /// A card that was answered every hour, more often than one command holds.
  private func manyAnswers() throws -> WholePackage {
    try package(
      (0..<5_000).map { hour in
        var row = review(0, 2 + hour % 3, kind: hour == 0 ? .learning : .review)
        row.id += hour * 3_600_000
        return row
      })
  }

  @Test func `five thousand answers to one card arrive, in several commands`() throws {
    let package = try manyAnswers()
    let outcome = try machine.importPackage(package, in: folder)
    #expect(outcome.report.new == 1 && outcome.report.reviews == 5_000)
    #expect(try machine.reviews(of: card.id).count == 5_000)
    #expect(try machine.commands().count >= 2)
    #expect(try machine.commands().allSatisfy { $0.count <= 4_096 })
    let events = try machine.eventCount
    #expect(try machine.importPackage(package, in: folder).report.duplicate == 1)
    #expect(try machine.eventCount == events)
  }

  private struct Interruption: Error {}

  @Test(arguments: [false, true])
  func `an import that was interrupted goes on where it was`(hasManyNotes: Bool) throws {
    let package = try hasManyNotes ? WholePackage.rich(notes: 3_000) : manyAnswers()
    let whole = try ImportMachine()
    try whole.importPackage(package, in: folder)
    #expect(throws: Interruption.self) {
      try machine.importPackage(package, in: folder) { _ in throw Interruption() }
    }
    let events = try machine.eventCount
    #expect(try events > 0 && events < whole.eventCount)
    let rest = try machine.importPackage(package, in: folder)
    #expect(rest.report.itemCount == package.entries.count)
    #expect(try machine.eventCount == whole.eventCount)
    for entry in package.entries {
      let (here, there) = (
        try machine.card(entry.note.guid), try whole.card(entry.note.guid)
      )
      #expect(here.schedule == there.schedule && here.front == there.front)
      #expect(here.deck == there.deck && here.flag == there.flag)
      #expect(here.isSuspended == there.isSuspended)
      #expect(try machine.reviews(of: here.id).count == entry.cards[0].reviews.count)
    }
  }
}
