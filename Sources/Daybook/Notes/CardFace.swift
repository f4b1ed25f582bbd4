import DaybookEvents
package import DaybookText

/// What a card shows.
package struct CardFace: Equatable, Sendable {
  /// `basic` or `cloze`; of a card of a note, `note`.
  package let kind: String
  /// What is asked; of a card of a note, as readable text.
  package let front: Text
  /// What is answered; of a card of a note, as readable text.
  package let back: Text
  /// Of a card of a note: both sides as HTML, and what is to be typed.
  package let rendered: RenderedCard?

  /// What stands between question and answer on the back of a card.
  private static let answerMark = "<hr id=answer>"

  /// The face of a card with its own texts.
  init(_ card: Record) {
    kind = card.value(.cardKind).map { String(decoding: $0, as: UTF8.self) } ?? Card.initialKind
    front = Text(bytes: card.value(.front) ?? [])
    back = Text(bytes: card.value(.back) ?? [])
    rendered = nil
  }

  /// What the templates of a note make of one of its cards.
  init(_ note: Note, ordinal: Int, deckName: Text, flag: Int) {
    let type = note.type
    let template =
      type.isCloze
      ? type.templates.first
      : type.templates.indices.contains(ordinal) ? type.templates[ordinal] : nil
    var content = type.content(note.fields)
    content.tags = note.tags
    content.noteType = type.name
    content.deck = deckName.string
    content.card = template?.name ?? ""
    content.flag = flag
    content.clozeOrdinal = type.isCloze ? ordinal + 1 : nil
    let faces = CardFaces(front: template?.front ?? "", back: template?.back ?? "")
    let rendered = faces.rendered(content)
    kind = "note"
    front = Self.readable(rendered.question(askingWith: ""))
    let expected = HTMLEntities.encoded(rendered.expected ?? "")
    let answer = rendered.answer(comparingWith: expected)
    back = Self.readable(
      answer.firstRange(of: Self.answerMark).map { String(answer[$0.upperBound...]) } ?? answer)
    self.rendered = rendered
  }

  private static func readable(_ html: String) -> Text { Text(ReadableText(html: html).plain) }
}

extension Card {
  /// What is shown first: the front, or a text with its gaps.
  package var question: Text {
    kind == "cloze" ? Text(ClozeText(front.string).question(nil, .plain)) : front
  }

  /// What is shown then: the back, or the text with its gaps filled, and what was added to it.
  package var answer: Text {
    guard kind == "cloze" else { return back }
    let filled = ClozeText(front.string).answer(nil, .plain)
    return Text(back.isEmpty ? filled : filled + "\n\n" + back.string)
  }
}
