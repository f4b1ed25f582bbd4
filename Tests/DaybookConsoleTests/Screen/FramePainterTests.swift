import DaybookConsole
import DaybookSystem
import Testing

struct FramePainterTests {
  private let size = Terminal.Size(columns: 10, rows: 3)

  private func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "^")
  }

  @Test func `the first frame is painted whole, and the next where it differs`() {
    var painter = FramePainter(.plain)
    let first = Frame(lines: [StyledLine("one"), StyledLine("two"), StyledLine("three")])
    #expect(
      text(painter.bytes(for: first, size))
        == "^[?2026h^[?25l^[0m^[2J^[1;1Hone^[K^[2;1Htwo^[K^[3;1Hthree^[K^[?2026l")
    #expect(painter.bytes(for: first, size) == [])
    let second = Frame(lines: [StyledLine("one"), StyledLine("zwei")])
    #expect(
      text(painter.bytes(for: second, size))
        == "^[?2026h^[?25l^[2;1Hzwei^[K^[3;1H^[K^[?2026l")
  }

  @Test func `another size and a screen that is not known are painted whole`() {
    var painter = FramePainter(.plain)
    let frame = Frame(lines: [StyledLine("one")])
    _ = painter.bytes(for: frame, size)
    let wider = painter.bytes(for: frame, Terminal.Size(columns: 11, rows: 3))
    #expect(text(wider).contains("^[2J^[1;1Hone"))
    painter.forget()
    #expect(text(painter.bytes(for: frame, size)).contains("^[2J^[1;1Hone"))
  }

  @Test func `the cursor shows where something is typed, and moves alone`() {
    var painter = FramePainter(.plain)
    let line = StyledLine("ab")
    let first = Frame(lines: [line], cursor: Frame.Place(row: 0, column: 2))
    #expect(text(painter.bytes(for: first, size)).hasSuffix("^[1;3H^[?25h^[?2026l"))
    let moved = Frame(lines: [line], cursor: Frame.Place(row: 0, column: 1))
    #expect(text(painter.bytes(for: moved, size)) == "^[?2026h^[?25l^[1;2H^[?25h^[?2026l")
    #expect(text(painter.bytes(for: Frame(lines: [line]), size)) == "^[?2026h^[?25l^[?2026l")
  }

  @Test func `a line as wide as the screen is not cleared behind, and a wider one is cut`() {
    var painter = FramePainter(.plain)
    let full = Frame(lines: [StyledLine("0123456789"), StyledLine("0123456789ab")])
    let bytes = text(painter.bytes(for: full, size))
    #expect(bytes.contains("^[1;1H0123456789^[2;1H012345678…^[?2026l"))
  }

  @Test func `without colour there is no mark, with it there is`() {
    let frame = Frame(lines: [StyledLine("a", .bold)])
    var plain = FramePainter(.plain)
    #expect(!text(plain.bytes(for: frame, size)).contains("^[1m"))
    var coloured = FramePainter(Style(isEnabled: true))
    #expect(text(coloured.bytes(for: frame, size)).contains("^[1ma^[22m"))
  }
}
