/// A text with gaps, `{{c1::Paris}}` or `{{c1::Paris::a city}}`, as Anki writes them.
package struct Cloze: Equatable, Sendable {
  /// The text with `[…]`, or the hint, in place of every gap.
  package let question: String
  /// The text with the gaps filled.
  package let answer: String
  /// How many gaps it has.
  package let gapCount: Int

  /// Reads a text. What only looks like a gap stays as it is.
  package init(_ text: String) {
    var question = ""
    var answer = ""
    var count = 0
    var rest = Substring(text)
    while let open = rest.firstRange(of: "{{") {
      let inside = rest[open.upperBound...]
      guard let close = inside.firstRange(of: "}}"),
        let gap = Self.gap(inside[..<close.lowerBound])
      else {
        question += rest[..<open.upperBound]
        answer += rest[..<open.upperBound]
        rest = inside
        continue
      }
      question += rest[..<open.lowerBound] + "[\(gap.hint ?? "…")]"
      answer += rest[..<open.lowerBound] + gap.text
      count += 1
      rest = inside[close.upperBound...]
    }
    self.question = question + rest
    self.answer = answer + rest
    gapCount = count
  }

  private static func gap(_ inside: Substring) -> (text: String, hint: String?)? {
    guard let mark = inside.firstRange(of: "::") else { return nil }
    let number = inside[..<mark.lowerBound]
    guard number.first == "c", number.count > 1,
      number.dropFirst().allSatisfy({ ("0"..."9").contains($0) })
    else { return nil }
    let content = inside[mark.upperBound...]
    guard let second = content.firstRange(of: "::") else { return (String(content), nil) }
    return (String(content[..<second.lowerBound]), String(content[second.upperBound...]))
  }
}

extension Card {
  /// What is shown first: the front, or the text with its gaps.
  package var question: Text { kind == "cloze" ? Text(Cloze(front.string).question) : front }

  /// What is shown then: the back, or the text with its gaps filled, and what was added to it.
  package var answer: Text {
    guard kind == "cloze" else { return back }
    let filled = Cloze(front.string).answer
    return Text(back.isEmpty ? filled : filled + "\n\n" + back.string)
  }
}
