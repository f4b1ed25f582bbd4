import DaybookEvents
import DaybookText
import TestSupport
import Testing

struct ZonedTimeTextTests {
  @Test func `a time is read as it was printed, in every year there is`() {
    var random = SeededGenerator(seed: 11)
    let range = EventHeader.timeRange
    let ends = [range.lowerBound, range.upperBound, 0, -1, 1, 253_402_300_799_999]
    for index in 0..<10_000 {
      let milliseconds =
        index < ends.count
        ? ends[index]
        : Int64.random(in: range, using: &random) / (index.isMultiple(of: 2) ? 1 : 100)
      let time = ZonedTime(
        milliseconds: milliseconds, offsetMinutes: Int.random(in: -1440...1440, using: &random))
      #expect(ZonedTime(time.description) == time, "\(time)")
    }
  }

  @Test(arguments: [
    "", "2026-01-01", "2026-01-01T00:00", "2026-01-01T00:00+1", "2026-02-30T00:00:00Z", "now",
    "+2026-01-01T00:00:00Z", "2026-01-01T00:00:00+24:00", "+1234567890-01-01T00:00:00Z", "+", "é",
  ])
  func `what says no time or no offset is none`(text: String) {
    #expect(ZonedTime(text) == nil)
  }

  @Test func `other forms of the same time are read too`() {
    let time = ZonedTime(milliseconds: 1_577_947_445_000, offsetMinutes: 0)
    #expect(ZonedTime("2020-01-02T06:44:05Z") == time)
    #expect(ZonedTime("20200102T064405Z") == time)
    #expect(ZonedTime("2020-01-02 06:44:05.000+00:00") == time)
  }
}
