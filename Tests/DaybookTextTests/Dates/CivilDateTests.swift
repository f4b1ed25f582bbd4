import DaybookText
import Foundation
import Testing

struct `A civil date` {
  @Test func `a date is kept as its text, and no day that there is not`() throws {
    let date = try #require(CivilDate("2026-12-24"))
    let bytes = try JSONEncoder().encode([date])
    #expect(String(decoding: bytes, as: UTF8.self) == "[\"2026-12-24\"]")
    #expect(try JSONDecoder().decode([CivilDate].self, from: bytes) == [date])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([CivilDate].self, from: Data("[\"2026-02-30\"]".utf8))
    }
  }

  @Test func `days since 1970 go there and back for the whole calendar`() throws {
    for days in stride(from: -719_528, through: 2_932_896, by: 97) {
      let date = try #require(CivilDate(daysSince1970: days))
      #expect(date.daysSince1970 == days)
      #expect(CivilDate(year: date.year, month: date.month, day: date.day) == date)
    }
    #expect(CivilDate(daysSince1970: -719_529) == nil)
    #expect(CivilDate(daysSince1970: 2_932_897) == nil)
    #expect(CivilDate(daysSince1970: .max) == nil)
  }

  @Test(arguments: [
    ("1970-01-01", 0, Weekday.thursday), ("2000-02-29", 11016, .tuesday),
    ("2026-11-21", 20778, .saturday), ("1969-12-31", -1, .wednesday),
    ("0000-01-01", -719_528, .saturday), ("9999-12-31", 2_932_896, .friday),
  ])
  func `known days have their number and weekday`(text: String, days: Int, weekday: Weekday) throws
  {
    let date = try #require(CivilDate(text))
    #expect(date.daysSince1970 == days)
    #expect(date.weekday == weekday)
    #expect(date.description == text)
  }

  @Test(arguments: [
    "2026-02-30", "2025-02-29", "1900-02-29", "2026-13-01", "2026-00-01", "2026-01-00",
    "2026-04-31", "2026-1-1", "2026-01-01 ", "+2026-01-01", "٢٠٢٦-٠١-٠١", "",
  ])
  func `what is no day is refused`(text: String) {
    #expect(CivilDate(text) == nil)
  }

  @Test func `leap days exist every fourth year, not in 1900, but in 2000`() {
    #expect(CivilDate("2024-02-29") != nil)
    #expect(CivilDate("2000-02-29") != nil)
    #expect(CivilDate("2100-02-29") == nil)
  }

  @Test func `a month after January 31 is the end of February`() {
    let january = CivilDate(year: 2026, month: 1, day: 31)
    #expect(january?.adding(months: 1)?.description == "2026-02-28")
    #expect(january?.adding(months: 25)?.description == "2028-02-29")
    #expect(january?.adding(months: -2)?.description == "2025-11-30")
    #expect(january?.adding(months: .max) == nil)
    #expect(january?.adding(months: .min) == nil)
    #expect(january?.adding(days: .max) == nil)
    #expect(january?.adding(days: .min) == nil)
  }
}
