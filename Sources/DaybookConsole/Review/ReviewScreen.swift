package import DaybookSystem

/// Everything the full-screen face of a review shows, as a value. What it looks like is
/// ``layout(_:)``; nothing here knows a store or a terminal.
package struct ReviewScreen: Equatable, Sendable {
  /// A grade that can be given, and when the card would come back.
  package struct Button: Equatable, Sendable {
    /// The key.
    package let number: Int
    /// What it says: "again".
    package let name: String
    /// A short interval: "10m".
    package let interval: String

    /// A button.
    package init(number: Int, name: String, interval: String) {
      self.number = number
      self.name = name
      self.interval = interval
    }
  }

  /// A page that covers the card.
  package struct Page: Equatable, Sendable {
    /// What it is about.
    package let title: String
    /// What it says.
    package let lines: [StyledLine]

    /// A page.
    package init(title: String, lines: [StyledLine]) {
      self.title = title
      self.lines = lines
    }
  }

  /// The deck of the card, made visible.
  package var deckName = ""
  /// What is left, the card that shows included.
  package var left = ReviewCounts()
  /// Which of these the card that shows is one of.
  package var line = ReviewCounts.Line.new
  /// How many answers were given.
  package var done = 0
  /// The card's flag, 0 to 7; 0 is none.
  package var flag = 0
  /// What is asked.
  package var question: [StyledLine] = []
  /// What is answered; nil while only the question shows.
  package var answer: [StyledLine]?
  /// What is being typed; nil for a card that asks for no typing.
  package var field: LineEditor?
  /// Whether keys go to the field.
  package var isTyping = false
  /// The grades; none while only the question shows.
  package var buttons: [Button] = []
  /// Something to say; nil shows what keys there are.
  package var message: String?
  /// What covers the card.
  package var page: Page?
  /// How many lines of the card, or of the page, are above the first one that shows.
  package var scroll = 0

  /// Nothing to show yet.
  package init() {}

  /// What a screen of a size looks like.
  package struct Layout: Equatable, Sendable {
    /// What it shows.
    package let frame: Frame
    /// The scroll it shows, which is within what there is.
    package let scroll: Int
    /// How many lines of the card or page it has room for.
    package let height: Int
  }

  /// The least size that shows a card.
  package static let leastColumns = 20
  /// The least size that shows a card.
  package static let leastRows = 6

  /// Lays the screen out: a header, the card or a page, the grades, and a line for messages. No
  /// line is wider than the size. O(n) in the text of the card.
  package func layout(_ size: Terminal.Size) -> Layout {
    guard size.columns >= Self.leastColumns, size.rows >= Self.leastRows else {
      let hint = StyledLine("Please make this window larger.").truncated(to: max(1, size.columns))
      return Layout(frame: Frame(lines: [hint]), scroll: 0, height: 1)
    }
    let header = headerLines(size)
    let body = page.map { bodyOfPage($0, size) } ?? bodyOfCard(size)
    let grades = page == nil ? gradeLines(size.columns) : []
    let hasRule = size.rows >= 8
    let height = size.rows - header.count - grades.count - (hasRule ? 2 : 1)
    let last = max(0, body.lines.count - height)
    let scroll = min(max(0, self.scroll), last)
    let padding = min(body.padding(height), max(0, height - body.lines.count))
    var lines = header
    lines += Array(repeating: StyledLine(), count: padding)
    lines += body.lines[scroll...].prefix(height)
    lines += Array(repeating: StyledLine(), count: max(0, header.count + height - lines.count))
    let hidden = last - scroll
    if hasRule { lines.append(rule(size.columns, above: scroll, below: hidden)) }
    lines += grades
    lines.append(statusLine(size.columns, isCut: !hasRule && last > 0, below: hidden))
    let cursor = body.cursor.flatMap { place -> Frame.Place? in
      let row = place.row - scroll
      guard (0..<height).contains(row) else { return nil }
      return Frame.Place(row: header.count + padding + row, column: place.column)
    }
    return Layout(
      frame: Frame(lines: lines.map { $0.truncated(to: size.columns) }, cursor: cursor),
      scroll: scroll, height: height)
  }

  /// The scroll at which the beginning of the answer shows, with as much of the question above
  /// it as there is room for.
  package func scrollToAnswer(_ size: Terminal.Size) -> Int {
    let layout = layout(size)
    guard size.columns >= Self.leastColumns, answer != nil else { return 0 }
    let body = bodyOfCard(size)
    return max(0, min(body.answerStart - layout.height / 3, body.lines.count - layout.height))
  }
}

/// How many cards are left, in the three lines they wait in.
package struct ReviewCounts: Equatable, Sendable {
  /// One of the lines.
  package enum Line: Sendable {
    /// Never reviewed.
    case new
    /// On steps.
    case learning
    /// Learned, and due.
    case due
  }

  /// Cards never reviewed.
  package var new = 0
  /// Cards on steps.
  package var learning = 0
  /// Cards that are due.
  package var due = 0

  /// Counts of the three.
  package init(new: Int = 0, learning: Int = 0, due: Int = 0) {
    self.new = new
    self.learning = learning
    self.due = due
  }

  /// All of them.
  package var total: Int { new + learning + due }

  /// Counts one more.
  package mutating func add(_ line: Line) {
    switch line {
    case .new: new += 1
    case .learning: learning += 1
    case .due: due += 1
    }
  }
}
