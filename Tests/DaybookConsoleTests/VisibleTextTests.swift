import DaybookConsole
import TestSupport
import Testing

struct VisibleTextTests {
  @Test func `ordinary text in any script passes unchanged`() {
    for text in ["", "milk", "naïve café", "日本語", "👩‍👩‍👧 ☕️", "a\tb\nc", "السلام", "\u{A0}"] {
      #expect(VisibleText.lines(text) == text)
    }
  }

  @Test func `controls, direction marks and broken bytes become escapes`() {
    #expect(VisibleText.lines("\u{1B}[31mred\u{1B}[0m") == #"\x1b[31mred\x1b[0m"#)
    #expect(VisibleText.lines("a\u{0}\u{7}\u{7F}\r") == #"a\x00\x07\x7f\x0d"#)
    #expect(VisibleText.lines("\u{9B}2J\u{80}\u{9F}") == #"\u{9b}2J\u{80}\u{9f}"#)
    #expect(VisibleText.lines("\u{202E}gpj\u{2069}") == #"\u{202e}gpj\u{2069}"#)
    #expect(VisibleText.lines([0x63, 0x61, 0x66, 0xE9]) == #"caf\xE9"#)
  }

  @Test(
    arguments: [
      ([0xC0, 0xAF], #"\xC0\xAF"#), ([0xE0, 0x80, 0xAF], #"\xE0\x80\xAF"#),
      ([0xED, 0xA0, 0x80], #"\xED\xA0\x80"#), ([0xF4, 0x90, 0x80, 0x80], #"\xF4\x90\x80\x80"#),
      ([0xE2, 0x80], #"\xE2\x80"#), ([0xE2, 0x80, 0x41], #"\xE2\x80A"#), ([0xFF], #"\xFF"#),
      ([0xF0, 0x9F, 0x98, 0xE2, 0x82, 0xAC], #"\xF0\x9F\x98€"#),
    ] as [([UInt8], String)])
  func `overlong, surrogate, truncated and stray bytes are each shown`(
    bytes: [UInt8], shown: String
  ) {
    #expect(VisibleText.lines(bytes) == shown)
  }

  @Test func `one line stays one line`() {
    #expect(VisibleText.line("a\nb\tc") == "a⏎b c")
    #expect(VisibleText.line("a\r\nb\u{2028}c") == #"a\x0d⏎b\u{2028}c"#)
  }

  @Test func `nothing forbidden is left in 100,000 hostile texts`() {
    var generator = SeededGenerator(seed: 1)
    for round in 0..<100_000 {
      let bytes = generator.hostileBytes()
      let lines = VisibleText.lines(bytes)
      let line = VisibleText.line(bytes)
      let isClean =
        !lines.unicodeScalars.contains(where: isForbidden)
        && !line.unicodeScalars.contains { isForbidden($0) || $0 == "\n" || $0 == "\t" }
      #expect(isClean, "round \(round): \(bytes)")
      #expect(VisibleText.lines(lines) == lines, "shown twice, round \(round)")
      if let valid = String(validating: bytes, as: UTF8.self) {
        #expect(VisibleText.lines(valid) == lines)
        if !valid.unicodeScalars.contains(where: isForbidden) { #expect(lines == valid) }
      }
    }
  }

  @Test func `every scalar is hidden exactly when the contract says so`() {
    for scalar in (0...0x10FFFF as ClosedRange<UInt32>).compactMap({ Unicode.Scalar($0) }) {
      let text = String(Character(scalar))
      let isHidden = VisibleText.lines(text) != text
      if isHidden != isForbidden(scalar) { Issue.record("U+\(String(scalar.value, radix: 16))") }
    }
  }

  @Test func `a text ten times as long takes about ten times as long`() {
    let clock = ContinuousClock()
    func seconds(_ count: Int) -> Duration {
      let bytes = Array(repeating: [0x1B, 0x41, 0xE9, 0xE2] as [UInt8], count: count).joined()
      let text = Array(bytes)
      return (0..<3).map { _ in clock.measure { _ = VisibleText.lines(text) } }.min() ?? .zero
    }
    #expect(seconds(500_000) < seconds(50_000) * 40)
  }
}
