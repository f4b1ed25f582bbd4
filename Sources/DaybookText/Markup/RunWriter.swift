/// Puts readable text together: white space as browsers collapse it, lines, list indents.
struct RunWriter {
  private(set) var runs: [StyledRun] = []
  private var text = ""
  private var textAttributes = TextAttributes()
  /// Line feeds that come before the next text.
  private var lineFeeds = 0
  private var wantsSpace = false
  private var isLineEmpty = true
  private var isEmpty = true
  /// What the next line begins with, in place of its indent.
  private var bullet: String?
  /// Spaces before every line.
  var indent = 0
  /// Inside a table cell, lines become spaces.
  var isInCell = false

  /// More lines than this in a row are not left empty.
  private static let mostLineFeeds = 3

  /// Writes a text whose white space stands for single spaces.
  mutating func write(_ text: String, _ attributes: TextAttributes) {
    for scalar in text.unicodeScalars {
      if scalar.isASCII, UInt8(ascii: scalar).isSpace {
        wantsSpace = true
      } else {
        put(scalar, attributes)
      }
    }
  }

  /// Writes a text whose line feeds and spaces count.
  mutating func writePreformatted(_ text: String, _ attributes: TextAttributes) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": breakLine()
      case "\r": continue
      case "\t": for _ in 0..<4 { put(" ", attributes) }
      default: put(scalar, attributes)
      }
    }
  }

  /// Ends the line, or leaves one empty.
  mutating func breakLine() {
    guard !isInCell else {
      wantsSpace = true
      return
    }
    lineFeeds = min(lineFeeds + 1, Self.mostLineFeeds)
    isLineEmpty = true
  }

  /// Begins a line unless one has just begun; with `isApart`, leaves one empty before it.
  mutating func block(isApart: Bool = false) {
    if !isLineEmpty { breakLine() }
    if isApart && !isInCell && lineFeeds < 2 { lineFeeds = 2 }
  }

  /// Begins a list item with what stands before it.
  mutating func item(_ bullet: String) {
    block()
    self.bullet = bullet
  }

  /// All runs, after the last text.
  mutating func finished() -> [StyledRun] {
    endRun()
    return runs
  }

  private mutating func put(_ scalar: Unicode.Scalar, _ attributes: TextAttributes) {
    // A card's text must not steer the terminal.
    guard !scalar.isControl else { return }
    if isLineEmpty {
      beginLine(attributes)
    } else if wantsSpace {
      append(" ", attributes)
    }
    wantsSpace = false
    append(scalar == "\u{a0}" ? " " : scalar, attributes)
  }

  private mutating func beginLine(_ attributes: TextAttributes) {
    if !isEmpty {
      for _ in 0..<max(lineFeeds, 1) { append("\n", textAttributes) }
    }
    lineFeeds = 0
    isLineEmpty = false
    isEmpty = false
    let bulletWidth = bullet?.unicodeScalars.count ?? 0
    let lead = String(repeating: " ", count: max(0, indent - bulletWidth)) + (bullet ?? "")
    for scalar in lead.unicodeScalars { append(scalar, TextAttributes()) }
    bullet = nil
  }

  private mutating func append(_ scalar: Unicode.Scalar, _ attributes: TextAttributes) {
    if attributes != textAttributes {
      endRun()
      textAttributes = attributes
    }
    text.unicodeScalars.append(scalar)
  }

  private mutating func endRun() {
    if !text.isEmpty { runs.append(StyledRun(text, textAttributes)) }
    text = ""
  }
}

extension Unicode.Scalar {
  /// What a terminal would obey instead of showing: control characters and those that turn the
  /// direction of what follows.
  fileprivate var isControl: Bool {
    switch value {
    case 0..<0x20, 0x7f..<0xa0, 0x202a...0x202e, 0x2066...0x2069: true
    default: false
    }
  }
}
