import Daybook
import DaybookConsole
import Testing

struct ReviewCardFaceTests {
  private func face(
    _ front: String, _ back: String, _ fields: [(String, String)], ordinal: Int? = nil
  ) -> ReviewCardFace {
    var content = CardContent(fields: fields.map { CardContent.Field($0.0, $0.1) })
    content.clozeOrdinal = ordinal
    return ReviewCardFace(CardFaces(front: front, back: back).rendered(content), flag: 2)
  }

  private func texts(_ lines: [StyledLine]) -> [String] { lines.map(\.text) }

  @Test func `what was typed stands beside what was expected`() {
    var face = ReviewCardFace(
      question: [StyledLine("dog")], answer: [StyledLine("el perro")], expectedTyping: "perró")
    func lines(_ typed: String?) -> [String] { texts(face.answer(typed: typed)) }
    #expect(lines("perró") == ["✓ perró", "", "el perro"])
    #expect(lines("pero") == ["✗ pero-", "= perró", "", "el perro"])
    #expect(lines("") == ["= perró", "", "el perro"])
    #expect(lines("\u{1B}[2J").first?.contains(#"\x1b"#) == true)
    #expect(lines(nil) == ["el perro"])
    face.countsMarks = false
    #expect(lines("perro") == ["✓ perro", "", "el perro"])
    face.expectedTyping = nil
    #expect(lines("x") == ["el perro"])
  }

  @Test func `HTML becomes readable lines, and the back does not repeat the front`() {
    let face = face(
      "{{Front}}", "{{FrontSide}}<hr id=answer>{{Back}}",
      [("Front", "<b>el</b> perro<br>\u{1B}[2J"), ("Back", "<ul><li>the dog</ul>\t")])
    #expect(texts(face.question) == ["el perro", "[2J"])
    #expect(face.question[0].runs.first == .init(text: "el", marks: [.bold]))
    #expect(texts(face.answer).first?.hasSuffix("the dog") == true)
    #expect(face.answer.count == 1)
    #expect(face.flag == 2)
    #expect(face.expectedTyping == nil)
  }

  @Test func `a card to be typed knows what is expected, and whether marks count`() {
    let fields = [("Front", "dog"), ("Back", "<i>perró</i>")]
    let exact = face("{{Front}} {{type:Back}}", "{{FrontSide}}<hr>{{type:Back}}", fields)
    #expect(exact.expectedTyping == "perró")
    #expect(exact.countsMarks)
    #expect(texts(exact.question) == ["dog"])
    let lenient = face("{{Front}} {{type:nc:Back}}", "{{type:nc:Back}}", fields)
    #expect(!lenient.countsMarks)
    #expect(texts(lenient.answer(typed: "perro")).first == "✓ perro")
  }

  @Test func `gaps show as gaps, then filled and marked`() {
    let text = [("Text", "{{c1::Paris::city}} is in {{c2::France}}")]
    let face = face("{{cloze:Text}}", "{{cloze:Text}}", text, ordinal: 1)
    #expect(texts(face.question) == ["[city] is in France"])
    #expect(texts(face.answer) == ["Paris is in France"])
    #expect(face.answer[0].runs.first == .init(text: "Paris", marks: [.bold, .blue]))
  }

  @Test(arguments: [
    ("#ff0000", Style.Mark.red), ("#00aa00", .green), ("#0000ff", .blue), ("#aaaa00", .yellow),
    ("#00ffff", .cyan), ("#ff00ff", nil), ("#808080", nil), ("#000000", nil),
  ])
  func `colours become the terminal's own`(css: String, mark: Style.Mark?) {
    let runs = ReadableText(html: "<font color=\(css)>a</font>").runs
    #expect(StyledLine.lines(runs[...]).first?.runs.first?.marks == (mark.map { [$0] } ?? []))
  }
}
