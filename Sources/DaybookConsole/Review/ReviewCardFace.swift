package import Daybook

/// What a person sees of a card: both sides as lines that can be shown anywhere.
package struct ReviewCardFace: Equatable, Sendable {
  /// What is asked.
  package var question: [StyledLine]
  /// What is answered.
  package var answer: [StyledLine]
  /// What the person should type; nil for a card that asks for no typing.
  package var expectedTyping: String?
  /// Whether accents and other marks count in what is typed.
  package var countsMarks = true
  /// The card's flag, 1 to 7; 0 for none.
  package var flag = 0

  /// A face made by hand.
  package init(
    question: [StyledLine], answer: [StyledLine], expectedTyping: String? = nil, flag: Int = 0
  ) {
    self.question = question
    self.answer = answer
    self.expectedTyping = expectedTyping
    self.flag = flag
  }

  /// The face of a card: the one place where its texts become lines.
  package init(_ card: Card) {
    if let rendered = card.rendered {
      self.init(rendered, flag: card.flag)
    } else {
      self.init(
        question: StyledLine.lines(VisibleText.lines(card.question.bytes)),
        answer: StyledLine.lines(VisibleText.lines(card.answer.bytes)), flag: card.flag)
    }
  }

  /// The lines of the answer side: what was typed against what was expected, then the answer.
  package func answer(typed: String?) -> [StyledLine] {
    guard let expectedTyping, let typed else { return answer }
    let comparison = TypedAnswer(
      typed: typed, expected: expectedTyping, ignoringMarks: !countsMarks)
    return StyledLine.lines(comparison) + [StyledLine()] + answer
  }

  /// The face of a card made by templates. The back repeats the front above a rule; here the
  /// question stands above already, so what follows the rule is the answer.
  package init(_ card: RenderedCard, flag: Int = 0) {
    let back = ReadableText(html: card.answer(comparingWith: ""))
    let rule = back.runs.firstIndex { $0.attributes.isRule }
    let answer = back.runs[(rule.map { $0 + 1 } ?? 0)...]
    self.init(
      question: StyledLine.lines(ReadableText(html: card.question(askingWith: "")).runs[...]),
      answer: StyledLine.lines(answer), expectedTyping: card.expected, flag: flag)
    countsMarks = card.typed?.mode != .ignoringMarks
  }
}
