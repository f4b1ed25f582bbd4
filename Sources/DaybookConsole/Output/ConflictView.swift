package import Daybook
import DaybookEvents

/// A conflict ready to be shown.
package struct ConflictView: Sendable {
  /// One of its writes.
  package struct Write: Sendable {
    let event: String
    let value: FieldValue
    let replicaName: Text
    let recordedAt: ZonedTime
    let wins: Bool
    let source: String?
  }

  let conflict: Conflict
  let register: String
  let writes: [Write]
  private let labels: [EntityID: Text]

  /// Looks up what a conflict refers to.
  ///
  /// - Parameter labels: what the things that its values name are called.
  package init(
    _ conflict: Conflict, _ moment: Moment, register: String, labels: [EntityID: Text]
  ) {
    self.conflict = conflict
    self.register = register
    self.labels = labels
    writes = conflict.writes.enumerated().map { index, head in
      Write(
        event: moment.shownName(head.event), value: conflict.shownValue(head),
        replicaName: moment.replicaName(head.event.replica), recordedAt: ZonedTime(writingOf: head),
        wins: index == 0,
        source: conflict.source(of: head))
    }
  }

  /// An element of `conflicts --json`.
  package func json(_ clock: LocalClock) -> JSON {
    .object([
      ("entity", .id(conflict.entity)), ("register", .string(register)),
      ("writes", .array(writes.map { Self.json($0, clock) })),
    ])
  }

  private static func json(_ write: Write, _ clock: LocalClock) -> JSON {
    var members: [(String, JSON)] = [
      ("event", .string(write.event)), ("value", .value(write.value, clock)),
      ("replicaName", .text(write.replicaName.bytes)),
      ("recordedAt", .string(write.recordedAt.description)),
      ("wins", .bool(write.wins)),
    ]
    if let source = write.source { members.append(("source", .string(source))) }
    return .object(members)
  }

  /// What it is about, then its writes, the one that shows marked.
  package func lines(handle: String, label: Text, _ clock: LocalClock, _ output: Output) -> [String]
  {
    let style = output.style
    let title = [
      style.marked(handle, .cyan), VisibleText.line(label.bytes),
      style.marked(VisibleText.line(isAboutLife ? "what became of it" : register), .bold),
    ].joined(separator: "  ")
    let values = ValueText(clock, output.zone)
    let times = TimeText(clock, output.zone)
    return [title]
      + writes.map { write in
        let mark = write.wins ? style.marked("shows", .green) : style.marked("other", .yellow)
        let when = times.text(write.recordedAt)
        return "  \(mark)  \(text(write.value, values))  "
          + style.marked("\(Self.origin(of: write)) \(when)  \(write.event)", .dim)
      }
  }

  /// Who said it: a machine, or the source of an import there.
  private static func origin(of write: Write) -> String {
    let replica = VisibleText.line(write.replicaName.bytes)
    return write.source.map { "\(VisibleText.line($0)), imported on \(replica)" } ?? replica
  }

  private var isAboutLife: Bool { conflict.field.field == .life }

  /// A value; a thing by what it is called.
  private func text(_ value: FieldValue, _ values: ValueText) -> String {
    isAboutLife && value == .text("live") ? "is there" : values.line(value, naming: labels)
  }
}
