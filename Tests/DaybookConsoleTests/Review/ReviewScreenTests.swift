import DaybookConsole
import DaybookSystem
import TestSupport
import Testing

struct ReviewScreenTests {
  private func size(_ columns: Int, _ rows: Int) -> Terminal.Size {
    Terminal.Size(columns: columns, rows: rows)
  }

  private func lines(_ screen: ReviewScreen, _ columns: Int, _ rows: Int) -> [String] {
    screen.layout(size(columns, rows)).frame.lines.map(\.text)
  }

  private static let grades = [
    ("again", "1m"), ("hard", "6m"), ("good", "10m"), ("easy", "8d"),
  ].enumerated().map {
    ReviewScreen.Button(number: $0 + 1, name: $1.0, interval: $1.1)
  }

  private func question() -> ReviewScreen {
    var screen = ReviewScreen()
    screen.deckName = "Spanish"
    screen.left = ReviewCounts(new: 12, learning: 3, due: 20)
    screen.done = 5
    screen.question = [StyledLine("el perro")]
    return screen
  }

  private func answered() -> ReviewScreen {
    var screen = question()
    screen.answer = [StyledLine("the dog")]
    screen.buttons = Self.grades
    return screen
  }

  @Test func `a question stands in the middle, between deck and keys`() {
    #expect(
      lines(question(), 40, 12) == [
        " Spanish   12 new · 3 learning · 20 due", " ━━──────────────────── 5 done, 35 left",
        "", "", "                el perro", "", "", "", "", String(repeating: "─", count: 40),
        "         Space shows the answer", " ? help  q leave  u undo  e edit",
      ])
  }

  @Test func `the answer comes below, with the grades and when the card would come back`() {
    #expect(
      lines(answered(), 60, 12).dropFirst(3).map(\.trimmed) == [
        "", "el perro", "", String(repeating: "─", count: 54), "", "the dog",
        String(repeating: "─", count: 60),
        "1 again 1m      2 hard 6m      3 good 10m      4 easy 8d",
        "? help  q leave  u undo  e edit  i info  - bury",
      ])
  }

  @Test func `the question stays where it is when the answer comes`() {
    let before = lines(question(), 80, 24).firstIndex { $0.trimmed == "el perro" }
    let after = lines(answered(), 80, 24).firstIndex { $0.trimmed == "el perro" }
    #expect(before != nil && before == after)
  }

  @Test func `twenty columns and six lines are enough`() {
    #expect(
      lines(answered(), 20, 6) == [
        " Spanish 12 · 3 · 20", "      el perro", " ──────────────────", "      the dog",
        "1 1m 2 6m 3 10m 4 8d", " ? help  q leave",
      ])
    #expect(lines(answered(), 19, 6) == ["Please make this w…"])
    #expect(lines(answered(), 80, 5) == ["Please make this window larger."])
    #expect(lines(answered(), 1, 1).map(\.displayWidth) == [1])
  }

  @Test func `a long card scrolls and says how much is out of sight`() {
    var screen = answered()
    screen.answer = (1...50).map { StyledLine("line \($0)") }
    screen.scroll = 10
    let layout = screen.layout(size(40, 16))
    #expect(layout.scroll == 10)
    #expect(layout.height == 10)
    let rule = layout.frame.lines[13].text
    #expect(rule.hasSuffix(" ↑ 10  ↓ 34 ──"), "\(rule)")
    screen.scroll = 1_000
    let end = screen.layout(size(40, 16))
    #expect(end.scroll == 44)
    #expect(end.frame.lines[12].text.trimmed == "line 50")
    screen.scroll = -5
    #expect(screen.layout(size(40, 16)).scroll == 0)
    screen.scroll = 0
    #expect(lines(screen, 20, 6).last == " ↑↓ 49 more lines")
  }

  @Test func `the beginning of the answer is in sight when it comes`() {
    var screen = answered()
    screen.question = (1...50).map { StyledLine("line \($0)") }
    #expect(answered().scrollToAnswer(size(80, 24)) == 0)
    for (columns, rows) in [(80, 24), (40, 12), (20, 6), (200, 60)] {
      screen.scroll = screen.scrollToAnswer(size(columns, rows))
      let shown = lines(screen, columns, rows)
      #expect(shown.contains { $0.trimmed == "the dog" }, "\(columns)x\(rows)")
    }
  }

  @Test func `what is typed shows with the cursor, and the message in place of the keys`() throws {
    var screen = question()
    var field = LineEditor()
    for character in "dog" { _ = field.take(.character(character)) }
    (screen.field, screen.isTyping) = (field, true)
    screen.message = "one\u{1B}[2Jtwo"
    let frame = screen.layout(size(40, 12)).frame
    let cursor = try #require(frame.cursor)
    #expect(frame.lines[cursor.row].text == "   › dog")
    #expect(cursor.column == 8)
    #expect(frame.lines[11].text == #" one\x1b[2Jtwo"#)
    #expect(frame.lines[10].text.trimmed == "Enter shows the answer")
    screen.isTyping = false
    #expect(screen.layout(size(40, 12)).frame.cursor == nil)
  }

  @Test func `a page covers the card and not the way back`() {
    var screen = answered()
    screen.page = ReviewScreen.Page(title: "Keys", lines: [StyledLine("u  undo")])
    let shown = lines(screen, 40, 12)
    #expect(shown[0] == " Keys")
    #expect(shown.contains("   u  undo"))
    #expect(!shown.contains { $0.contains("perro") || $0.contains("again") })
    #expect(shown[11] == " Any other key goes back.")
  }

  @Test func `the bar moves with the first answer and fills with the last`() {
    var screen = question()
    func bar() -> Int { lines(screen, 60, 12)[1].count { $0 == "━" } }
    screen.done = 0
    #expect(bar() == 0)
    screen.done = 1
    screen.left = ReviewCounts(new: 10_000)
    #expect(bar() == 1)
    screen.left = ReviewCounts()
    #expect(lines(screen, 60, 12)[1].contains("─") == false)
  }

  @Test(arguments: 0..<60) func `no screen is wider or higher than the terminal`(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    func text() -> String {
      VisibleText.lines((0..<6).flatMap { _ in generator.hostileBytes() + [0x20] })
    }
    var screen = answered()
    screen.deckName = VisibleText.line(text())
    screen.question = StyledLine.lines(text())
    screen.answer = StyledLine.lines(text() + "\n" + text())
    screen.message = seed % 3 == 0 ? text() : nil
    screen.flag = seed % 8
    screen.scroll = seed
    screen.left = ReviewCounts(new: 99_999, learning: 1_000, due: 100_000)
    if seed % 4 == 0 { screen.answer = nil }
    if seed % 5 == 0 { screen.page = .init(title: text(), lines: StyledLine.lines(text())) }
    for (columns, rows) in [(20, 6), (21, 7), (33, 9), (40, 12), (80, 24), (200, 60), (5, 3)] {
      let frame = screen.layout(size(columns, rows)).frame
      #expect(frame.lines.count <= rows)
      for line in frame.lines { #expect(line.width <= columns, "\(line.text)") }
      if columns >= 20 { #expect(frame.lines.count == rows) }
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
