public import DaybookEvents
package import DaybookScheduler
public import DaybookText

/// One answer to a card, as a fact: what was answered and when, never what was computed from it.
public struct Review: Equatable, Sendable {
  /// The review's id: derived from where it was imported from, or from the event's name.
  public let id: EntityID
  /// 1 again, 2 hard, 3 good, 4 easy.
  public let grade: UInt8
  /// How long the answer took.
  public let durationMilliseconds: UInt64
  /// What the card was when it was shown.
  public let shown: Shown
  /// When it was written down, milliseconds since 1970, as the reviewer's clock said.
  package let recordedAt: Int64
  /// Minutes east of UTC there.
  package private(set) var offsetMinutes: Int
  /// The hour at which the reviewer's day begins.
  public private(set) var rolloverHour: Int
  /// When an imported review happened.
  package let occurredAt: Int64?
  /// What another program scheduled after it; nil for reviews made here.
  package let scheduled: Scheduled?
  /// How many steps the card's deck had when the answer was given; nil for answers of other
  /// programs, and of this one before it noted that.
  package let steps: StepCounts?

  /// What another program scheduled after an answer.
  package struct Scheduled: Hashable, Sendable {
    /// The interval in days, or a negative number of seconds.
    package let interval: Int64
    /// The factor by which intervals grow, in thousandths; where that program knew difficulty, a
    /// number from 100 to 1100 that stands for it.
    package let factor: Int64

    /// Describes what was scheduled.
    package init(interval: Int64, factor: Int64) {
      self.interval = interval
      self.factor = factor
    }
  }

  /// Lists the write of an event: the payload as it is, and what the header says of an imported
  /// review; none when the payload holds no grade.
  static func reduce(
    _ header: EventHeader, _ name: EventName, _ payload: Span<UInt8>,
    _ writes: inout EventWrites
  ) throws(WireError) {
    try payload.forEachField { _ in }
    guard let grade = payload.number(1), (1...4).contains(grade) else { return }
    let id = payload.id(5) ?? Self.id(of: name)
    let field = FieldKey(.answer, id.rawValue)
    let row = RowKey(.reviews, header.entity)
    guard let occurredAt = header.occurredAt else {
      return writes.add(row, field, payload: 0..<payload.count)
    }
    var wire = WireWriter()
    wire.signed(14, Int64(header.offsetMinutes))
    wire.signed(15, occurredAt)
    writes.add(row, field) {
      $0.append(payload)
      $0.append(contentsOf: wire.bytes)
    }
  }

  /// The answer as its register holds it; nil for another shape.
  ///
  /// - Parameter origin: The event that says so; nil where only the answer itself is asked for.
  init?(_ id: EntityID, _ value: Span<UInt8>, _ origin: WriteOrigin?) {
    var reader = WireReader(value)
    var (grade, number, word): (UInt64?, UInt64?, [UInt8]?)
    var duration: UInt64 = 0
    var rolloverHour = UInt64(StudyDay.usualRolloverHour)
    var offsetMinutes = Int64(origin?.offsetMinutes ?? 0)
    var (occurredAt, interval, factor): (Int64?, Int64?, Int64)
    (grade, number, word, occurredAt, interval, factor) = (nil, nil, nil, nil, nil, 0)
    var steps: UInt64?
    do throws(WireError) {
      while let field = try reader.next(in: value) {
        switch (field.number, field.range) {
        case (1, nil): grade = field.value
        case (2, nil): duration = field.value
        case (3, let range?): word = value.array(range)
        case (4, nil): rolloverHour = field.value
        case (6, nil): number = field.value
        case (7, nil): interval = EventHeader.inTimeRange(field.signed)
        case (8, nil): factor = EventHeader.inTimeRange(field.signed)
        case (9, nil): steps = field.value
        case (14, nil): offsetMinutes = EventHeader.inTimeRange(field.signed)
        case (15, nil): occurredAt = EventHeader.inTimeRange(field.signed)
        default: break
        }
      }
    } catch {
      return nil
    }
    guard let grade else { return nil }
    self.id = id
    self.grade = UInt8(truncatingIfNeeded: grade)
    durationMilliseconds = duration
    shown = Shown(number: number, word: word)
    self.rolloverHour = Int(min(rolloverHour, 23))
    self.occurredAt = occurredAt
    self.offsetMinutes = Int(offsetMinutes)
    recordedAt = origin?.recordedAt ?? 0
    scheduled = interval.map { Scheduled(interval: $0, factor: factor) }
    self.steps = steps.flatMap { StepCounts(number: $0) }
  }

  /// The id of a review that was made here and not imported: its event's name, in 16 bytes. The
  /// 8 bytes of a link are a digest already, and make it unique.
  package static func id(of name: EventName) -> EntityID {
    let place = name.replica.rawValue ^ name.sequence &* 0x9E37_79B9_7F4A_7C15
    return EntityID(version8: UInt128(name.tag) << 64 | UInt128(place))
  }

  /// When it happened, as the reviewer's clock said.
  public var happenedAt: ZonedTime {
    ZonedTime(milliseconds: occurredAt ?? recordedAt, offsetMinutes: offsetMinutes)
  }

  /// Counts it for the day that another clock shows.
  mutating func date(by clock: ReviewClock) {
    offsetMinutes = clock.offsetMinutes
    rolloverHour = clock.rolloverHour
  }

  /// The payload of `cardReviewed`, version 2: what equals its default is left out, so that a
  /// usual review takes 5 bytes, and 2 for how many steps there were.
  package static func payload(
    grade: Grade, durationMilliseconds: UInt64, shown: Shown, rolloverHour: Int,
    id: EntityID? = nil, scheduled: Scheduled? = nil, steps: StepCounts? = nil
  ) -> [UInt8] {
    var wire = WireWriter()
    wire.varint(1, UInt64(grade.rawValue))
    if durationMilliseconds != 0 { wire.varint(2, durationMilliseconds) }
    if shown.number == nil { wire.text(3, shown.rawValue) }
    if rolloverHour != StudyDay.usualRolloverHour { wire.varint(4, UInt64(rolloverHour)) }
    if let id { wire.bytes(5, id.bytes) }
    if let number = shown.number, shown != .review { wire.varint(6, number) }
    if let scheduled {
      wire.signed(7, scheduled.interval)
      wire.signed(8, scheduled.factor)
    }
    if let steps { wire.varint(9, steps.number) }
    return wire.bytes
  }
}
