import DaybookText
import TestSupport
import Testing

/// Typed answers beside expected ones.
struct TypedAnswerTests {
  private func marked(_ runs: [TypedAnswer.Run]) -> String {
    runs.map {
      switch $0.kind {
      case .good: $0.text
      case .bad: "(\($0.text))"
      case .missing: "<\($0.text)>"
      }
    }.joined()
  }

  private func compare(_ typed: String, _ expected: String, nc: Bool = false) -> [String] {
    let answer = TypedAnswer(typed: typed, expected: expected, ignoringMarks: nc)
    return [marked(answer.typed), marked(answer.expected)]
  }

  @Test(arguments: [
    ("fox", "fox", "fox", "fox"),
    ("fx", "fox", "f<->x", "f<o>x"),
    ("foox", "fox", "fo(o)x", "fox"),
    ("fax", "fox", "f(a)x", "f<o>x"),
    ("Fox", "fox", "(F)ox", "<f>ox"),
    ("", "fox", "<--->", "<fox>"),
    ("fox", "", "(fox)", ""),
    ("cat", "a dog", "(c)a(t)<--->", "a< dog>"),
    ("日本", "日本語", "日本<->", "日本<語>"),
    ("naive", "naïve", "na(i)ve", "na<ï>ve"),
    ("👩‍👩‍👧", "👩‍👩‍👧", "👩‍👩‍👧", "👩‍👩‍👧"),
  ])
  func `what differs is marked`(typed: String, expected: String, left: String, right: String) {
    #expect(compare(typed, expected) == [left, right])
    let answer = TypedAnswer(typed: typed, expected: expected)
    #expect(answer.isCorrect == (typed == expected))
    #expect(answer.expected.map(\.text).joined() == expected)
    #expect(answer.typed.filter { $0.kind != .missing }.map(\.text).joined() == typed)
  }

  @Test func `white space at the ends and its amount do not count`() {
    #expect(TypedAnswer(typed: "  the \t fox\n", expected: "the fox").isCorrect)
    #expect(!TypedAnswer(typed: "thefox", expected: "the fox").isCorrect)
  }

  @Test func `it does not matter how an accent is encoded`() {
    #expect(TypedAnswer(typed: "cafe\u{301}", expected: "caf\u{e9}").isCorrect)
  }

  @Test func `accents count unless the card says otherwise`() {
    #expect(!TypedAnswer(typed: "cafe", expected: "café").isCorrect)
    #expect(TypedAnswer(typed: "cafe", expected: "café", ignoringMarks: true).isCorrect)
    #expect(TypedAnswer(typed: "ελληνικά", expected: "ελληνικα", ignoringMarks: true).isCorrect)
    #expect(!TypedAnswer(typed: "Cafe", expected: "café", ignoringMarks: true).isCorrect)
    #expect(compare("cafe", "cafés", nc: true) == ["cafe<->", "café<s>"])
  }

  @Test func `what is expected is what a field says in one line`() {
    let html = "a&nbsp;<b>b</b><br>c<div>d</div>[sound:x.mp3]<img src=y.png><!-- no -->"
    #expect(TypedAnswer.expected(html) == "a b c d")
    #expect(TypedAnswer.expected("[sound:a [sound:b] c [sound:d") == "c [sound:d")
  }

  @Test func `the least is marked, and long texts are compared in their ends alone`() {
    var random = SeededGenerator(seed: 61)
    for _ in 0..<500 {
      let left = random.phrase(of: ["a", "b", "c", " ", "é"], count: 12, separator: "")
      let right = random.phrase(of: ["a", "b", "c", " ", "é"], count: 12, separator: "")
      let answer = TypedAnswer(typed: left, expected: right)
      let back = TypedAnswer(typed: right, expected: left)
      let good = answer.expected.filter { $0.kind == .good }.map(\.text).joined()
      #expect(good == answer.typed.filter { $0.kind == .good }.map(\.text).joined())
      #expect(good.count == back.expected.filter { $0.kind == .good }.map(\.text).joined().count)
    }
    let long = String(repeating: "ab", count: 5000)
    let answer = TypedAnswer(typed: "x" + long + "y", expected: "x" + long.uppercased() + "y")
    #expect(answer.typed.map(\.kind) == [.good, .bad, .good])
  }
}
