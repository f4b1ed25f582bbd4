import DaybookConsole
import TestSupport
import Testing

struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("milk", 4), ("café", 4), ("cafe\u{301}", 4), ("日本", 4), ("한글", 4), ("ｱ", 1),
    ("Ａ", 2), ("☕", 2), ("☕\u{FE0F}", 2), ("❤", 1), ("❤\u{FE0F}", 2), ("👩‍👩‍👧", 2), ("👍🏽", 2),
    ("🇩🇰", 2), ("a\u{200B}b", 2), ("\u{1100}\u{1161}", 2), ("क्षि", 1), ("…", 1), ("⏎", 1),
    ("𠀀", 2), ("\u{1B}", 0), ("→", 1),
  ])
  func `text takes as many cells as a terminal gives it`(text: String, cells: Int) {
    #expect(text.displayWidth == cells)
  }

  @Test(arguments: [
    ("milk", 4, "milk"), ("milk", 3, "mi…"), ("milk", 1, "…"), ("milk", 0, ""), ("", 3, ""),
    ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("日本語", 2, "…"),
    ("cafe\u{301}s", 4, "caf…"), ("👩‍👩‍👧👩‍👩‍👧", 3, "👩‍👩‍👧…"), ("milk", -1, ""),
  ])
  func `text is cut between characters and says so`(text: String, width: Int, cut: String) {
    #expect(text.truncated(toDisplayWidth: width) == cut)
  }

  @Test func `cut text always fits, and text that fits is never cut`() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<5_000 {
      let text = VisibleText.line(generator.hostileBytes())
      let width = Int.random(in: 0...30, using: &generator)
      let cut = text.truncated(toDisplayWidth: width)
      #expect(cut.displayWidth <= width)
      if text.displayWidth <= width, width > 0 { #expect(cut == text) }
    }
  }
}
