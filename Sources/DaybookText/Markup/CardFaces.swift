/// The two templates of a card.
package struct CardFaces: Hashable, Sendable {
  /// What is shown first.
  package let front: Template
  /// What is shown then.
  package let back: Template

  /// Reads both templates.
  package init(front: String, back: String) {
    self.front = Template(front)
    self.back = Template(back)
  }

  /// Whether a note has this card: its front shows some field that is not empty.
  ///
  /// Texts of the template and special names do not count. With a template that cannot be read a
  /// note has the card if any field holds something, so that the person sees the problem.
  package func hasCard(_ content: CardContent) -> Bool {
    let filled = content.filledFieldNames
    guard front.problem(forFields: content.fieldNames) == nil else { return !filled.isEmpty }
    return front.shows(front.nodes, content, filled)
  }

  /// The numbers of the cards that a cloze note has, ascending: those of the gaps in the fields
  /// that the front shows with the filter `cloze`, or in any field if that cannot be told.
  package func clozeOrdinals(_ content: CardContent) -> [Int] {
    let names = front.clozeFieldNames
    let known = front.problem(forFields: content.fieldNames) == nil && !names.isEmpty
    let fields = content.fields.filter { !known || names.contains($0.name) }
    return Set(fields.flatMap { ClozeText($0.html).ordinals }).sorted()
  }

  /// The card with the fields filled in.
  package func rendered(_ content: CardContent) -> RenderedCard {
    let names = content.fieldNames
    let (frontProblem, backProblem) = (
      front.problem(forFields: names), back.problem(forFields: names)
    )
    let question =
      frontProblem?.notice(content.fields.prefix(1))
      ?? front.written(content, isQuestion: true, frontSide: "")
    let answer =
      backProblem?.notice(content.fields[...])
      ?? back.written(content, isQuestion: false, frontSide: question)
    let typed = front.typedField ?? back.typedField
    return RenderedCard(
      question: question, answer: answer, typed: typed,
      expected: typed.flatMap { $0.expected(in: content) },
      problems: [frontProblem, backProblem].compactMap(\.self))
  }
}

/// A card as it is shown.
package struct RenderedCard: Hashable, Sendable {
  /// The front, as HTML.
  package let question: String
  /// The back, as HTML.
  package let answer: String
  /// What the person is asked to type, if anything.
  package let typed: TypedField?
  /// What is to be typed, as plain text.
  package let expected: String?
  /// What is wrong with the templates; the sides then show the problem and the fields instead.
  package let problems: [TemplateProblem]

  /// Whether the front shows nothing: its fields are empty, or the gap of a cloze card is not in
  /// the note any more.
  package var isQuestionBlank: Bool { HTMLStripping.isEmpty(question) }

  /// The question with `html` where the answer is typed.
  package func question(askingWith html: String) -> String { replacingMarker(question, html) }

  /// The answer with `html`, the comparison, where the answer was typed.
  package func answer(comparingWith html: String) -> String { replacingMarker(answer, html) }

  /// The first marker is replaced, others (a back that repeats the front's) are dropped.
  private func replacingMarker(_ side: String, _ html: String) -> String {
    guard let marker = typed?.marker, let first = side.firstRange(of: marker) else { return side }
    return side[..<first.lowerBound] + html
      + side[first.upperBound...].replacing(marker, with: "")
  }
}
