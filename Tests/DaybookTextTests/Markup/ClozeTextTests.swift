import DaybookText
import TestSupport
import Testing

/// Texts with gaps, as the cards they make show them.
struct ClozeTextTests {
  private func plain(_ text: String, _ ordinal: Int?) -> [String] {
    let cloze = ClozeText(text)
    return [cloze.question(ordinal, .plain), cloze.answer(ordinal, .plain)]
  }

  @Test func `each number makes a card that asks for its gaps and shows the others`() {
    let text = "{{c1::Paris}} lies on the {{c2::Seine::river}}, not {{c1::Rome}}."
    #expect(ClozeText(text).ordinals == [1, 2])
    #expect(plain(text, 1)[0] == "[...] lies on the Seine, not [...].")
    #expect(plain(text, 2)[0] == "Paris lies on the [river], not Rome.")
    #expect(plain(text, nil)[0] == "[...] lies on the [river], not [...].")
    for ordinal in [1, 2, nil] {
      #expect(plain(text, ordinal)[1] == "Paris lies on the Seine, not Rome.")
    }
  }

  @Test func `HTML has Anki's spans`() {
    let cloze = ClozeText("{{c1::a<b>\"}} {{c2::c::d}}")
    #expect(
      cloze.question(1) == """
        <span class="cloze" data-cloze="a&lt;b&gt;&quot;" data-ordinal="1">[...]</span> \
        <span class="cloze-inactive" data-ordinal="2">c</span>
        """)
    #expect(
      cloze.answer(2) == """
        <span class="cloze-inactive" data-ordinal="1">a<b>"</span> \
        <span class="cloze" data-ordinal="2">c</span>
        """)
  }

  @Test func `a gap can belong to several cards`() {
    let text = "{{c3,1::x::h}} {{c2::y}}"
    #expect(ClozeText(text).ordinals == [1, 2, 3])
    #expect(plain(text, 1)[0] == "[h] y")
    #expect(plain(text, 3)[0] == "[h] y")
    #expect(plain(text, 2)[0] == "x [...]")
    #expect(ClozeText(text).question(2).contains(#"data-ordinal="1,3""#))
  }

  @Test func `gaps lie in one another`() {
    let text = "{{c1::the {{c2::inner}} gap}} end"
    #expect(plain(text, 1) == ["[...] end", "the inner gap end"])
    #expect(plain(text, 2) == ["the [...] gap end", "the inner gap end"])
    #expect(ClozeText(text).fillings(of: 1) == ["the inner gap"])
    #expect(ClozeText(text).fillings(of: 2) == ["inner"])
  }

  @Test func `a hint may hold the separator, and an empty one is none`() {
    #expect(plain("{{c1::a::b::c}}", 1) == ["[b::c]", "a"])
    #expect(plain("{{c1::a::}}", 1) == ["[...]", "a"])
    #expect(plain("{{c1::::b}}", 1) == ["[b]", ""])
  }

  @Test(arguments: [
    "{{c::a}}", "{{ c1::a}}", "{{c1:a}}", "{{c0::a}}", "{{c501::a}}", "{{c9999::a}}", "{{c1,::a}}",
    "{{c1,x::a}}", "{{c-1::a}}", "{c1::a}", "}}", "{{c1::", "{{c1::a", "{{c1::a::b", "{{", "",
    "{{c",
    "a {{c1::b {{c2::c}", "{{c1::é", "{{c1,2", "::", "{{F}}",
  ])
  func `what only looks like a gap stays as it is`(text: String) {
    #expect(ClozeText(text).ordinals == [])
    #expect(plain(text, nil) == [text, text])
  }

  @Test func `a gap that never ends is text to its last character`() {
    #expect(
      plain("{{c3::x}} {{c1::a::h {{c2::b}} c", 3) == [
        "[...] {{c1::a::h {{c2::b}} c", "x {{c1::a::h {{c2::b}} c",
      ])
    #expect(ClozeText("{{c1::a {{c2::b}} c").ordinals == [])
  }

  @Test func `formulas have no tags in them`() {
    let text = #"\({{c1::a^2::<b>h</b>}} + 1\) {{c1::b}} \[{{c2::c &lt; d}}\] \("#
    #expect(
      ClozeText(text).question(1)
        == #"""
        \([h] + 1\) <span class="cloze" data-cloze="b" data-ordinal="1">[...]</span> \
        \[c &lt; d\] \(
        """#.replacing("\\\n", with: ""))
    #expect(ClozeText(text).answer(2, .plain) == #"\(a^2 + 1\) b \[c &lt; d\] \("#)
  }

  @Test func `areas of a picture are kept whole and shown as text`() {
    let mask = "{{c1::image-occlusion:rect:left=.1:top=.2:width=.3:height=.4:oi=1}}"
    let text = mask + "<br>{{c2::image-occlusion:ellipse:left=.5:top=.5:rx=.1:ry=.1}}"
    let cloze = ClozeText(text)
    #expect(cloze.ordinals == [1, 2])
    #expect(
      cloze.question(1) == """
        <div class="cloze" data-ordinal="1" data-shape="rect" data-left=".1" data-top=".2" \
        data-width=".3" data-height=".4" data-occludeInactive="1"></div><br>\
        <div class="cloze-inactive" data-ordinal="2" data-shape="ellipse" data-left=".5" \
        data-top=".5" data-rx=".1" data-ry=".1"></div>
        """)
    let hidden = "<div style='display:none'>\(cloze.question(1))</div><img src=image.png>"
    #expect(ReadableText(html: hidden).plain == "[1 hidden area of image.png]")
    let shown = "<div style='display:none'>\(cloze.answer(1))</div><img src=image.png>"
    #expect(ReadableText(html: shown).plain == "[1 shown area of image.png]")
    #expect(ClozeText(mask + mask).question(1, .plain) == "[hidden area][hidden area]")
    let two = ReadableText(html: ClozeText(mask + mask).question(1)).plain
    #expect(two == "[2 hidden areas]")
  }

  @Test func `gaps are nested ten deep and no deeper`() {
    let text = (1...12).map { "{{c\($0)::" }.joined() + "x" + String(repeating: "}}", count: 12)
    #expect(ClozeText(text).ordinals == Array(1...10))
    #expect(ClozeText(text).answer(1, .plain).hasPrefix("{{c11"))
  }

  @Test(arguments: ["{{c1::", "}}", "{{c1::a}}", "{{c", "{{c1,", "::", "{{c1::a::", "{"])
  func `a lot of it takes linear time`(unit: String) {
    let text = String(repeating: unit, count: (1 << 18) / unit.utf8.count)
    let time = ContinuousClock().measure {
      let cloze = ClozeText(text)
      _ = cloze.question(1)
      _ = cloze.answer(nil, .plain)
    }
    #expect(time < .seconds(20))
  }

  @Test func `any mixture of pieces keeps its text`() {
    let pieces = ["{{c1::", "{{c2,3::", "{{c", "}}", "}", "::", "a", "é", "{{", "\n", "<b>", ","]
    var random = SeededGenerator(seed: 41)
    for _ in 0..<5000 {
      let text = random.phrase(of: pieces, count: 30, separator: "")
      let cloze = ClozeText(text)
      if cloze.ordinals.isEmpty { #expect(cloze.question(nil, .plain) == cloze.answer(1, .plain)) }
      for ordinal in cloze.ordinals {
        #expect(cloze.question(ordinal) != cloze.answer(ordinal))
        #expect(!cloze.fillings(of: ordinal).isEmpty)
        #expect(cloze.answer(ordinal, .plain) == cloze.answer(nil, .plain))
      }
    }
  }
}
