package import DaybookEvents
package import DaybookScheduler

/// The computed state of a card as it is kept: its schedule, and where its due entry stands.
package struct CardState: Equatable, Sendable {
  /// The fold of its reviews.
  package let schedule: CardSchedule
  /// The deck it is in.
  package let deck: EntityID?
  /// Whether it takes part in review: live and not suspended.
  package let isActive: Bool

  init(_ card: EntityID, _ record: Record, schedule: CardSchedule) {
    self.schedule = schedule
    deck = record.value(.deck).flatMap { EntityID(bytes: $0) }
    isActive = record.isLive && record.value(.suspended) != [1]
  }

  /// Computes it from the rows of a card and of its reviews; empty where there is none.
  init(_ card: EntityID, record: [UInt8], reviews: [UInt8]) throws {
    let schedule =
      reviews.isEmpty
      ? CardSchedule()
      : CardStates.schedule(of: try PlacedReview.all(reading: reviews.span))
    self.init(
      card, record.isEmpty ? Record() : try Record(reading: record.span), schedule: schedule)
  }

  /// The entry in the index of cards to review; nil for suspended and deleted cards.
  func queueKey(_ card: EntityID) -> [UInt8]? {
    guard isActive, let deck else { return nil }
    let place = QueuePlace(schedule.phase)
    if place == .new { return place.prefix(deck) + card.bytes }
    guard let due = schedule.due else { return nil }
    return place.prefix(deck) + ViewIndex.sortable(due.sortMilliseconds) + card.key
  }

  var encoded: [UInt8] {
    var wire = WireWriter()
    wire.varint(1, UInt64(schedule.phase.rawValue))
    wire.varint(2, UInt64(schedule.step))
    if let memory = schedule.memory {
      wire.fixed64(3, memory.stability.bitPattern)
      wire.fixed64(4, memory.difficulty.bitPattern)
    }
    switch schedule.due {
    case .instant(let milliseconds): wire.signed(5, milliseconds)
    case .studyDay(let day): wire.varint(6, UInt64(max(0, day)))
    case nil: break
    }
    wire.varint(7, UInt64(max(0, schedule.intervalDays)))
    wire.varint(8, UInt64(schedule.reviews))
    wire.varint(9, UInt64(schedule.lapses))
    if let last = schedule.lastReview {
      wire.signed(10, last.milliseconds)
      wire.varint(11, UInt64(max(0, last.studyDay)))
    }
    if let deck { wire.bytes(12, deck.bytes) }
    wire.varint(13, isActive ? 1 : 0)
    return wire.bytes
  }

  /// Reads a kept state; nil for a damaged one, which is computed anew.
  package init?(reading bytes: [UInt8]) {
    // What cannot be read is computed anew.
    guard let payload = try? Payload(bytes), let phase = payload.number(1) else { return nil }
    var schedule = CardSchedule()
    schedule.phase = CardSchedule.Phase(rawValue: UInt8(truncatingIfNeeded: phase)) ?? .new
    schedule.step = Int(clamping: payload.number(2) ?? 0)
    if let stability = payload.number(3), let difficulty = payload.number(4) {
      let memory = MemoryState(
        stability: Double(bitPattern: stability), difficulty: Double(bitPattern: difficulty))
      guard memory.isFinite else { return nil }
      schedule.memory = memory
    }
    if let milliseconds = payload.signed(5) {
      schedule.due = .instant(milliseconds: milliseconds)
    } else if let day = payload.number(6) {
      schedule.due = .studyDay(Int(clamping: day))
    }
    schedule.intervalDays = Int(clamping: payload.number(7) ?? 0)
    schedule.reviews = Int(clamping: payload.number(8) ?? 0)
    schedule.lapses = Int(clamping: payload.number(9) ?? 0)
    if let milliseconds = payload.signed(10) {
      schedule.lastReview = CardSchedule.Moment(
        milliseconds: milliseconds, studyDay: Int(clamping: payload.number(11) ?? 0))
    }
    self.schedule = schedule
    deck = payload.bytes(12).flatMap { EntityID(bytes: $0) }
    isActive = payload.number(13) == 1
  }
}

extension CardSchedule.Due {
  /// The moment for ordering: a study day counts from its midnight UTC.
  package var sortMilliseconds: Int64 {
    switch self {
    case .instant(let milliseconds): milliseconds
    case .studyDay(let day): Int64(day) * 86_400_000
    }
  }
}
