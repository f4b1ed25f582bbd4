/// Reads times as people write them on a command line, relative to a given now.
///
/// ```
/// 2026-11-21  2026-11-21T08:15+01:00  20261121T071500Z   ISO 8601
/// today  yesterday  tomorrow  now                        tomorrow 9am
/// -3d  +2w  3d  2h ago  in 2 weeks  next month           s min h d w mo y
/// mon  friday 17:00  next friday  last monday            never today
/// 1st  dec 5  5 dec 2026                                 today included
/// 5pm  17:30  noon  eod  eow  eom  eoy
/// ```
/// Case does not matter. What is counted in hours or less, or has a time of day, is a moment; all
/// else is a day. `m` alone is refused, because it may be minutes or months.
package struct TimeParser: Sendable {
  /// Which way a time without one is meant: `mon`, `3d`, `dec 5`, `17:30`.
  package enum Direction: Hashable, Sendable {
    case past
    case coming
  }

  /// Milliseconds since 1970.
  package let now: Int64
  /// The time zone.
  package let clock: LocalClock
  /// Which way a time without one is meant.
  package let direction: Direction
  /// The first day of a week, for `eow`.
  package let weekStart: Weekday

  /// A parser that knows nothing but what it is given.
  ///
  /// - Parameters:
  ///   - now: Milliseconds since 1970.
  ///   - offsetMinutes: Minutes east of UTC at a moment, in milliseconds since 1970.
  package init(
    now: Int64, offsetMinutes: @escaping @Sendable (Int64) -> Int, direction: Direction,
    weekStart: Weekday = .monday
  ) {
    self.now = now
    clock = LocalClock(offsetMinutes: offsetMinutes)
    self.direction = direction
    self.weekStart = weekStart
  }

  /// The time that `text` means.
  ///
  /// - Throws: ``TimeParseError`` with the place of what could not be read.
  package func parse(_ text: String) throws(TimeParseError) -> TimeValue {
    guard text.utf8.count <= 200 else { throw TimeParseError(.tooLong, at: 0) }
    var tokens = TimeTokens(text)
    guard let first = tokens.next else { throw TimeParseError(.empty, at: 0) }
    if let value = try isoValue(text, tokens) { return value }
    let value = try self.value(&tokens)
    guard tokens.isAtEnd else {
      throw TimeParseError(
        tokens.position == first.position ? .unknownWord : .unexpectedWord, at: tokens.position)
    }
    return value
  }

  /// The local day of ``now``.
  var today: CivilDate { clock.date(at: now) }

  private func isoValue(_ text: String, _ tokens: TimeTokens) throws(TimeParseError) -> TimeValue? {
    guard let first = tokens.next else { return nil }
    let trimmed = text.drop { $0.isWhitespace }
    let end = trimmed.lastIndex { !$0.isWhitespace }.map { trimmed.index(after: $0) }
    let whole = String(trimmed[..<(end ?? trimmed.endIndex)])
    do {
      return try ISOTime.parse(whole, clock: clock)
    } catch {
      // A day that is followed by words, as in `2026-11-21 5pm`, is read word by word.
      if tokens.count > 1 && error.problem != .invalidDate { return nil }
      throw TimeParseError(error.problem, at: error.position + first.position)
    }
  }

  private func value(_ tokens: inout TimeTokens) throws(TimeParseError) -> TimeValue {
    if tokens.take("now") { return .instant(milliseconds: now) }
    var date: CivilDate?
    var time: Int?
    while !tokens.isAtEnd {
      let start = tokens.index
      if time == nil {
        let isAnnounced = date != nil && tokens.take("at")
        time = try timeOfDay(&tokens)
        if time != nil { continue }
        if isAnnounced { throw TimeParseError(.incomplete, at: tokens.position) }
      }
      if date == nil { date = try fixedDay(&tokens) }
      if date == nil {
        switch try offset(&tokens) {
        case .instant(let milliseconds)?:
          guard time == nil else { throw TimeParseError(.unexpectedWord, at: tokens.position) }
          return .instant(milliseconds: milliseconds)
        case .date(let found)?: date = found
        case nil: date = try recurringDay(&tokens)
        }
      }
      if tokens.index == start { break }
    }
    guard let time else {
      guard let date else { throw TimeParseError(.unknownWord, at: tokens.position) }
      return .date(date)
    }
    if let date { return .instant(milliseconds: clock.instant(date, millisecondOfDay: time)) }
    return try .instant(milliseconds: nearest(millisecondOfDay: time))
  }

  /// The next moment after now, or the last one up to now, at which the clock shows a time.
  private func nearest(millisecondOfDay: Int) throws(TimeParseError) -> Int64 {
    let moment = clock.instant(today, millisecondOfDay: millisecondOfDay)
    switch direction {
    case .coming where moment > now: return moment
    case .past where moment <= now: return moment
    default: break
    }
    guard let day = today.adding(days: direction == .coming ? 1 : -1) else {
      throw TimeParseError(.outOfRange, at: 0)
    }
    return clock.instant(day, millisecondOfDay: millisecondOfDay)
  }
}
