package import Daybook
import DaybookEvents

/// What differs between two moments, as JSON and as lines for people.
package struct DifferenceLines {
  private let clock: LocalClock
  private let output: Output

  /// Shows times where the person is.
  package init(_ clock: LocalClock, _ output: Output) {
    self.clock = clock
    self.output = output
  }

  /// The members of `daybook.diff/1` that tell of things.
  package func members(_ difference: StoreDifference) -> [(String, JSON)] {
    [
      ("things", .array(difference.things.map { json($0) })),
      (
        "counts",
        .object(
          StoreDifference.Fate.allCases.map {
            ($0.rawValue, .integer(Int64(difference.count(of: $0))))
          })
      ),
    ]
  }

  private func json(_ thing: StoreDifference.Thing) -> JSON {
    var members: [(String, JSON)] = [
      ("id", .id(thing.id)), ("thing", .string(thing.kind)), ("label", .text(thing.label.bytes)),
      ("change", .string(thing.fate.rawValue)),
      ("fields", .array(thing.fields.map { .change($0, clock) })),
    ]
    if let due = thing.due {
      members.append(("due", ["old": .time(due.old, clock), "new": .time(due.new, clock)]))
    }
    return .object(members)
  }

  /// A line for each thing with what became of it, its changes below, and the counts at the end.
  package func text(_ difference: StoreDifference) -> [String] {
    difference.things.flatMap { text($0) } + [counts(difference)]
  }

  private func text(_ thing: StoreDifference.Thing) -> [String] {
    let (word, mark) = Self.words(thing.fate)
    let style = output.style
    let label = VisibleText.line(thing.label.bytes).truncated(toDisplayWidth: 60)
    let head = [
      style.marked(word, mark), style.marked(thing.handle, .cyan),
      EventLines.words(thing.kind), style.marked(label, .bold),
    ]
    let words = ChangeWords(clock, style, output.zone)
    let isNew = thing.fate == .added || thing.fate == .cameAndWent
    var lines = isNew ? words.given(thing.fields, without: [.title, .name]) : []
    lines += thing.fields.filter { !isNew || $0.row.kind == .membership || $0.row.kind == .reviews }
      .flatMap { words.lines($0) }
    if let due = thing.due { lines.append(StyledLine(Self.words(due, clock))) }
    return [head.filter { !$0.isEmpty }.joined(separator: "  ")]
      + lines.map { $0.indented(by: 4).rendered(style) }
  }

  private static func words(_ due: StoreDifference.DueChange, _ clock: LocalClock) -> String {
    func text(_ time: TimeValue) -> String { ValueText(clock).line(.time(time)) }
    guard let new = due.new else { return "is new again" }
    return due.old.map { "due \(text(new)), was due \(text($0))" } ?? "due \(text(new)), was new"
  }

  private static func words(_ fate: StoreDifference.Fate) -> (String, Style.Mark) {
    switch fate {
    case .added: ("added", .green)
    case .changed: ("changed", .yellow)
    case .deleted: ("deleted", .red)
    case .restored: ("restored", .green)
    case .cameAndWent: ("came and went", .dim)
    }
  }

  private func counts(_ difference: StoreDifference) -> String {
    let parts = StoreDifference.Fate.allCases.compactMap { fate in
      let count = difference.count(of: fate)
      return count > 0 ? "\(count) \(Self.words(fate).0)" : nil
    }
    return parts.isEmpty ? "Nothing differs." : parts.joined(separator: ", ")
  }
}

extension JSON {
  /// One field that got another value; of one among many, which.
  package static func change(_ change: FieldChange, _ clock: LocalClock) -> JSON {
    var members: [(String, JSON)] = [("field", .string(change.name))]
    if let subject = change.subject { members.append(("of", .text(subject.bytes))) }
    members.append(("old", change.old.map { .value($0, clock) } ?? .null))
    members.append(("new", change.new.map { .value($0, clock) } ?? .null))
    return .object(members)
  }
}
