import DaybookText
import TestSupport
import Testing

struct `Any text as a time` {
  private static let words = [
    "in", "a", "ago", "next", "last", "on", "at", "mon", "friday", "dec", "feb", "5", "31", "1st",
    "99th", "-3d", "+999999w", "999999y", "m", "h", "days", "5pm", "17:30", "99:99", "am", "now",
    "today", "eow", "2026-11-21", "2026-02-30", "0000-01-01", "9999-12-31", "T", "noon", ",", "٣",
    "9999-12-31T23:59:59-23:59", "0000-01-01T00:00+23:59", "\u{301}", "e\u{301}", "\u{0}", "İ",
  ]
  private static let characters = "0123456789-+:.,TZ apmdwhyo\u{301}İ\u{0}é🙂\n".map(String.init)

  @Test(arguments: [Int64.min, -62_167_219_200_000, 0, 253_402_300_799_999, .max])
  func `is read or refused, whatever the clock shows`(now: Int64) {
    var random = SeededGenerator(seed: UInt64(bitPattern: now))
    for round in 0..<20_000 {
      let parser = TimeParser(
        now: now, offsetMinutes: { $0 % 3 == 0 ? 840 : -720 },
        direction: round % 2 == 0 ? .past : .coming, weekStart: .sunday)
      let text =
        round % 4 < 2
        ? random.phrase(of: Self.words, count: 5, separator: " ")
        : random.phrase(of: Self.characters, count: 14, separator: "")
      do {
        _ = try parser.parse(text)
      } catch {
        #expect((0...text.count).contains(error.position))
      }
    }
  }
}
