/// One line of a screen: pieces of text, each with its marks. Text from notes must have passed
/// ``VisibleText``.
package struct StyledLine: Equatable, Sendable {
  /// Text with the same marks throughout.
  package struct Run: Equatable, Sendable {
    /// The text.
    package var text: String
    /// How it is marked where colour is on.
    package var marks: [Style.Mark]

    /// A run.
    package init(text: String, marks: [Style.Mark]) {
      self.text = text
      self.marks = marks
    }
  }

  /// From left to right; none is empty.
  package private(set) var runs: [Run] = []

  /// An empty line.
  package init() {}

  /// A line of one run.
  package init(_ text: String, _ marks: Style.Mark...) { append(text, marks) }

  /// A line of one run.
  package init(_ text: String, marks: [Style.Mark]) { append(text, marks) }

  /// Adds text at the end.
  package mutating func append(_ text: String, _ marks: [Style.Mark] = []) {
    guard !text.isEmpty else { return }
    if let last = runs.last, last.marks == marks {
      runs[runs.count - 1].text += text
    } else {
      runs.append(Run(text: text, marks: marks))
    }
  }

  /// One line after another.
  package static func + (first: Self, second: Self) -> Self {
    second.runs.reduce(into: first) { $0.append($1.text, $1.marks) }
  }

  /// The text without marks.
  package var text: String { runs.map(\.text).joined() }

  /// How many cells it takes. O(n).
  package var width: Int { runs.reduce(0) { $0 + $1.text.displayWidth } }

  /// The line after some spaces; the same for none.
  package func indented(by count: Int) -> Self {
    runs.isEmpty ? self : StyledLine(String(repeating: " ", count: max(0, count))) + self
  }

  /// The line cut to `width` cells, with `…` where something was cut.
  package func truncated(to width: Int) -> Self {
    guard self.width > width else { return self }
    var line = StyledLine()
    var room = width
    for run in runs {
      let text = run.text
      // One cell stays for the sign that something is missing.
      let cut = text.displayWidth > room - 1 ? (text + " ").truncated(toDisplayWidth: room) : text
      line.append(cut, run.marks)
      guard cut == text else { break }
      room -= text.displayWidth
    }
    return line
  }

  /// The line as a terminal gets it.
  package func rendered(_ style: Style) -> String {
    runs.map { style.marked($0.text, $0.marks) }.joined()
  }
}

extension StyledLine {
  /// Lines of a text that may have several. Tabs become spaces; separators of lines count as what
  /// they are called.
  package static func lines(_ text: String, _ marks: Style.Mark...) -> [StyledLine] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
      StyledLine(String($0).replacing("\t", with: "    "), marks: marks)
    }
  }
}
