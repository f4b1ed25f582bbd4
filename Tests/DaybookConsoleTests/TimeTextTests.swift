import Daybook
import DaybookConsole
import Testing

/// F17: one clock for all that is shown.
struct TimeTextTests {
  /// Warsaw: an hour before UTC in winter, two in summer.
  private static let warsaw = LocalClock { $0 < 1_774_746_000_000 ? 60 : 120 }
  /// 2026-01-15 13:30:05.123 UTC.
  private static let winter: Int64 = 1_768_483_805_123
  /// 2026-07-15 22:30 UTC.
  private static let summer: Int64 = 1_784_154_600_000

  @Test func `a time is shown where it is read, and where it was written if that differs`() {
    let times = TimeText(Self.warsaw)
    #expect(times.text(Self.winter) == "2026-01-15 14:30")
    #expect(times.text(Self.winter, writtenAt: 60) == "2026-01-15 14:30")
    #expect(times.text(Self.winter, writtenAt: -300) == "2026-01-15 14:30 (08:30 -05:00)")
    #expect(
      times.text(Self.summer, writtenAt: -240) == "2026-07-16 00:30 (2026-07-15 18:30 -04:00)")
    #expect(
      times.text(Self.winter, writtenAt: 345, isToTheSecond: true)
        == "2026-01-15 14:30:05 (19:15:05 +05:45)")
  }

  @Test func `the rules of a zone are those of the time that is shown`() {
    // Written in Warsaw in summer, read there in winter: no other zone.
    #expect(TimeText(Self.warsaw).text(Self.summer, writtenAt: 120) == "2026-07-16 00:30")
  }

  @Test func `the clock of whoever wrote is shown with its offset where it is asked for`() {
    let times = TimeText(Self.warsaw, .writer)
    #expect(times.text(Self.winter, writtenAt: -300) == "2026-01-15 08:30 -05:00")
    #expect(times.text(Self.winter, writtenAt: 60) == "2026-01-15 14:30 +01:00")
    #expect(times.text(Self.winter) == "2026-01-15 14:30", "nobody knows where")
    #expect(times.text(-62_200_000_000_000, writtenAt: 0) == "-000002-12-17 14:13 +00:00")
  }
}

extension TimeText {
  fileprivate func text(
    _ milliseconds: Int64, writtenAt offsetMinutes: Int, isToTheSecond: Bool = false
  ) -> String {
    text(
      ZonedTime(milliseconds: milliseconds, offsetMinutes: offsetMinutes),
      isToTheSecond: isToTheSecond)
  }
}
