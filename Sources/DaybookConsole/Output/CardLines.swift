package import Daybook
import DaybookEvents

/// Cards and decks as people see them in a terminal.
package struct CardLines {
  private let output: Output
  private let clock: LocalClock
  private let studyDay: Int

  /// Prints for an output, with times where the person is.
  package init(_ output: Output, clock: LocalClock, studyDay: Int) {
    self.output = output
    self.clock = clock
    self.studyDay = studyDay
  }

  /// A table of cards with their short ids; nothing for none.
  package func table(_ cards: [(handle: String, card: Card)]) -> [String] {
    guard !cards.isEmpty else { return [] }
    var columns = Columns(
      ["id", "deck", "state", "due", "front"].map { Columns.Column($0) }, shrinking: 4)
    for (handle, card) in cards {
      columns.append([
        Columns.Cell(handle, .cyan), Columns.Cell(VisibleText.line(card.deckName.bytes), .blue),
        Columns.Cell(([state(card)] + marks(card)).joined(separator: ", ")),
        Columns.Cell(due(card)),
        Columns.Cell(VisibleText.line(card.question.bytes)),
      ])
    }
    return columns.lines(width: output.width, style: output.style)
  }

  /// One card with everything about it.
  package func details(_ card: Card, handle: String, itemHandle: String?) -> [String] {
    let style = output.style
    var lines = [style.marked(VisibleText.line(card.question.bytes), .bold)]
    lines += facts(card, handle: handle, itemHandle: itemHandle).map { $0.rendered(style) }
    return lines + ["", VisibleText.lines(card.answer.bytes)]
  }

  /// What is known of a card besides its two sides, a line each.
  package func facts(_ card: Card, handle: String, itemHandle: String?) -> [StyledLine] {
    var lines: [StyledLine] = []
    func add(_ name: String, _ value: String) {
      guard !value.isEmpty else { return }
      let label = name + String(repeating: " ", count: max(1, 16 - name.count))
      lines.append(StyledLine(label, .dim) + StyledLine(VisibleText.line(value)))
    }
    add("id", "\(handle)  (\(card.id))")
    add("deck", card.deckName.string)
    add("state", state(card))
    add("due", due(card))
    if let stability = card.stability, let difficulty = card.difficulty {
      add("interval", card.intervalDays == 0 ? "" : Self.days(card.intervalDays))
      add("stability", "\(Self.rounded(stability)) days")
      add("difficulty", "\(Self.rounded(difficulty)) of 10")
      let recall = card.retrievability(onStudyDay: studyDay)
      add("recall today", recall.map { "\(Int(($0 * 100).rounded())) %" } ?? "")
      add("reviews", "\(card.reviews), forgotten \(card.lapses)")
    }
    add("made from", itemHandle ?? "")
    add("tags", card.tags.map { "#" + $0 }.joined(separator: " "))
    let changed = card.isChangedSinceReview ? ["changed since its last review"] : []
    add("marks", (marks(card) + changed).joined(separator: ", "))
    return lines
  }

  /// A table of decks; nothing for none.
  package func table(_ decks: [(handle: String, deck: DeckSummary)]) -> [String] {
    guard !decks.isEmpty else { return [] }
    var columns = Columns(
      [Columns.Column("id"), Columns.Column("deck")]
        + ["new", "learning", "due", "total"].map { Columns.Column($0, alignment: .right) },
      shrinking: 1)
    for (handle, deck) in decks {
      columns.append([
        Columns.Cell(handle, .cyan), Columns.Cell(VisibleText.line(deck.name.bytes)),
        Columns.Cell("\(deck.new)"), Columns.Cell("\(deck.learning)"),
        deck.due > 0 ? Columns.Cell("\(deck.due)", .yellow) : Columns.Cell("0"),
        Columns.Cell("\(deck.total)"),
      ])
    }
    return columns.lines(width: output.width, style: output.style)
  }

  /// How long until a card comes back, as in "10 minutes" or "8 days".
  package func wait(_ due: TimeValue?, now: Int64) -> String {
    switch due {
    case .instant(let milliseconds):
      let minutes = max(0, (milliseconds - now + 30_000) / 60_000)
      return minutes == 1 ? "1 minute" : "\(minutes) minutes"
    case .date(let date): return Self.days(max(0, date.daysSince1970 - studyDay))
    case nil: return "now"
    }
  }

  /// What is special about a card now.
  private func marks(_ card: Card) -> [String] {
    var marks: [String] = []
    if card.flag > 0 { marks.append("flag \(card.flag)") }
    if card.isBuried(onStudyDay: studyDay) { marks.append("buried") }
    if card.isLeech { marks.append("leech") }
    return marks
  }

  private static func days(_ count: Int) -> String { count == 1 ? "1 day" : "\(count) days" }

  private static func rounded(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  private func state(_ card: Card) -> String {
    if card.isDeleted { return "deleted" }
    return card.isSuspended ? "suspended" : card.state
  }

  private func due(_ card: Card) -> String {
    switch card.due {
    case .date(let date): date.description
    case .instant(let milliseconds): TimeText(clock).text(milliseconds)
    case nil: ""
    }
  }
}
