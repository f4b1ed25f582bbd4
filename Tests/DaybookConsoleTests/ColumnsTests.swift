import DaybookConsole
import TestSupport
import Testing

struct ColumnsTests {
  private func items() -> Columns {
    var columns = Columns([.init("ID"), .init("DUE", alignment: .right), .init("TITLE")])
    columns.append(["7f3a", "3", "Buy milk and bread for the weekend"])
    columns.append(["09bc", "12", "日本語"])
    columns.append(["11d0", "", ""])
    return columns
  }

  @Test func `columns line up, and no line is padded at its end`() {
    #expect(
      items().lines(width: nil, style: .plain) == [
        "ID    DUE  TITLE",
        "7f3a    3  Buy milk and bread for the weekend",
        "09bc   12  日本語",
        "11d0",
      ])
  }

  @Test func `the last column shrinks to the terminal`() {
    #expect(
      items().lines(width: 30, style: .plain) == [
        "ID    DUE  TITLE",
        "7f3a    3  Buy milk and bread…",
        "09bc   12  日本語",
        "11d0",
      ])
  }

  @Test func `a chosen column shrinks instead of the last`() {
    var columns = Columns([.init("TITLE"), .init("ID")], shrinking: 0)
    columns.append(["Buy milk and bread for the weekend", "7f3a"])
    #expect(
      columns.lines(width: 24, style: .plain) == [
        "TITLE               ID", "Buy milk and brea…  7f3a",
      ])
  }

  @Test(arguments: 5...80) func `no line is wider than the terminal`(width: Int) {
    var generator = SeededGenerator(seed: UInt64(width))
    var columns = Columns([.init("A"), .init("B", alignment: .right), .init("C")], shrinking: 1)
    for _ in 0..<20 {
      columns.append(
        (0..<3).map { _ in .init(String(decoding: generator.hostileBytes(), as: UTF8.self)) })
    }
    for line in columns.lines(width: max(width, 7), style: .plain) {
      #expect(line.displayWidth <= max(width, 7))
    }
  }

  @Test func `a note cannot break the table or the terminal`() {
    var columns = Columns([.init(""), .init("")])
    columns.append([.init("a\u{1B}[2J"), .init("one\ntwo")])
    #expect(columns.lines(width: nil, style: .plain) == [#"a\x1b[2J  one⏎two"#])
  }

  @Test func `the header is dim and marks surround only the text where colour is on`() {
    var columns = Columns([.init("ID"), .init("TITLE")])
    columns.append([.init("7f", .cyan), "Milk"])
    #expect(
      columns.lines(width: nil, style: Style(isEnabled: true)) == [
        "\u{1B}[2mID  TITLE\u{1B}[22m", "\u{1B}[36m7f\u{1B}[39m  Milk",
      ])
  }
}
