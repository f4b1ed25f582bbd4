import Daybook
import DaybookConsole
import DaybookEvents
import DaybookSync

/// Shows things as they are at a time: all about one, or what became of some.
struct ThingReport {
  private let store: Store
  private let arguments: StoreArguments
  private let output: Output
  private let time: PastTime?
  private let now: Int64
  private let studyDay: Int
  private let lines: ThingLines

  init(_ store: Store, _ arguments: StoreArguments, at time: PastTime? = nil) throws {
    self.store = store
    self.time = time
    self.arguments = arguments
    output = arguments.output
    let reading = TimeReading(store)
    now = try reading.present(time)
    studyDay = try store.studyDay(at: now, in: time)
    lines = ThingLines(output, clock: reading.clock, now: now, studyDay: studyDay)
  }

  /// Shows everything about the thing that a word names.
  func show(_ word: Word, as kind: ThingKind? = nil) throws {
    let id =
      try kind.map { try arguments.choose(word, as: $0, in: store, at: time) }
      ?? store.resolve(word, at: time)
    for thing in try snapshots([id], at: time) {
      let named = thing.conflicts.flatMap { [$0.entity] + $0.namedThings }
      let labels = try store.labels(of: named, at: time)
      let conflicts = thing.conflicts.map { ConflictView($0, labels: labels) }
      let sync =
        time == nil
        ? try store.sync(
          of: id, isDeleted: thing.isDeleted, isContested: !thing.conflicts.isEmpty) : []
      let more = time == nil ? [("sync", JSON.array(sync.map(\.json)))] : []
      output.show(lines.json(thing, conflicts: conflicts, with: more)) {
        lines.details(thing) + sync.compactMap(\.line)
      }
    }
  }

  /// Says what became of one thing: the thing as JSON, or a line that may end in a remark.
  func confirm(
    _ id: EntityID, _ verb: String, remark: String = "", with more: [(String, JSON)] = []
  ) throws {
    for thing in try snapshots([id]) {
      output.show(lines.json(thing, with: more)) { [lines.line(verb, thing) + remark] }
    }
  }

  /// Says what became of the cards of one note: the first as JSON, with the ids of all, or a line
  /// each.
  func confirm(_ cards: [EntityID], _ verb: String) throws {
    let things = try snapshots(cards)
    guard let first = things.first else { return }
    output.show(lines.json(first, with: [("cards", .array(cards.map { .id($0) }))])) {
      things.map { lines.line(verb, $0) }
    }
  }

  /// Says what became of one thing: the thing as JSON, or a line around its short id.
  func confirm(_ id: EntityID, _ line: (String) -> String) throws {
    for thing in try snapshots([id]) {
      output.show(lines.json(thing)) { [line(output.style.marked(thing.handle, .cyan))] }
    }
  }

  /// Says what became of several things, and which of them were so already.
  func confirm(
    _ ids: [EntityID], changed: [EntityID], _ verb: String, already: String
  ) throws {
    let things = try snapshots(ids)
    let members = things.map { thing in
      JSON.object([
        ("thing", .string(thing.kind.name)), ("id", .id(thing.id)),
        ("label", .text(thing.label.bytes)), ("deleted", .bool(thing.isDeleted)),
        ("changed", .bool(changed.contains(thing.id))),
      ])
    }
    let document: JSON = [
      "schema": "daybook.things/1", "things": .array(members),
      "total": .integer(Int64(things.count)),
    ]
    output.show(document) {
      things.map { lines.line(changed.contains($0.id) ? verb : already, $0) }
    }
  }

  /// Says what became of several items: the items as JSON, or a line each with a remark.
  func confirmItems(
    _ ids: [EntityID], _ words: (Item) -> (verb: String, remark: String)
  ) throws {
    let things = try snapshots(ids)
    let document: JSON = [
      "schema": "daybook.items/1", "items": .array(things.map { lines.members($0) }),
      "total": .integer(Int64(things.count)),
    ]
    output.show(document) {
      things.map { thing in
        guard case .item(let item) = thing.content else { return "" }
        let (verb, remark) = words(item)
        return lines.line(verb, thing) + "  " + VisibleText.line(remark)
      }
    }
  }

  private func snapshots(
    _ ids: [EntityID], at time: PastTime? = nil
  ) throws -> [ThingSnapshot] {
    try store.snapshots(of: ids, at: time, now: now, studyDay: studyDay)
  }
}
