import DaybookConsole
import TestSupport
import Testing

struct StyledLineTests {
  private func wrapped(_ text: String, _ width: Int) -> [String] {
    StyledLine(text).wrapped(to: width).map(\.text)
  }

  @Test func `lines break between words, and the space between is not shown`() {
    #expect(wrapped("the quick brown fox", 10) == ["the quick", "brown fox"])
    #expect(wrapped("the quick brown fox", 9) == ["the quick", "brown fox"])
    #expect(wrapped("  indented text", 10) == ["  indented", "text"])
    #expect(wrapped("", 10) == [""])
    #expect(wrapped("incomprehensible", 6) == ["incomp", "rehens", "ible"])
    #expect(wrapped("an incomprehensible", 6) == ["an", "incomp", "rehens", "ible"])
  }

  @Test func `wide characters break anywhere, and no character is cut in two`() {
    #expect(wrapped("日本語の文章", 5) == ["日本", "語の", "文章"])
    #expect(wrapped("ab日本", 4) == ["ab日", "本"])
    let decomposed = "e\u{301}e\u{301}e\u{301}"
    #expect(wrapped(decomposed, 2) == ["e\u{301}e\u{301}", "e\u{301}"])
    #expect(wrapped("👩‍👩‍👧👩‍👩‍👧", 3) == ["👩‍👩‍👧", "👩‍👩‍👧"])
  }

  @Test(arguments: 0..<100) func `no part is too wide and no word is lost`(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let text = VisibleText.line((0..<8).flatMap { _ in generator.hostileBytes() + [0x20] })
    for width in [2, 3, 7, 20, 80] {
      let parts = StyledLine(text).wrapped(to: width)
      for part in parts { #expect(part.width <= width, "\(part.text)") }
      let joined = parts.map(\.text).joined().filter { $0 != " " }
      #expect(joined == text.filter { $0 != " " })
    }
  }

  @Test func `marks stay with their text where a line is broken or cut`() {
    let line = StyledLine("plain ") + StyledLine("marked words", .bold)
    let on = Style(isEnabled: true)
    #expect(
      line.wrapped(to: 12).map { $0.rendered(on) } == [
        "plain \u{1B}[1mmarked\u{1B}[22m", "\u{1B}[1mwords\u{1B}[22m",
      ])
    #expect(line.truncated(to: 8).rendered(on) == "plain \u{1B}[1mm…\u{1B}[22m")
    #expect(line.truncated(to: 8).rendered(.plain) == "plain m…")
    #expect(line.truncated(to: 18) == line)
  }

  @Test func `a cut line has just the width, wide characters at the edge too`() {
    for width in 1...12 {
      for text in ["日本語日本語日本語", "ab cd ef gh ij kl", "a語b語c語d語e語f"] {
        let line = (StyledLine(text, .red) + StyledLine("x", .bold)).truncated(to: width)
        #expect(line.width <= width && line.width >= width - 1, "\(line.text)")
        #expect(line.text.hasSuffix("…"))
      }
    }
  }

  @Test func `texts of several lines become lines`() {
    #expect(StyledLine.lines("a\n\nb\tc\u{2028}d").map(\.text) == ["a", "", "b    c", "d"])
    #expect(StyledLine.lines("").map(\.text) == [""])
  }
}
