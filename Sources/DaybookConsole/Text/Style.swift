/// Colour and weight for people, and nothing at all for programs.
package struct Style: Equatable, Sendable {
  /// One way of marking text, by its ANSI codes (ECMA-48, select graphic rendition).
  package enum Mark: Sendable {
    /// Heavier letters.
    case bold
    /// Fainter letters, for what matters less.
    case dim
    /// A line below the letters.
    case underlined
    /// Slanted letters.
    case italic
    /// A line through the letters.
    case struck
    /// For what went wrong or is overdue.
    case red
    /// For what went well.
    case green
    /// For what wants attention.
    case yellow
    /// For names and headings.
    case blue
    /// For ids.
    case cyan

    fileprivate var codes: (on: String, off: String) {
      switch self {
      case .bold: ("1", "22")
      case .dim: ("2", "22")
      case .underlined: ("4", "24")
      case .italic: ("3", "23")
      case .struck: ("9", "29")
      case .red: ("31", "39")
      case .green: ("32", "39")
      case .yellow: ("33", "39")
      case .blue: ("34", "39")
      case .cyan: ("36", "39")
      }
    }
  }

  /// Whether marks are written.
  package let isEnabled: Bool

  /// A style that always or never writes marks.
  package init(isEnabled: Bool) { self.isEnabled = isEnabled }

  /// A style for one output stream: marks are written on a terminal that can show them, unless
  /// the person asked for none.
  ///
  /// - Parameters:
  ///   - isTerminal: Whether this stream, not another, ends at a terminal.
  ///   - noColor: Whether `--no-color` was given.
  ///   - environment: Looks up a variable: `NO_COLOR`, which counts unless it is empty
  ///     (no-color.org), and `TERM`, where `dumb` and nothing both mean a plain terminal.
  package init(isTerminal: Bool, noColor: Bool, environment: (String) -> String?) {
    let refused = noColor || !(environment("NO_COLOR") ?? "").isEmpty
    let terminal = environment("TERM") ?? ""
    isEnabled = isTerminal && !refused && !terminal.isEmpty && terminal != "dumb"
  }

  /// Text without marks, for pipes and files.
  package static let plain = Style(isEnabled: false)

  /// `text` between the codes of `marks`, or as it is where marks are off or the text is empty.
  /// Text from notes must have passed ``VisibleText``.
  package func marked(_ text: String, _ marks: Mark...) -> String { marked(text, marks) }

  /// `text` between the codes of `marks`, as ``marked(_:_:)``.
  package func marked(_ text: String, _ marks: [Mark]) -> String {
    guard isEnabled, !text.isEmpty else { return text }
    return marks.reversed().reduce(text) { inner, mark in
      "\u{1B}[\(mark.codes.on)m\(inner)\u{1B}[\(mark.codes.off)m"
    }
  }
}
