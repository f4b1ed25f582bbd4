public import DaybookEvents
import DaybookText

/// What a register holds, in a form that can be shown.
public enum FieldValue: Equatable, Sendable {
  /// Nothing, such as a due date that was taken away.
  case none
  /// Text, or a word such as a status.
  case text(Text)
  /// A whole number.
  case number(Int64)
  /// Yes or no.
  case flag(Bool)
  /// A date or a moment.
  case time(TimeValue)
  /// A moment, milliseconds since 1970, with the minutes east of UTC of whoever wrote it.
  case moment(milliseconds: Int64, offsetMinutes: Int)
  /// Another thing.
  case id(EntityID)
  /// Several values that make sense together.
  case fields([Named])

  /// One of several values under a name.
  public struct Named: Equatable, Sendable {
    /// Its name.
    public let name: String
    /// Its value.
    public let value: FieldValue
  }

  /// Reads a register's value.
  package init(_ key: FieldKey, _ value: [UInt8]) {
    switch key.field {
    case .life: self = Self.life(value)
    case .created:
      let time = CreationTime(reading: value)
      self = .moment(milliseconds: time.milliseconds, offsetMinutes: time.offsetMinutes)
    case .title, .body, .kind, .priority, .tagName, .name, .front, .back, .cardKind, .noteField:
      self = .text(Text(bytes: value))
    case .status: self = Self.status(value)
    case .schedule: self = Self.schedule(value)
    case .source: self = .number(Int64(value.count))
    case .noteType: self = EntityID(bytes: value).map { .id($0) } ?? .none
    case .noteTag:
      let tag = NoteTag(reading: value)
      self = .text(Text(bytes: tag.isOn ? tag.name : []))
    case .definition: self = Self.definition(value)
    case .mediaFile: self = MediaFile(reading: value).map { .text(Text($0.name)) } ?? .none
    case .option:
      self = DeckOptionValue(reading: value).map { Self.option($0) } ?? .none
    case .cardNote: self = CardOrigin(reading: value).map { .id($0.note) } ?? .none
    case .flag: self = .number(Int64(value.first ?? 0))
    case .buried: self = Self.burial(value)
    case .seed: self = Self.seed(CardSeed(reading: value))
    case .reviewDay: self = ReviewClock(reading: value.span).map { Self.clock($0) } ?? .none
    case .tag, .suspended, .retracted: self = .flag(value.first == 1)
    case .extra:
      self = ExtraField(reading: value).map { .text(Text(bytes: $0.value)) } ?? .none
    case .setting:
      self = SettingValue(reading: value).map { .text(Text($0.value)) } ?? .none
    case .place: self = .text(value.first == 1 ? "in" : "out")
    case .deck, .cardItem: self = EntityID(bytes: value).map { .id($0) } ?? .none
    case .answer:
      let review = Review(EntityID(rawValue: key.part), value.span, nil)
      self = review.map { Self.review($0) } ?? .none
    }
  }

  private static let joinedInto = "joinedInto"

  /// Into what a thing was joined, where the value says so.
  package var joinedInto: EntityID? {
    guard case .fields(let parts) = self, parts.count == 1, parts[0].name == Self.joinedInto,
      case .id(let other) = parts[0].value
    else { return nil }
    return other
  }

  /// The thing that the value names to people; nil for none.
  package var namedThing: EntityID? {
    if case .id(let id) = self { return id }
    return joinedInto
  }

  private static func life(_ value: [UInt8]) -> FieldValue {
    if let other = Life.joinedInto(value.span) {
      return .fields([Named(name: joinedInto, value: .id(other))])
    }
    return .text(value == Life.live ? "live" : "deleted")
  }

  /// What another program keeps about a deck says nothing to people but how much it is.
  private static func option(_ option: DeckOptionValue) -> FieldValue {
    option.name == DeckOptionName.imported.rawValue
      ? .number(Int64(option.value.utf8.count)) : .text(Text(option.value))
  }

  private static func definition(_ value: [UInt8]) -> FieldValue {
    let type = NoteType(name: [], definition: value)
    return .fields([
      Named(
        name: "fields", value: .text(Text(type.fields.map(\.name).joined(separator: ", ")))),
      Named(
        name: "templates",
        value: .text(Text(type.templates.map(\.name).joined(separator: ", ")))),
    ])
  }

  private static func burial(_ value: [UInt8]) -> FieldValue {
    let day = Int(clamping: value.span.number(1) ?? 0)
    return day == 0 ? .none : .time(.date(CivilDate(clampingDaysSince1970: day)))
  }

  private static func seed(_ seed: CardSeed) -> FieldValue {
    let parts: [(String, Int64?)] = [
      ("position", seed.position), ("intervalDays", seed.intervalDays),
      ("easePermille", seed.easePermille), ("reviews", seed.reviews), ("lapses", seed.lapses),
    ]
    var named = parts.compactMap { name, number in
      number.map { Named(name: name, value: .number($0)) }
    }
    if let day = seed.dueDay {
      let date = CivilDate(clampingDaysSince1970: Int(clamping: day))
      named.append(Named(name: "due", value: .time(.date(date))))
    }
    return .fields(named)
  }

  private static func status(_ value: [UInt8]) -> FieldValue {
    guard let status = ItemChange.StatusChange(reading: value) else { return .none }
    return .text(Text(status.status.rawValue))
  }

  private static func schedule(_ value: [UInt8]) -> FieldValue {
    let schedule = Schedule(reading: value)
    let parts: [(String, TimeValue?)] = [
      ("due", schedule.due), ("scheduled", schedule.scheduled), ("wait", schedule.waitUntil),
    ]
    let named = parts.compactMap { name, time in
      time.map { Named(name: name, value: .time($0)) }
    }
    if named.count == 1, named[0].name == "due" { return named[0].value }
    return named.isEmpty ? .none : .fields(named)
  }

  private static func clock(_ clock: ReviewClock) -> FieldValue {
    .fields([
      Named(name: "offsetMinutes", value: .number(Int64(clock.offsetMinutes))),
      Named(name: "rolloverHour", value: .number(Int64(clock.rolloverHour))),
    ])
  }

  private static func review(_ review: Review) -> FieldValue {
    var parts = [
      Named(name: "grade", value: .number(Int64(review.grade))),
      Named(
        name: "durationMilliseconds",
        value: .number(Int64(clamping: review.durationMilliseconds))),
      Named(name: "shown", value: .text(Text(review.shown.rawValue))),
      Named(name: "rolloverHour", value: .number(Int64(review.rolloverHour))),
      Named(name: "review", value: .id(review.id)),
    ]
    if let occurredAt = review.occurredAt {
      parts.append(
        Named(
          name: "occurredAt",
          value: .moment(milliseconds: occurredAt, offsetMinutes: review.offsetMinutes)))
    }
    return .fields(parts)
  }
}
