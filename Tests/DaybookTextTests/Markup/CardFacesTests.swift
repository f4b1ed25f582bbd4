import DaybookText
import Testing

/// Which cards a note has, and those that are typed.
struct CardFacesTests {
  private func content(_ fields: KeyValuePairs<String, String>) -> CardContent {
    CardContent(fields: fields.map { CardContent.Field($0, $1) })
  }

  @Test(arguments: [
    ("{{Front}}", true), ("{{Back}}", false), ("text alone", false), ("{{Tags}}", false),
    ("{{Front}}{{Back}}", true), ("{{#Back}}{{Front}}{{/Back}}", false),
    ("{{^Back}}{{Front}}{{/Back}}", true), ("{{#Front}}x{{/Front}}", false),
    ("{{#Front}}{{^Back}}{{hint:Front}}{{/Back}}{{/Front}}", true),
    ("{{FrontSide}}", false), ("{{#Broken}}", true),
  ])
  func `a card exists if its front shows a field`(template: String, exists: Bool) {
    let note = content(["Front": "fox", "Back": "<div><br /></div>\n"])
    #expect(CardFaces(front: template, back: "").hasCard(note) == exists)
  }

  @Test func `an empty note has no card even of a broken template`() {
    let note = content(["Front": "", "Back": "<br>"])
    #expect(!CardFaces(front: "{{#Broken}}", back: "").hasCard(note))
    #expect(!CardFaces(front: "{{Front}}", back: "").hasCard(note))
  }

  @Test func `a cloze note has a card for each number in the fields it asks for`() {
    let note = content(["Text": "{{c2::a}} {{c1,3::b}}", "Extra": "{{c7::c}}", "More": "{{c4::d}}"])
    let faces = CardFaces(front: "{{cloze:Text}} {{cloze:More}} {{Extra}}", back: "")
    #expect(faces.clozeOrdinals(note) == [1, 2, 3, 4])
    #expect(CardFaces(front: "{{cloze:Text", back: "").clozeOrdinals(note) == [1, 2, 3, 4, 7])
  }

  @Test func `a cloze card shows only the fields with its gap`() {
    var note = content(["Text": "{{c1::a::h}} b", "More": "{{c2::d}}", "Extra": "e"])
    let faces = CardFaces(
      front: "{{cloze:Text}}{{cloze:More}}{{#c1}}!{{/c1}}",
      back: "{{cloze:Text}}|{{cloze-only:Text}}|{{Extra}}")
    note.clozeOrdinal = 1
    let card = faces.rendered(note)
    #expect(card.problems.isEmpty)
    #expect(ReadableText(html: card.question).plain == "[h] b!")
    #expect(ReadableText(html: card.answer).plain == "a b|a|e")
    note.clozeOrdinal = 2
    #expect(ReadableText(html: faces.rendered(note).question).plain == "[...]")
    #expect(
      CardFaces(front: "{{cloze-only:Text}}", back: "").rendered(note).question == "")
    note.clozeOrdinal = 1
    #expect(CardFaces(front: "{{cloze-only:Text}}", back: "").rendered(note).question == "h")
    note.clozeOrdinal = 9
    #expect(!card.isQuestionBlank && faces.rendered(note).isQuestionBlank)
  }

  @Test(arguments: [
    ("{{type:Back}}", TypedField.Mode.exact, "[[type:Back]]", "der Fuchs"),
    ("{{type:nc:Back}}", .ignoringMarks, "[[type:nc:Back]]", "der Fuchs"),
    ("{{type:cloze:Text}}", .cloze, "[[type:cloze:Text]]", "a, b"),
    ("{{#Text}}{{type:cloze:Same}}{{/Text}}", .cloze, "[[type:cloze:Same]]", "c"),
  ])
  func `a card may ask to type a field`(
    template: String, mode: TypedField.Mode, marker: String, expected: String
  ) throws {
    var note = content([
      "Back": "<div>der</div><div>Fuchs [sound:a.mp3]<img src=b.png></div>",
      "Text": "{{c1::<b>a</b>}} {{c1::b::hint}}", "Same": "{{c1::c}} and {{c1::c}}",
    ])
    note.clozeOrdinal = 1
    let card = CardFaces(front: "Q " + template, back: "{{FrontSide}}<hr>A \(template)")
      .rendered(note)
    #expect(card.typed?.mode == mode && card.expected == expected)
    #expect(card.question == "Q " + marker)
    #expect(card.question(askingWith: "____") == "Q ____")
    #expect(card.answer(comparingWith: "<b>x</b>") == "Q <b>x</b><hr>A ")
  }

  @Test func `a card that asks for nothing has no marker to replace`() {
    let card = CardFaces(front: "{{Front}}", back: "{{Front}}").rendered(content(["Front": "fox"]))
    #expect(card.typed == nil && card.expected == nil)
    #expect(card.question(askingWith: "x") == "fox")
  }
}
