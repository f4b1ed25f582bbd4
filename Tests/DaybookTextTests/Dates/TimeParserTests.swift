import DaybookText
import Testing

/// Saturday 2026-11-21, 08:15 in Berlin.
private func parsed(
  _ text: String, _ direction: TimeParser.Direction, weekStart: Weekday = .monday
) throws -> String {
  let now = try #require(DateFixtures.moment("2026-11-21T08:15:00+01:00"))
  let parser = TimeParser(
    now: now, offsetMinutes: DateFixtures.berlin, direction: direction, weekStart: weekStart)
  return switch try parser.parse(text) {
  case .date(let date): date.description
  case .instant(let milliseconds): parser.clock.zoned(milliseconds).description
  }
}

struct `A time in words` {
  @Test(arguments: [
    ("today", "2026-11-21"), ("YESTERDAY", "2026-11-20"), ("  tomorrow ", "2026-11-22"),
    ("now", "2026-11-21T08:15:00+01:00"), ("-3d", "2026-11-18"), ("+2w", "2026-12-05"),
    ("3 days ago", "2026-11-18"), ("in 2 weeks", "2026-12-05"), ("in 3d", "2026-11-24"),
    ("2h ago", "2026-11-21T06:15:00+01:00"), ("-30min", "2026-11-21T07:45:00+01:00"),
    ("an hour ago", "2026-11-21T07:15:00+01:00"), ("-1mo", "2026-10-21"),
    ("+1y", "2027-11-21"), ("next week", "2026-11-28"), ("last month", "2026-10-21"),
    ("next friday", "2026-11-27"), ("last monday", "2026-11-16"), ("next sat", "2026-11-28"),
    ("eod", "2026-11-21"), ("eow", "2026-11-22"), ("eom", "2026-11-30"), ("eoy", "2026-12-31"),
    ("tomorrow 9am", "2026-11-22T09:00:00+01:00"), ("9am tomorrow", "2026-11-22T09:00:00+01:00"),
    ("tomorrow at 9:30 PM", "2026-11-22T21:30:00+01:00"), ("-1d noon", "2026-11-20T12:00:00+01:00"),
    ("5 dec 2026", "2026-12-05"), ("Dec 5th, 2027", "2027-12-05"), ("1 may 2020", "2020-05-01"),
    ("2026-12-05 5pm", "2026-12-05T17:00:00+01:00"),
    ("20261205 17:30", "2026-12-05T17:30:00+01:00"),
    ("2026-12-05", "2026-12-05"), ("20261121T053707Z", "2026-11-21T06:37:07+01:00"),
    ("2026-07-01T12:00", "2026-07-01T12:00:00+02:00"),
  ])
  func `means the same in both directions`(text: String, expected: String) throws {
    #expect(try parsed(text, .past) == expected)
    #expect(try parsed(text, .coming) == expected)
  }

  @Test(arguments: [
    ("mon", "2026-11-16", "2026-11-23"), ("saturday", "2026-11-14", "2026-11-28"),
    ("sun", "2026-11-15", "2026-11-22"), ("thurs", "2026-11-19", "2026-11-26"),
    ("3d", "2026-11-18", "2026-11-24"), ("2 weeks", "2026-11-07", "2026-12-05"),
    ("1st", "2026-11-01", "2026-12-01"), ("21st", "2026-11-21", "2026-11-21"),
    ("31st", "2026-10-31", "2026-12-31"), ("dec 5", "2025-12-05", "2026-12-05"),
    ("21 nov", "2026-11-21", "2026-11-21"), ("feb 29", "2024-02-29", "2028-02-29"),
    ("friday 17:00", "2026-11-20T17:00:00+01:00", "2026-11-27T17:00:00+01:00"),
    ("5pm", "2026-11-20T17:00:00+01:00", "2026-11-21T17:00:00+01:00"),
    ("8:15", "2026-11-21T08:15:00+01:00", "2026-11-22T08:15:00+01:00"),
    ("12am", "2026-11-21T00:00:00+01:00", "2026-11-22T00:00:00+01:00"),
    ("12:30:15 pm", "2026-11-20T12:30:15+01:00", "2026-11-21T12:30:15+01:00"),
  ])
  func `without a direction takes the given one`(
    text: String, past: String, coming: String
  ) throws {
    #expect(try parsed(text, .past) == past)
    #expect(try parsed(text, .coming) == coming)
  }

  @Test func `the end of the week depends on its start`() throws {
    #expect(try parsed("eow", .coming, weekStart: .sunday) == "2026-11-21")
    #expect(try parsed("eow", .coming, weekStart: .saturday) == "2026-11-27")
  }

  @Test(arguments: [
    ("", TimeParseError.Problem.empty, 0), ("  ", .empty, 0), ("soon", .unknownWord, 0),
    ("5", .unknownWord, 0), ("1795241700", .numberTooLarge, 0), (" 2026-02-30", .invalidDate, 1),
    ("30 feb", .invalidDate, 0), ("32nd", .invalidDate, 0), ("29 feb 2025", .invalidDate, 0),
    ("25:00", .invalidTime, 0), ("13pm", .invalidTime, 0), ("0am", .invalidTime, 0),
    ("2026-11-21T25:00", .invalidTime, 11), ("5m", .ambiguousUnit, 0),
    ("in 5 m", .ambiguousUnit, 3), ("-3", .incomplete, 0), ("in", .incomplete, 2),
    ("next", .incomplete, 4), ("dec", .incomplete, 0), ("tomorrow at", .incomplete, 11),
    ("9999999d", .numberTooLarge, 0), ("+9999y", .outOfRange, 0), ("-999999w", .outOfRange, 0),
    ("-3d ago", .unexpectedWord, 4), ("today tomorrow", .unexpectedWord, 6),
    ("friday please", .unexpectedWord, 7), ("2h ago 5pm", .unexpectedWord, 7),
    (String(repeating: "x", count: 201), .tooLong, 0),
  ])
  func `that cannot be read says what is wrong and where`(
    text: String, problem: TimeParseError.Problem, position: Int
  ) {
    #expect(throws: TimeParseError(problem, at: position)) { try parsed(text, .coming) }
  }
}
