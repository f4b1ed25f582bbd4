import Daybook
import DaybookEvents
import DaybookLog
import DaybookScheduler

/// A store of one deck of flashcards that were reviewed, the same at every run.
final class StudyStore {
  /// 2026-01-01, some time after the last review.
  static let now: Int64 = 1_767_225_600_000
  private static let day: Int64 = 86_400_000

  /// Where it lies.
  let path: String
  /// Its deck.
  let deck = EntityID(name: "study", "deck")
  /// The store.
  let store: Store
  private let cardCount: Int

  /// Makes a store; every tenth card is still new.
  init(_ path: String, cards cardCount: Int, reviewsEach: Int) throws {
    self.path = path
    self.cardCount = cardCount
    store = try Store.open(at: path, options: Self.options)
    var change = CardChange()
    try write([
      EventDraft(.deckCreated, deck, payload: DeckOptionValue(name: "Study", value: "").encoded)
    ])
    var state: UInt64 = 1
    var drafts: [EventDraft] = []
    for number in 0..<cardCount {
      let card = card(number)
      change.front = Text("front \(number)")
      change.back = Text("back \(number)")
      drafts.append(EventDraft(.cardAdded, card, second: deck, payload: change.encoded))
      var time = Self.now - 400 * Self.day
      for _ in 0..<(number % 10 == 9 ? 0 : reviewsEach) {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        time += Int64((state >> 40) % 40) * Self.day
        let payload = Review.payload(
          grade: Grade.allCases[Int(state >> 33 & 3)], durationMilliseconds: 4_000,
          shown: .review, rolloverHour: 4)
        drafts.append(EventDraft(.cardReviewed, card, payload: payload, occurredAt: time))
      }
      if drafts.count > LogWriter.commandEventLimit - 2 * reviewsEach - 2 {
        try write(drafts)
        drafts.removeAll(keepingCapacity: true)
      }
    }
    try write(drafts)
  }

  /// One of its cards.
  func card(_ number: Int) -> EntityID { EntityID(name: "study card", "\(number % cardCount)") }

  /// Its clock stands.
  static var options: StoreOptions {
    var options = StoreOptions(replicaName: "bench")
    options.now = { now }
    options.offsetMinutes = { _ in 0 }
    return options
  }

  private func write(_ drafts: [EventDraft]) throws {
    guard !drafts.isEmpty else { return }
    _ = try store.write { _, _ in drafts }
  }
}
