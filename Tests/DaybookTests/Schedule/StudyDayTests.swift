import Daybook
import DaybookEvents
import DaybookLog
import LMDB
import Simulation
import TestSupport
import Testing

/// Days are counted where and when the review was made (C19).
struct StudyDayTests {
  private static let hour: Int64 = 3_600_000
  /// 2023-11-15 00:00 UTC.
  private static let midnight: Int64 = 1_700_006_400_000
  let folder: ScratchFolder
  let replica: SimulatedReplica
  let deck: EntityID
  let card: EntityID

  init() throws {
    folder = try ScratchFolder()
    replica = try SimulatedReplica("traveller", in: folder, now: Self.midnight, seed: 1)
    deck = try replica.store.createDeck(named: "deck")
    var change = CardChange()
    change.front = "front"
    change.back = "back"
    card = try replica.store.addCard(change, to: deck)
  }

  private func review(atHour hour: Int, _ answer: Answer, offsetHours: Int = 0) throws -> Card {
    replica.machine.now = Self.midnight + Int64(hour) * Self.hour
    replica.machine.offsetMinutes = offsetHours * 60
    return try replica.store.review(card, answer)
  }

  private var days: [Int] {
    get throws { try replica.reviews(of: card).map { $0.studyDay - 19_676 } }
  }

  @Test func `the day begins at the rollover hour, not at midnight`() throws {
    _ = try review(atHour: 20, .easy)
    _ = try review(atHour: 27, .good)
    _ = try review(atHour: 28, .good)
    #expect(try days == [0, 0, 1])
  }

  @Test func `travelling nine hours west changes no day that was counted before`() throws {
    let before = try review(atHour: 20, .easy, offsetHours: 9)
    let due = try #require(CivilDate(daysSince1970: 19_677 + before.intervalDays))
    #expect(before.due == .date(due))
    let west = try review(atHour: 34, .good)
    #expect(try days == [1, 1])
    #expect(west.reviews == 2)
    replica.machine.offsetMinutes = -480
    #expect(try replica.store.card(card) == west)
    #expect(try replica.store.rebuild([.decks, .schedule]).map(\.differences) == [0, 0])
    #expect(try replica.store.card(card) == west)
  }

  @Test func `a night of 23 or 25 hours is one night`() throws {
    // Clocks go forward at 01:00 UTC in the first night, and back in the second.
    _ = try review(atHour: 22, .easy, offsetHours: 1)
    _ = try review(atHour: 30, .good, offsetHours: 2)
    _ = try review(atHour: 46, .good, offsetHours: 2)
    _ = try review(atHour: 54, .good, offsetHours: 1)
    #expect(try days == [0, 1, 1, 2])
  }

  @Test func `another rollover hour counts for reviews made after it, not before`() throws {
    _ = try review(atHour: 2, .easy)
    try replica.store.set(.rolloverHour, to: "0")
    _ = try review(atHour: 26, .good)
    #expect(try days == [-1, 1])
  }
}
