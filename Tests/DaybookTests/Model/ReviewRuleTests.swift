import Daybook
import DaybookEvents
import DaybookLog
import DaybookScheduler
import LMDB
import Simulation
import TestSupport
import Testing

/// Reviews, imports and commands of several events (C14, C15, C16, C17, C21, C28).
struct ReviewRuleTests {
  let folder: ScratchFolder
  let ada: SimulatedReplica
  let ben: SimulatedReplica
  let card = Sample.cards[0]
  let deck = Sample.decks[0]

  init() throws {
    folder = try ScratchFolder()
    ada = try SimulatedReplica("ada", in: folder, seed: 1)
    ben = try SimulatedReplica("ben", in: folder, seed: 2)
    try ada.write(Sample.named(.deckCreated, deck, "deck"), Sample.added(card, to: deck))
    try ben.merge(from: ada)
  }

  private func reviews(_ replica: SimulatedReplica) throws -> [PlacedReview] {
    try replica.reviews(of: card)
  }

  /// What the store computed from the reviews.
  private func state(_ replica: SimulatedReplica) throws -> [UInt8]? {
    try replica.store.read { moment, transaction in
      try transaction.bytes(
        in: try moment.catalog.table(.schedule), for: ViewIndex.cardState.key(card.key))
    }
  }

  private func meet() throws {
    try ada.merge(from: ben)
    try ben.merge(from: ada)
    #expect(try ada.fingerprint == ben.fingerprint)
    #expect(try state(ada) == state(ben))
  }

  @Test func `two reviews of the same millisecond are both kept`() throws {
    try ada.write(Sample.reviewed(card, grade: 3))
    try ben.write(Sample.reviewed(card, grade: 1))
    try meet()
    #expect(try reviews(ada).count == 2)
    #expect(try reviews(ada).map(\.event) == reviews(ben).map(\.event))
  }

  @Test func `an older review that comes late counts in its place`() throws {
    try ben.write(Sample.reviewed(card, grade: 1))
    ada.machine.now += 5 * 86_400_000
    try ada.write(Sample.reviewed(card, grade: 3))
    ada.machine.now += 9 * 86_400_000
    try ada.write(Sample.reviewed(card, grade: 3))
    try meet()
    #expect(try reviews(ada).map(\.answer.grade) == [1, 3, 3])
    let before = try state(ada)
    #expect(try ada.store.rebuild([.decks, .schedule]).map(\.differences) == [0, 0])
    #expect(try state(ada) == before)
  }

  @Test func `two reviews of one day on two machines are both counted`() throws {
    try ada.write(Sample.reviewed(card, grade: 3))
    ben.machine.now += 60_000
    try ben.write(Sample.reviewed(card, grade: 3))
    try meet()
    let bytes = try #require(try state(ada))
    #expect(CardState(reading: bytes)?.schedule.reviews == 2)
    #expect(try Set(reviews(ada).map(\.studyDay)).count == 1)
  }

  @Test func `a review taken back on one machine counts on none`() throws {
    let receipt = try ada.write(Sample.reviewed(card, grade: 3))
    try meet()
    let id = Review.id(of: receipt.events[0])
    try ada.write(
      EventDraft(.reviewRetracted, card, payload: Sample.message { $0.bytes(1, id.bytes) }))
    try ben.write(Sample.reviewed(card, grade: 4))
    try meet()
    #expect(try reviews(ben).filter { !$0.isRetracted }.map(\.answer.grade) == [4])
  }

  @Test func `the same import on two machines makes one review and no conflict`() throws {
    let id = EntityID(name: "anki", "1")
    let draft = Sample.reviewed(card, grade: 2, id: id, occurredAt: 1_600_000_000_000)
    try ada.write(draft, Sample.captured(Sample.items[0], title: "note"), reason: .import)
    try ben.write(draft, Sample.captured(Sample.items[0], title: "note"), reason: .import)
    try meet()
    #expect(try reviews(ada).count == 1)
    #expect(try ada.conflicts.isEmpty)
  }

  @Test func `an import dated in the past loses to an edit and keeps its own time`() throws {
    let item = Sample.items[0]
    let (row, title) = (RowKey(.item, item), Sample.fields(title: "imported"))
    let draft = EventDraft(.itemCaptured, item, payload: title, occurredAt: 1_420_000_000_000)
    try ben.write(Sample.captured(item, title: "typed"))
    ada.machine.now += 3_600_000
    try ada.write(draft, reason: .import)
    try meet()
    #expect(try ada.value(row, .title) == Array("typed".utf8))
    let header = try ada.store.read { moment, transaction in
      try moment.log.event(at: moment.state.eventCount - 1, transaction)?.header
    }
    #expect(header?.stamp.milliseconds ?? 0 >= 1_700_000_000_000)
  }

  @Test func `a command of several events is taken whole or not at all`() throws {
    let drafts = Sample.items.map { Sample.captured($0, title: "together") }
    try ada.write(drafts)
    var cut = try #require(try ada.segments(lackedBy: try ben.heads).first)
    cut.events.removeLast()
    let report = try ben.merge([cut])
    #expect(report.receipt.appliedEvents == 0)
    #expect(try ben.state.eventCount == 2)
    try meet()
    #expect(try ben.state.eventCount == 5)
  }

  @Test func `a command that fails half way leaves nothing behind`() throws {
    let before = try (ada.fingerprint, ada.heads, ada.state.nextPosition)
    let tooLarge = [UInt8](repeating: 0, count: EventBytes.payloadLimit + 1)
    #expect(throws: StoreFailure.tooLarge(bytes: tooLarge.count)) {
      try ada.write(
        Sample.captured(Sample.items[0]), EventDraft(.itemEdited, card, payload: tooLarge))
    }
    #expect(throws: TestFailure.notFound) {
      try ada.store.write { _, _ in throw TestFailure.notFound }
    }
    #expect(try (ada.fingerprint, ada.heads, ada.state.nextPosition) == before)
  }
}
