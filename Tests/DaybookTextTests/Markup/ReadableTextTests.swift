import DaybookText
import TestSupport
import Testing

/// HTML as a terminal shows it.
struct ReadableTextTests {
  private func plain(_ html: String) -> String { ReadableText(html: html).plain }

  @Test(arguments: [
    ("a  b\n c", "a b c"),
    ("  a<br>b<br><br>c  ", "a\nb\n\nc"),
    ("<div>a</div><div><br></div><div>b</div>", "a\n\nb"),
    ("a<div>b<br></div>c", "a\nb\nc"),
    ("<p>a</p><p>b</p>", "a\n\nb"),
    ("a<b>b</b> <i> c</i>", "ab c"),
    ("<pre>a\n  b\tc</pre>d", "a\n  b    c\n\nd"),
    ("a&nbsp;&nbsp;b", "a  b"),
    ("<br><br>a<br><br>", "a"),
    ("", ""),
  ])
  func `white space and lines are as in a browser`(html: String, text: String) {
    #expect(plain(html) == text)
  }

  @Test(arguments: [
    ("&lt;b&gt; &amp;amp; &eacute; &hearts; &#233;&#xe9;", "<b> &amp; é ♥ éé"),
    ("a & b &unknown; &; &#; &#xfffffff; &amp", "a & b &unknown; &; &#; &#xfffffff; &amp"),
    ("a < b, c<5 and <3", "a < b, c<5 and <3"),
    ("1 <2> 3", "1 <2> 3"),
  ])
  func `references are resolved and what only looks like HTML stays`(html: String, text: String) {
    #expect(plain(html) == text)
  }

  @Test func `list items get bullets and numbers, inner ones an indent`() {
    let html = "Are:<ul><li>a<li>b<ol start=3><li>c</li><li>d<br>e</li></ol></li></ul>end"
    #expect(plain(html) == "Are:\n• a\n• b\n 3. c\n 4. d\n    e\nend")
  }

  @Test func `table rows are lines`() {
    let html = """
      <table><tr><th>a</th><th>b</th></tr>
      <tr><td><div>1</div><div>2</div></td> <td>3<br>4</td></tr></table>end
      """
    #expect(plain(html) == "a | b\n1 2 | 3 4\n\nend")
    #expect(plain("<table><tr><td>a<td>b<tr><td>c</table>") == "a | b\nc")
  }

  @Test func `pictures and sounds are named`() {
    #expect(plain(#"a <img src="red%20fox.png"> b"#) == "a [image: red fox.png] b")
    #expect(plain("<img src='data:image/png;base64,AAAA'>") == "[image]")
    #expect(plain("[sound:fox.mp3]") == "[sound: fox.mp3]")
    #expect(plain("<audio controls src=a.ogg></audio>") == "[sound: a.ogg]")
    #expect(plain("<video><source src=b.webm></video>") == "[sound: b.webm]")
    #expect(
      plain("<video src=b.webm></video><object data=c.svg>") == "[video: b.webm][object: c.svg]")
    #expect(plain("<img alt=nothing>") == "")
  }

  @Test func `scripts, style sheets, comments and what is not displayed are left out`() {
    let html = """
      a<script>if (1 < 2) { x("</div>") }</script><style>b { c }</style><!-- d > -->\
      <div style="color: red; DISPLAY: None">e<p>f</p></div><!DOCTYPE g><?php h ?>z
      """
    #expect(plain(html) == "az")
    #expect(plain("a<script>never ends") == "a")
    #expect(plain("a<!-- never > ends") == "a")
  }

  @Test func `formulas stay as they were written`() {
    #expect(plain(#"\(\frac{a}{b}\) and [$]x^2[/$]"#) == #"\(\frac{a}{b}\) and [$]x^2[/$]"#)
    #expect(plain("10<sup>5</sup> H<sub>2</sub>O") == "10^5 H_2O")
  }

  @Test func `the line between question and answer is a rule on a line of its own`() {
    let runs = ReadableText(html: "a<hr id=answer>b").runs
    #expect(runs.map(\.attributes.isRule) == [false, true, false])
    #expect(plain("a<hr id=answer>b") == "a\n\(String(repeating: "─", count: 20))\nb")
  }

  @Test func `bold, italic, underlined, struck and coloured text is told apart`() {
    let html = """
      <b>a</b><em>b</em><u>c</u><s>d</s><font color="#F00">e</font>\
      <span style='color:rgb(0, 128, 255);font-weight:700'>f<b>g</b></span>\
      <span class="x cloze">h</span>
      """
    let runs = ReadableText(html: html).runs
    #expect(runs.map(\.text) == ["a", "b", "c", "d", "e", "fg", "h"])
    #expect(runs[0].attributes.isBold && !runs[1].attributes.isBold)
    #expect(runs[1].attributes.isItalic && runs[2].attributes.isUnderlined)
    #expect(runs[3].attributes.isStruck && runs[6].attributes.isCloze)
    #expect(runs[4].attributes.color == TextColor(red: 255, green: 0, blue: 0))
    #expect(runs[5].attributes.color == TextColor(red: 0, green: 128, blue: 255))
    #expect(runs[5].attributes.isBold)
  }

  @Test(arguments: ["#12", "#1234567", "#gg0000", "rgb(1,2)", "hsl(1,2,3)", "inherit", ""])
  func `what is no colour is none`(text: String) {
    #expect(TextColor(css: text) == nil)
  }

  @Test func `a hint is shown when asked for`() {
    let html = #"a <details class="hint"><summary>Animal</summary>fox</details> b"#
    #expect(plain(html) == "a\n[hint: Animal]\nb")
    #expect(ReadableText(html: html, showsHints: true).plain == "a\nAnimal: fox\nb")
  }

  @Test func `readings stand behind their word`() {
    #expect(plain("<ruby>漢字<rp>(</rp><rt>かんじ</rt></ruby>だ") == "漢字(かんじ)だ")
  }

  @Test func `nothing can steer the terminal`() {
    #expect(plain("a\u{1b}[31mb&#27;[0mc&#x9b;d\u{202e}e\u{7}") == "a[31mb[0mcde")
  }

  @Test(arguments: [
    "<b>a", "a</b></i>", "<div <b>a", #"<a href="x>a</a> b"#, "<", "</", "<a", "<!", "a<",
    "<table><li><td></table>", "</table></td></tr>", "<summary>a</summary>", "<details>",
  ])
  func `broken HTML is read as well as can be`(html: String) {
    #expect(!plain(html).contains("\u{0}"))
    #expect(plain(html + "<p>end</p>").hasSuffix("end") || html.contains("<details"))
  }
}

/// Whatever stands there, in a short time.
struct HostileHTMLTests {
  private static let size = 1 << 18

  @Test(arguments: [
    "<", "<a", "<a ", "<a \"", "<a '\">", "<a b=\"> ", "<!--", "<b>", "</b>", "<div>", "<ul><li>",
    "<table><tr><td>", "&", "&a", "&#", "<br>", "[sound:", "<script>", "<details><summary>",
    "</script", "<img src=a>", "x", "<b a=1 ", "<i></b>", "<p", "<td>", "<blockquote>",
  ])
  func `a lot of it takes linear time`(unit: String) {
    let html = String(repeating: unit, count: Self.size / unit.utf8.count)
    let clock = ContinuousClock()
    for text in [html, html + "\"'>--></script>]"] {
      let time = clock.measure {
        _ = ReadableText(html: text)
        _ = HTMLStripping.sortText(of: text)
        _ = MediaReferences.names(in: text)
      }
      #expect(time < .seconds(20))
    }
  }

  @Test func `any mixture of pieces is read without trapping`() {
    let pieces = [
      "<", ">", "</", "b", "<b>", "</b>", "<div>", "</div>", "<ul>", "<ol start=-9>", "<li>",
      "</ol>",
      "<table>", "<tr>", "<td>", "</td>", "</table>", "\"", "'", "=", " ", "\n", "&", "&amp;", "&#",
      "x41;", "<br/>", "<hr>", "<img src=", "a.png", "<!--", "-->", "<script>", "</script>",
      "<details>", "<summary>", "</summary>", "style=\"display:none\"", "<span ", "é", "漢",
      "[sound:",
      "]", "<pre>", "</pre>", "class=cloze", "data-shape=rect", "<rt>", "</rt>", "\u{0}", "\u{1b}",
    ]
    var random = SeededGenerator(seed: 31)
    for _ in 0..<5000 {
      let html = random.phrase(of: pieces, count: 40, separator: "")
      let text = ReadableText(html: html)
      #expect(!text.plain.unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
      #expect(!text.plain.hasSuffix("\n") && !text.plain.hasPrefix("\n"))
      _ = HTMLStripping.text(of: html)
      let names = MediaReferences.names(in: html)
      for name in names {
        let renamed = MediaReferences.renaming(name, to: "neu & 1.png", in: html)
        let others = names.filter { $0 != name }
        let found = MediaReferences.names(in: renamed)
        #expect(found.contains("neu & 1.png") && found.filter { $0 != "neu & 1.png" } == others)
      }
    }
  }
}
