import DaybookConsole
import Testing

struct StyleTests {
  @Test(
    arguments: [
      (true, false, ["TERM": "xterm"], true),
      (false, false, ["TERM": "xterm"], false),
      (true, true, ["TERM": "xterm"], false),
      (true, false, ["TERM": "dumb"], false),
      (true, false, [:], false),
      (true, false, ["TERM": "xterm", "NO_COLOR": "1"], false),
      (true, false, ["TERM": "xterm", "NO_COLOR": ""], true),
    ] as [(Bool, Bool, [String: String], Bool)])
  func `colour is for terminals whose owner did not refuse it`(
    isTerminal: Bool, noColor: Bool, environment: [String: String], isEnabled: Bool
  ) {
    let style = Style(isTerminal: isTerminal, noColor: noColor) { environment[$0] }
    #expect(style.isEnabled == isEnabled)
  }

  @Test func `marks nest and end what they began`() {
    let style = Style(isEnabled: true)
    #expect(
      style.marked("late", .bold, .red) == "\u{1B}[1m\u{1B}[31mlate\u{1B}[39m\u{1B}[22m")
    #expect(style.marked("", .bold) == "")
    #expect(Style.plain.marked("late", .bold, .red) == "late")
  }
}
