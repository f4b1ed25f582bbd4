import Daybook
import DaybookEvents
import DaybookInterchange
import DaybookScheduler
import TestSupport
import Testing

/// What cards were in Anki when they were answered there stays so, whatever the steps of today. F3.
struct AnkiPastPhaseTests {
  private static let day = 86_400_000
  private static let changes = [
    ("1m 10m 1h 1d", "10m"), ("none", "none"), ("1m", "1m 1h 1d"), ("1m 10m", "10m"),
  ]
  private let folder: ScratchFolder
  private let machine: ImportMachine

  init() throws {
    folder = try ScratchFolder()
    machine = try ImportMachine()
  }

  private struct Row {
    let day: Int
    let kind: AnkiReview.Kind
    let ease: Int
    let interval: Int

    init(_ day: Int, _ kind: AnkiReview.Kind, _ ease: Int, _ interval: Int) {
      (self.day, self.kind, self.ease, self.interval) = (day, kind, ease, interval)
    }
  }

  /// A package of one card that was answered as the rows say, an hour apart on a day.
  private func package(_ rows: [Row]) -> WholePackage {
    var package = WholePackage.rich(notes: 1)
    package.entries[0].cards.removeLast()
    var entry = package.entries[0].cards[0]
    (entry.card.kindNumber, entry.card.queueNumber, entry.card.due) = (2, 2, 400)
    (entry.card.interval, entry.card.factor, entry.card.reviews) = (20, 2_500, rows.count)
    entry.reviews = rows.enumerated().map { index, row in
      AnkiReview(
        id: WholePackage.baseID + row.day * Self.day + index * 3_600_000, cardID: entry.card.id,
        ease: row.ease, interval: row.interval, lastInterval: 0, factor: 2_500,
        milliseconds: 5_000, kindNumber: row.kind.rawValue)
    }
    package.entries[0].cards = [entry]
    return package
  }

  private var card: Card {
    get throws { try machine.card(WholePackage.rich(notes: 1).entries[0].note.guid) }
  }

  private func setSteps(_ learning: String, _ relearning: String) throws {
    let deck = try #require(try card.deck)
    try machine.store.setOptions(
      of: [deck], [.learningSteps: learning, .relearningSteps: relearning])
  }

  /// A new card, learned, forgotten and learned again.
  private let learned = [
    Row(0, .learning, 3, -600), Row(0, .learning, 3, 1), Row(1, .review, 3, 3),
    Row(4, .review, 1, -600), Row(4, .relearning, 3, 1), Row(5, .review, 3, 4),
  ]

  @Test func `steps rewrite what was imported, and what goes back to Anki`() throws {
    try machine.importPackage(package(learned), in: folder)
    let before = try card.schedule
    #expect(before.phase == .review && before.lapses == 1 && before.reviews == 6)
    let exported = try machine.exported(in: folder).entries
    let row = try #require(exported.first?.cards.first)
    #expect(row.card.kind == .review && row.card.lapses == 1)
    #expect(row.reviews.map(\.kindNumber) == [0, 0, 1, 1, 2, 1])
    for (learning, relearning) in Self.changes {
      try setSteps(learning, relearning)
      #expect(try card.schedule == before, "\(learning)")
      let after = try machine.exported(in: folder).entries
      #expect(after == exported, "\(learning)")
    }
  }

  @Test func `a step that ends tomorrow is taken for the end of learning`() throws {
    // In Anki's log a step that passes the end of the day has days for an interval.
    let rows = [
      Row(0, .learning, 3, -600), Row(0, .learning, 3, 1), Row(1, .learning, 1, -60),
      Row(1, .learning, 3, 1), Row(2, .learning, 4, 5), Row(7, .review, 1, 1),
      Row(8, .relearning, 1, -600),
    ]
    try machine.importPackage(package(rows), in: folder)
    for (learning, relearning) in Self.changes where relearning != "none" {
      try setSteps(learning, relearning)
      #expect(try card.schedule.phase == .relearning && card.schedule.lapses == 1, "\(learning)")
    }
    try setSteps("none", "none")
    #expect(try card.schedule.phase == .review && card.schedule.lapses == 1)
  }

  @Test func `a card set to a date while it was learned was answered as a learned one`() throws {
    let rows = [
      Row(0, .learning, 3, -600), Row(0, .manual, 0, 5), Row(5, .review, 1, -600),
      Row(5, .relearning, 3, 1),
    ]
    try machine.importPackage(package(rows), in: folder)
    for (learning, relearning) in Self.changes {
      try setSteps(learning, relearning)
      #expect(try card.schedule.phase == .review && card.schedule.lapses == 1, "\(learning)")
    }
  }

  @Test func `a card that was on steps there goes on by the steps of here`() throws {
    let rows = [Row(0, .learning, 3, -600)]
    try machine.importPackage(package(rows), in: folder)
    let last = Int64(WholePackage.baseID)
    #expect(try card.schedule.due == .instant(milliseconds: last + 600_000))
    try setSteps("1m 20m 1d", "10m")
    #expect(try card.schedule.phase == .learning && card.schedule.step == 1)
    #expect(try card.schedule.due == .instant(milliseconds: last + 1_200_000))
    try setSteps("1m", "10m")
    #expect(try card.schedule.phase == .review)
  }

  @Test func `answers given here after those from Anki count by the steps of then`() throws {
    try machine.importPackage(package(learned), in: folder)
    try machine.store.review(try card.id, .again)
    #expect(try card.schedule.phase == .relearning && card.schedule.lapses == 2)
    try machine.store.review(try card.id, .good)
    let before = try card.schedule
    #expect(before.phase == .review && before.lapses == 2)
    for (learning, relearning) in Self.changes {
      try setSteps(learning, relearning)
      #expect(try card.schedule == before, "\(learning)")
    }
  }

  @Test func `a document takes along what answers were given under`() throws {
    try machine.importPackage(package(learned), in: folder)
    try machine.store.review(try card.id, .again)
    try machine.store.review(try card.id, .good)
    let other = try ImportMachine("other")
    try other.importDocument(try machine.document())
    #expect(try other.document() == machine.document())
    let deck = try #require(try card.deck)
    try other.store.setOptions(of: [deck], [.learningSteps: "1m 1h 1d", .relearningSteps: "1m 1d"])
    let there = try #require(try other.store.card(card.id))
    #expect(try there.schedule.phase == card.schedule.phase)
    #expect(try there.schedule.lapses == card.schedule.lapses)
  }
}
