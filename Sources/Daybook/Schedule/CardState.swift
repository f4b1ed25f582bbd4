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
  /// none. `find` is asked for the rows of its note, and of its deck where `schedulers` lacks it.
  init(
    _ card: EntityID, record: [UInt8], reviews: [UInt8], by schedulers: DeckSchedulers,
    _ find: (RowKey) throws -> Record
  ) throws {
    let record = record.isEmpty ? Record() : try Record(reading: record.span)
    self.init(
      card, record, reviews: try PlacedReview.all(stored: reviews),
      isNoteLive: try record.cardOrigin.map { try find(RowKey(.note, $0.note)).isLive } ?? true,
      by: try schedulers.scheduler(ofCard: record) { try find(RowKey(.deck, $0)) })
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
  package init?(reading bytes: Span<UInt8>) {
    var reader = WireReader(bytes)
    var hasPhase = false
    var (stability, difficulty): (UInt64?, UInt64?)
    var (lastMilliseconds, lastDay): (Int64?, Int)
    (stability, difficulty, lastMilliseconds, lastDay) = (nil, nil, nil, 0)
    do throws(WireError) {
      while let field = try reader.next(in: bytes) {
        let count = Int(clamping: field.value)
        switch field.number {
        case 1:
          hasPhase = true
          let phase = UInt8(truncatingIfNeeded: field.value)
          schedule.phase = CardSchedule.Phase(rawValue: phase) ?? .new
        case 2: schedule.step = count
        case 3: stability = field.value
        case 4: difficulty = field.value
        case 5:
          schedule.due = .instant(milliseconds: EventHeader.inTimeRange(field.signed))
        case 6: schedule.due = .studyDay(count)
        case 7: schedule.intervalDays = count
        case 8: schedule.reviews = count
        case 9: schedule.lapses = count
        case 10: lastMilliseconds = EventHeader.inTimeRange(field.signed)
        case 11: lastDay = count
        case 12: deck = Self.id(field, bytes)
        case 13: isActive = field.value == 1
        case 14: scheduler = SchedulerIdentity(rawValue: field.value)
        case 15: firstStudyDay = count
        case 16: buriedDay = count
        case 17: note = Self.id(field, bytes)
        case 18: position = Int64(bitPattern: field.value)
        default: break
        }
      }
    } catch {
      return nil
    }
    guard hasPhase else { return nil }
    if let stability, let difficulty {
      let memory = MemoryState(
        stability: Double(bitPattern: stability), difficulty: Double(bitPattern: difficulty))
      guard memory.isFinite else { return nil }
      schedule.memory = memory
    }
    if let lastMilliseconds {
      schedule.lastReview = CardSchedule.Moment(
        milliseconds: lastMilliseconds, studyDay: lastDay)
    }
  }

  /// Reads a kept state.
  package init?(reading bytes: [UInt8]) { self.init(reading: bytes.span) }

  private static func id(_ field: WireField, _ bytes: Span<UInt8>) -> EntityID? {
    guard let range = field.range, range.count == 16 else { return nil }
    return EntityID(rawValue: bytes.bigEndian128(at: range.lowerBound))
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
