import DaybookText
import TestSupport
import Testing

/// Cards made of templates and fields.
struct TemplateTests {
  private func content(_ fields: KeyValuePairs<String, String>) -> CardContent {
    CardContent(fields: fields.map { CardContent.Field($0, $1) })
  }

  private func front(_ template: String, _ content: CardContent) -> String {
    CardFaces(front: template, back: "").rendered(content).question
  }

  private let fox = CardContent(fields: [
    .init("Front", "fox"), .init("Back", "<b>Fuchs</b>"), .init("Empty", " <br> "),
  ])

  @Test(arguments: [
    ("{{Front}}", "fox"),
    ("a {{ Front }} b", "a fox b"),
    ("{{{Back}}}", "<b>Fuchs</b>}"),
    ("{{#Front}}x{{/Front}}{{^Front}}y{{/Front}}", "x"),
    ("{{#Empty}}x{{/Empty}}{{^Empty}}y{{/Empty}}", "y"),
    ("{{#Front}}{{^Empty}}{{Back}}{{/Empty}}{{/Front}}", "<b>Fuchs</b>"),
    ("{{# Front }}1{{/ Front }}", "1"),
    ("<!-- {{Nothing}} {{# -->{{Front}}", "<!-- {{Nothing}} {{# -->fox"),
    ("no field", "no field"), ("}} {", "}} {"), ("", ""),
  ])
  func `fields and sections are filled in`(template: String, html: String) {
    #expect(front(template, fox) == html)
  }

  @Test func `special names say what the card is`() {
    var card = fox
    card.tags = ["a::b", "c<d"]
    card.noteType = "Basic"
    card.deck = "Languages::German"
    card.card = "Card 1"
    card.flag = 3
    #expect(
      front("{{Tags}}|{{Type}}|{{Deck}}|{{Subdeck}}|{{Card}}|{{CardFlag}}", card)
        == "a::b c&lt;d|Basic|Languages::German|German|Card 1|flag3")
    #expect(front("{{#Tags}}x{{/Tags}}{{^Tags}}y{{/Tags}}", card) == "x")
    #expect(front("{{#Tags}}x{{/Tags}}{{^Tags}}y{{/Tags}}{{CardFlag}}", fox) == "yflag0")
  }

  @Test func `the back can repeat the front as it was asked`() {
    let faces = CardFaces(front: "Q: {{Front}}", back: "{{FrontSide}}<hr id=answer>{{Back}}")
    let card = faces.rendered(fox)
    #expect(card.answer == "Q: fox<hr id=answer><b>Fuchs</b>")
    #expect(card.problems.isEmpty)
    #expect(CardFaces(front: "{{FrontSide}}x", back: "").rendered(fox).question == "x")
  }

  @Test(arguments: [
    ("{{text:F}}", "1 &lt; 2 b"),
    ("{{unknown:F}}", "1 &lt; 2 <b>b</b>"),
    ("{{hint:F}}", #"<details class="hint"><summary>F</summary>1 &lt; 2 <b>b</b></details>"#),
    ("{{hint:E}}", ""), ("{{tts en_US:E}}", ""),
    ("{{tts en_US voices=x:F}}", #"<span class="tts" lang="en-US">1 &lt; 2 b</span>"#),
    ("{{furigana:J}}", "<ruby><rb>漢字</rb><rt>かんじ</rt></ruby>だ"),
    ("{{kana:J}}", "かんじだ"), ("{{kanji:J}}", "漢字だ"),
    ("{{text:furigana:J}}", "漢字かんじだ"), ("{{hint:kanji:E}}", ""),
  ])
  func `filters change what a field shows`(template: String, html: String) {
    let card = content(["F": "1 &lt; 2 <b>b</b>", "E": "", "J": " 漢字[かんじ]だ"])
    #expect(front(template, card) == html)
  }

  @Test(arguments: [
    ("日本語[にほんご]", "にほんご"), ("a 日[ひ] b 本[ほん]", "aひ bほん"),
    ("<b>日[ひ]</b>", "<b>ひ</b>"), ("x [sound:a.mp3]", "x [sound:a.mp3]"),
    ("日[sound:a.mp3]本[ほん]", "日[sound:a.mp3]ほん"), ("a[]b c[d", "a[]b c[d"),
    ("a[\nb]", "a[\nb]"), ("&nbsp;日[ひ]", "ひ"), ("]", "]"), ("[a]b[c]", "c"),
  ])
  func `readings belong to the word before them`(text: String, kana: String) {
    #expect(FuriganaText.written(text, as: .kana) == kana)
  }

  @Test func `readings without an end take linear time`() {
    let units = ["a[", "[", "a[b\n", " a[b]", "a[a[a[\n"]
    for unit in units {
      let text = String(repeating: unit, count: 50_000) + "]"
      let time = ContinuousClock().measure { _ = FuriganaText.written(text, as: .furigana) }
      #expect(time < .seconds(20))
    }
  }

  @Test(arguments: [
    ("a\nb {{Front", TemplateProblem.Kind.unclosedTag, 2, 3),
    ("é {{}}", .emptyName, 1, 3), ("{{#}}", .emptyName, 1, 1), ("{{text:}}", .emptyName, 1, 1),
    ("{{#Front}}{{Back}}", .unclosedSection, 1, 1),
    ("{{#Front}}{{/Back}}", .unexpectedEnd, 1, 11), ("x{{/Front}}", .unexpectedEnd, 1, 2),
    ("{{Front}} {{front}}", .unknownField, 1, 11), ("{{#Nope}}{{/Nope}}", .unknownField, 1, 1),
    (String(repeating: "{{#Front}}", count: 33), .tooDeep, 1, 321),
  ])
  func `a problem is placed and the fields are shown`(
    template: String, kind: TemplateProblem.Kind, line: Int, column: Int
  ) throws {
    let card = CardFaces(front: template, back: template).rendered(fox)
    let problem = try #require(card.problems.first)
    #expect(card.problems.count == 2)
    #expect((problem.kind, problem.line, problem.column) == (kind, line, column))
    #expect(card.question.contains("line \(line), column \(column)"))
    #expect(card.question.contains("fox") && !card.question.contains("Fuchs"))
    #expect(card.answer.contains("fox") && card.answer.contains("<b>Fuchs</b>"))
  }

  @Test func `any template is read without trapping`() {
    let pieces = [
      "{{", "}}", "{{#Front}}", "{{/Front}}", "{{^Back}}", "{{/Back}}", "{{Front}}",
      "{{cloze:Front}}",
      "{{type:nc:Back}}", "{", "}", "{{{", "<!--", "-->", "a", "é", "\n", "{{hint:", "Empty", ":",
      "#",
      "{{FrontSide}}", "{{kana:Front}}",
    ]
    var random = SeededGenerator(seed: 51)
    var problems = 0
    for _ in 0..<5000 {
      let faces = CardFaces(
        front: random.phrase(of: pieces, count: 12, separator: ""),
        back: random.phrase(of: pieces, count: 12, separator: ""))
      let card = faces.rendered(fox)
      problems += card.problems.isEmpty ? 0 : 1
      _ = faces.hasCard(fox)
      _ = faces.clozeOrdinals(fox)
      #expect(card.problems.allSatisfy { $0.line >= 1 && $0.column >= 1 })
    }
    #expect(problems > 500 && problems < 4999)
  }
}
