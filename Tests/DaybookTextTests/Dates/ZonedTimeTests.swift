import DaybookText
import Testing

struct `A time with its offset` {
  @Test(arguments: [
    (1_795_245_300_123, 60, "2026-11-21T08:15:00.123+01:00"),
    (1_795_245_300_000, 0, "2026-11-21T07:15:00+00:00"),
    (1_795_245_300_000, -570, "2026-11-20T21:45:00-09:30"),
    (-1, 0, "1969-12-31T23:59:59.999+00:00"),
    (-86_400_001, 60, "1969-12-31T00:59:59.999+01:00"),
    (-62_167_219_200_000, 0, "0000-01-01T00:00:00+00:00"),
    (253_402_300_800_000, 0, "+010000-01-01T00:00:00+00:00"),
    (-62_167_219_200_001, 0, "-000001-12-31T23:59:59.999+00:00"),
  ])
  func `is printed as ISO 8601`(milliseconds: Int64, offset: Int, text: String) {
    let time = ZonedTime(milliseconds: milliseconds, offsetMinutes: offset)
    #expect(time.description == text)
    if text.first != "+" && text.first != "-" { #expect(DateFixtures.moment(text) == milliseconds) }
  }

  @Test(arguments: [Int64.min, .min + 1, -1, 0, .max]) func `absurd clocks do not trap`(
    milliseconds: Int64
  ) {
    for offset in [Int.min, -1439, 0, 1439, .max] {
      let time = ZonedTime(milliseconds: milliseconds, offsetMinutes: offset)
      #expect(!time.description.isEmpty)
      #expect((0..<86_400_000).contains(time.millisecondOfDay))
    }
  }

  @Test(arguments: [
    ("2026-11-21T08:15", "2026-11-21T08:15:00+01:00"),
    ("2026-11-21 08:15:30", "2026-11-21T08:15:30+01:00"),
    ("2026-07-01T08:15:30.5", "2026-07-01T08:15:30.500+02:00"),
    ("2026-11-21T08:15:30,123456Z", "2026-11-21T09:15:30.123+01:00"),
    ("20261121T053707Z", "2026-11-21T06:37:07+01:00"),
    ("20261121t0537-0330", "2026-11-21T10:07:00+01:00"),
    ("2026-11-21T08:15+05", "2026-11-21T04:15:00+01:00"),
  ])
  func `is read from ISO 8601`(text: String, expected: String) throws {
    let clock = LocalClock(offsetMinutes: DateFixtures.berlin)
    guard case .instant(let found)? = try ISOTime.parse(text, clock: clock) else {
      Issue.record("no moment")
      return
    }
    #expect(clock.zoned(found).description == expected)
  }

  @Test(arguments: [
    "2026-02-30", "20260230", "2026-11-21T24:00", "2026-11-21T08:60", "2026-11-21T08:15:60",
    "2026-11-21T8:15", "2026-11-21T08:15+24:00", "2026-11-21T08:15+1", "2026-11-21T08:15:30.",
    "2026-11-21T", "2026-11-21x", "2026-11-21T08:15:30.1234567890", "2026-11-21T08:15+01:",
  ])
  func `is refused where no such time exists`(text: String) {
    #expect(throws: TimeParseError.self) {
      try ISOTime.parse(text, clock: LocalClock(offsetMinutes: DateFixtures.berlin))
    }
  }

  @Test(arguments: ["", "2026", "2026-11", "friday", "1795241700", "202611211", "2026-11-211"])
  func `is none where the text does not begin with a day`(text: String) throws {
    #expect(try ISOTime.parse(text, clock: LocalClock(offsetMinutes: DateFixtures.berlin)) == nil)
  }
}

struct `A local clock` {
  private let clock = LocalClock(offsetMinutes: DateFixtures.berlin)

  private func shown(_ day: String, hour: Double) throws -> String {
    let date = try #require(CivilDate(day))
    return clock.zoned(clock.instant(date, millisecondOfDay: Int(hour * 3_600_000))).description
  }

  @Test func `finds the moment on both sides of a change`() throws {
    #expect(try shown("2026-03-28", hour: 12) == "2026-03-28T12:00:00+01:00")
    #expect(try shown("2026-03-29", hour: 1.5) == "2026-03-29T01:30:00+01:00")
    #expect(try shown("2026-03-29", hour: 3) == "2026-03-29T03:00:00+02:00")
    #expect(try shown("2026-10-25", hour: 1.5) == "2026-10-25T01:30:00+02:00")
    #expect(try shown("2026-10-25", hour: 3) == "2026-10-25T03:00:00+01:00")
  }

  @Test func `moves a skipped time forward and takes the first of two`() throws {
    #expect(try shown("2026-03-29", hour: 2.5) == "2026-03-29T03:30:00+02:00")
    #expect(try shown("2026-10-25", hour: 2.5) == "2026-10-25T02:30:00+02:00")
  }
}
