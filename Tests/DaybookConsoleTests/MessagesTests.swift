import Daybook
import DaybookConsole
import Testing

struct MessagesTests {
  private let offline = Explanation(
    whatHappened: "We couldn't sync your tasks because you're offline.",
    dataSafety: "Your changes are saved",
    nextStep: "and will sync when you're back online.")

  @Test func `an explanation reads as the promised sentence`() {
    #expect(
      offline.sentences == "We couldn't sync your tasks because you're offline. "
        + "Your changes are saved and will sync when you're back online.")
  }

  @Test func `an explanation is three lines, the first one bold`() {
    #expect(
      offline.lines(style: .plain) == """
        We couldn't sync your tasks because you're offline.
        Your changes are saved
        and will sync when you're back online.
        """)
    #expect(offline.lines(style: Style(isEnabled: true)).hasPrefix("\u{1B}[1mWe couldn't"))
  }

  @Test func `the name of a file cannot steer the terminal`() {
    let hostile = Explanation(
      whatHappened: "There is no file a\u{1B}[2J\nb.", dataSafety: "Safe.", nextStep: "Look.")
    #expect(hostile.lines(style: .plain) == "There is no file a\\x1b[2J⏎b.\nSafe.\nLook.")
  }

  @Test func `exit statuses are the promised numbers`() {
    let promised: [Int32] = [0, 1, 2, 3, 64, 65, 66, 73, 74, 75, 77, 130]
    #expect(ExitStatus.allCases.map(\.rawValue) == promised)
  }

  @Test(arguments: [
    ("captrue", "capture"), ("lst", "list"), ("lits", "list"), ("serach", "search"),
    ("CONFLICT", "conflicts"), ("colection", "collection"), ("undoo", "undo"),
    ("stat", "stats"), ("exch", "exchange"), ("list", "list"),
  ])
  func `a mistyped command finds the one that was meant`(typed: String, meant: String) {
    #expect(Suggestion.nearest(to: typed, among: commands) == meant)
  }

  @Test(arguments: ["", "x", "frobnicate", "qqqq", String(repeating: "list", count: 17)])
  func `what resembles no command gets no suggestion`(typed: String) {
    #expect(Suggestion.nearest(to: typed, among: commands) == nil)
  }

  @Test func `swapped neighbours are one slip, not two`() {
    #expect(Suggestion.nearest(to: "ba", among: ["ab"]) == "ab")
    #expect(Suggestion.nearest(to: "b", among: ["a"]) == nil)
  }

  private let commands = [
    "capture", "list", "search", "show", "edit", "done", "delete", "restore", "tag",
    "collection", "deck", "card", "review", "stats", "log", "diff", "blame", "undo", "redo",
    "conflicts", "replay", "exchange", "merge", "bundle", "remote", "sync", "status",
  ]
}
