package import Daybook

extension StyledLine {
  /// Lines of readable text, without empty ones at either end.
  package static func lines(_ runs: ArraySlice<StyledRun>) -> [StyledLine] {
    var lines = [StyledLine()]
    for run in runs {
      let marks = run.attributes.marks
      let parts = VisibleText.lines(run.text).replacing("\t", with: "    ")
        .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      for (index, part) in parts.enumerated() {
        if index > 0 { lines.append(StyledLine()) }
        lines[lines.count - 1].append(String(part), marks)
      }
    }
    let isEmpty = { (line: StyledLine) in line.runs.isEmpty }
    let kept = lines.drop(while: isEmpty).reversed().drop(while: isEmpty).reversed()
    return kept.isEmpty ? [StyledLine()] : Array(kept)
  }

  /// What was typed against what was expected: one line where they agree, else two. Signs and
  /// hyphens tell it as well as colours do.
  package static func lines(_ comparison: TypedAnswer) -> [StyledLine] {
    let expected = StyledLine("= ", .dim) + line(comparison.expected)
    guard !comparison.isCorrect else { return [StyledLine("✓ ", .green) + line(comparison.typed)] }
    guard comparison.typed.contains(where: { $0.kind != .missing }) else { return [expected] }
    return [StyledLine("✗ ", .red) + line(comparison.typed), expected]
  }

  private static func line(_ runs: [TypedAnswer.Run]) -> StyledLine {
    runs.reduce(into: StyledLine()) { line, run in
      let marks: [Style.Mark] =
        switch run.kind {
        case .good: [.green]
        case .bad: [.red, .struck]
        case .missing: [.yellow, .underlined]
        }
      line.append(VisibleText.line(run.text), marks)
    }
  }
}

extension TextAttributes {
  /// What a terminal can show of it.
  fileprivate var marks: [Style.Mark] {
    var marks: [Style.Mark] = []
    if isBold || isCloze { marks.append(.bold) }
    if isItalic { marks.append(.italic) }
    if isUnderlined { marks.append(.underlined) }
    if isStruck { marks.append(.struck) }
    if isRule { marks.append(.dim) }
    if isCloze { marks.append(.blue) } else if let mark = color?.mark { marks.append(mark) }
    return marks
  }
}

extension TextColor {
  /// The nearest of a terminal's own colours, which suit its background; nil for greys, and for
  /// what is near none.
  fileprivate var mark: Style.Mark? {
    let (most, least) = (max(red, green, blue), min(red, green, blue))
    guard most - least >= 64 else { return nil }
    // A part counts from the middle between the least and the most.
    let middle = UInt8((Int(most) + Int(least)) / 2)
    return switch (red > middle, green > middle, blue > middle) {
    case (true, false, false): .red
    case (false, true, false): .green
    case (false, false, true): .blue
    case (true, true, false): .yellow
    case (false, true, true): .cyan
    default: nil
    }
  }
}
