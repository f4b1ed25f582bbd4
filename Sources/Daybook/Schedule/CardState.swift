package import DaybookEvents
package import DaybookScheduler

/// The computed state of a card as it is kept: its schedule, and what places it in line.
package struct CardState: Equatable, Sendable {
  /// The fold of its reviews.
  package private(set) var schedule = CardSchedule()
  /// The deck it is in.
  package private(set) var deck: EntityID?
  /// Whether it takes part in review: live, with its note, and not suspended.
  package private(set) var isActive = false
  /// Under what it was computed.
  package private(set) var scheduler = SchedulerIdentity(rawValue: 0)
  /// The study day of its first answer; nil before that.
  package private(set) var firstStudyDay: Int?
  /// The last study day on which it is kept out of review; 0 for none.
  package private(set) var buriedDay = 0
  /// The note it is made of.
  package private(set) var note: EntityID?
  /// Where it stands among new cards, the lowest first: the place that an import gave it, or the
  /// stamp of the event that added it.
  package private(set) var position: Int64 = 0

  /// Computes it from the rows of a card and of its reviews; empty where there is none.
  init(
    _ card: EntityID, _ record: Record, reviews: [PlacedReview], isNoteLive: Bool,
    by scheduler: Scheduler
  ) {
    let seed = record.value(.seed).map { CardSeed(reading: $0) }
    let fold = CardFold(reviews, of: card, seed: seed, by: scheduler)
    schedule = fold.schedule
    firstStudyDay = fold.firstStudyDay
    deck = record.value(.deck).flatMap { EntityID(bytes: $0) }
    isActive = record.isLive && isNoteLive && record.value(.suspended) != [1]
    self.scheduler = scheduler.identity
    buriedDay = record.buriedDay
    note = record.cardOrigin?.note
    position = seed?.position ?? Int64(clamping: record[.created]?.winner?.stamp.rawValue ?? 0)
  }

  /// Computes it from the rows of a card and of its reviews as they are kept; empty where there is
  /// none. `find` is asked for the rows of its deck and note.
  init(
    _ card: EntityID, record: [UInt8], reviews: [UInt8], _ find: (RowKey) throws -> Record
  ) throws {
    let record = record.isEmpty ? Record() : try Record(reading: record.span)
    let deck = try record.value(.deck).flatMap { EntityID(bytes: $0) }
      .map { try find(RowKey(.deck, $0)) }
    self.init(
      card, record, reviews: reviews.isEmpty ? [] : try PlacedReview.all(reading: reviews.span),
      isNoteLive: try record.cardOrigin.map { try find(RowKey(.note, $0.note)).isLive } ?? true,
      by: DeckOptions(deck ?? Record()).scheduler)
  }

  /// The day of its last answer; nil before the first.
  var lastStudyDay: Int? { schedule.lastReview?.studyDay }

  /// The entry in the index of cards to review; nil for suspended and deleted cards. The value is
  /// the day until which it is kept out, if there is one.
  func queueEntry(_ card: EntityID) -> (key: [UInt8], value: [UInt8])? {
    guard isActive, let deck else { return nil }
    let place = QueuePlace(schedule.phase)
    let order = place == .new ? position : schedule.due?.sortMilliseconds
    guard let order else { return nil }
    var value = WireWriter()
    if buriedDay > 0 { value.raw(UInt64(buriedDay)) }
    return (place.prefix(deck) + ViewIndex.sortable(order) + card.key, value.bytes)
  }
}

extension CardState {
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
    wire.fixed64(14, scheduler.rawValue)
    if let firstStudyDay { wire.varint(15, UInt64(max(0, firstStudyDay))) }
    if buriedDay > 0 { wire.varint(16, UInt64(buriedDay)) }
    if let note { wire.bytes(17, note.bytes) }
    wire.fixed64(18, UInt64(bitPattern: position))
    return wire.bytes
  }

  /// Reads a kept state; nil for a damaged one, which is computed anew.
  package init?(reading bytes: [UInt8]) {
    // What cannot be read is computed anew.
    guard let payload = try? Payload(bytes), let phase = payload.number(1),
      let schedule = Self.schedule(phase, payload)
    else { return nil }
    self.schedule = schedule
    deck = payload.bytes(12).flatMap { EntityID(bytes: $0) }
    isActive = payload.number(13) == 1
    scheduler = SchedulerIdentity(rawValue: payload.number(14) ?? 0)
    firstStudyDay = payload.number(15).map { Int(clamping: $0) }
    buriedDay = Int(clamping: payload.number(16) ?? 0)
    note = payload.bytes(17).flatMap { EntityID(bytes: $0) }
    position = payload.number(18).map { Int64(bitPattern: $0) } ?? 0
  }

  private static func schedule(_ phase: UInt64, _ payload: Payload) -> CardSchedule? {
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
    return schedule
  }
}

extension Record {
  /// Of a card: the last study day on which it is kept out of review; 0 for none.
  var buriedDay: Int {
    guard let value = value(.buried) else { return 0 }
    return Int(clamping: value.span.number(1) ?? 0)
  }

  /// Of a card: the note it is made of.
  var cardOrigin: CardOrigin? { value(.cardNote).flatMap { CardOrigin(reading: $0) } }
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
