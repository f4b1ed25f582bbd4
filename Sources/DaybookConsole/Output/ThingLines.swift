package import Daybook
import DaybookEvents

/// Any thing as JSON and as lines for people.
package struct ThingLines {
  private let output: Output
  private let clock: LocalClock
  private let now: Int64
  private let studyDay: Int

  /// Shows things for an output, at a time, where the person is.
  package init(_ output: Output, clock: LocalClock, now: Int64, studyDay: Int) {
    self.output = output
    self.clock = clock
    self.now = now
    self.studyDay = studyDay
  }

  /// `daybook.item/1`, `daybook.collection/1`, `daybook.deck/1` or `daybook.card/1`; with
  /// conflicts where they are given.
  package func json(
    _ thing: ThingSnapshot, conflicts: [ConflictView]? = nil, with more: [(String, JSON)] = []
  ) -> JSON {
    var members = [("schema", JSON.string("daybook.\(thing.kind.name)/1"))]
    members += self.members(of: thing)
    if let conflicts, thing.kind != .card {
      members.append(("conflicts", .array(conflicts.map { $0.json(clock) })))
    }
    return .object(members + more)
  }

  /// The same without schema and conflicts: an element of a list.
  package func members(_ thing: ThingSnapshot) -> JSON { .object(members(of: thing)) }

  private func members(of thing: ThingSnapshot) -> [(String, JSON)] {
    switch thing.content {
    case .item(let item): item.members(clock)
    case .collection(let collection, let items):
      [
        ("id", .id(collection.id)), ("name", .text(collection.name.bytes)),
        ("deleted", .bool(collection.isDeleted)),
        ("joinedInto", collection.joinedInto.map { .id($0) } ?? .null),
        ("items", .array(items.map { .object($0.value.members(clock)) })),
        ("total", .integer(Int64(items.count))),
      ]
    case .deck(let deck):
      deck.members + [
        ("deleted", .bool(deck.isDeleted)),
        ("joinedInto", deck.joinedInto.map { .id($0) } ?? .null),
      ]
    case .card(let card, _): card.members(clock, studyDay: studyDay)
    case .note(let note, let cards):
      note.members(clock) + [("cards", .array(cards.map { .id($0.value.id) }))]
    case .custom(let thing): thing.members(clock)
    case .plain(let thing): members(of: thing)
    }
  }

  /// Everything about it.
  package func details(_ thing: ThingSnapshot) -> [String] {
    let itemLines = ItemLines(output, clock: clock, now: now)
    let cardLines = CardLines(output, clock: clock, studyDay: studyDay)
    switch thing.content {
    case .item(let item):
      return itemLines.details(item, handle: thing.handle, conflicts: thing.conflicts.count)
    case .collection(_, let items):
      let table = itemLines.table(items.map { ($0.handle, $0.value) })
      return head(thing) + [""] + (table.isEmpty ? ["Nothing in it yet."] : table)
    case .deck(let deck):
      return head(thing) + [
        "", "\(deck.total) cards: \(deck.due) due, \(deck.learning) learning, \(deck.new) new",
      ]
    case .card(let card, let itemHandle):
      return cardLines.details(card, handle: thing.handle, itemHandle: itemHandle)
    case .note(let note, let cards):
      return head(thing) + NoteLines(output).details(note)
        + [""] + cardLines.table(cards.map { ($0.handle, $0.value) })
    case .custom(let custom): return head(thing) + [""] + custom.lines
    case .plain(let plain):
      let values = ValueText(clock)
      return head(thing) + [""] + plain.values.map { "\($0.name)  \(values.line($0.value))" }
    }
  }

  private func members(of thing: PlainThing) -> [(String, JSON)] {
    [("id", .id(thing.id))] + thing.values.map { ($0.name, JSON.value($0.value, clock)) }
      + [
        ("createdAt", .string(thing.createdAt.description)),
        ("editedAt", .string(thing.editedAt.description)), ("deleted", .bool(thing.isDeleted)),
      ]
  }

  private func kind(of thing: ThingSnapshot) -> String {
    guard case .custom(let custom) = thing.content, !custom.isErased else {
      return thing.kind.name
    }
    return VisibleText.line(custom.kind.name)
  }

  private func head(_ thing: ThingSnapshot) -> [String] {
    let style = output.style
    var lines = [
      style.marked(VisibleText.line(thing.label.bytes), .bold),
      "\(kind(of: thing)) \(thing.handle)  (\(thing.id))",
    ]
    if let other = thing.joinedInto {
      lines.append("joined into \(other.handleDigits.prefix(8))")
    } else if thing.isDeleted {
      lines.append("deleted")
    }
    if !thing.conflicts.isEmpty {
      lines.append(
        "conflicts \(thing.conflicts.count), see: daybook conflicts show \(thing.handle)")
    }
    return lines
  }

  /// What became of it, in one line: "Deleted 7f3a  Buy seeds".
  package func line(_ verb: String, _ thing: ThingSnapshot) -> String {
    let label = VisibleText.line(thing.label.bytes).truncated(toDisplayWidth: 60)
    let handle = output.style.marked(thing.handle, .cyan)
    return "\(verb) \(handle)" + (label.isEmpty ? "" : "  \(label)")
  }
}
