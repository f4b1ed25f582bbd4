package import Daybook
import DaybookEvents

/// A conflict as it is shown.
package struct ConflictView: Sendable {
  private let conflict: Conflict
  private let labels: [EntityID: ThingLabel]

  /// - Parameter labels: what it is about, and what its values name: what these are called.
  package init(_ conflict: Conflict, labels: [EntityID: ThingLabel]) {
    self.conflict = conflict
    self.labels = labels
  }

  /// An element of `conflicts --json`.
  package func json(_ clock: LocalClock) -> JSON {
    .object([
      ("entity", .id(conflict.entity)), ("register", .string(conflict.field)),
      ("writes", .array(conflict.writes.indices.map { json($0, clock) })),
    ])
  }

  private func json(_ index: Int, _ clock: LocalClock) -> JSON {
    let write = conflict.writes[index]
    var members: [(String, JSON)] = [
      ("event", .string(write.eventName)), ("value", .value(write.value, clock)),
      ("replicaName", .text(write.replicaName.bytes)),
      ("recordedAt", .string(write.recordedAt.description)),
      ("wins", .bool(index == 0)),
    ]
    if let source = conflict.source(of: write) { members.append(("source", .string(source))) }
    return .object(members)
  }

  /// What it is about, then its writes, the one that shows marked.
  package func lines(_ clock: LocalClock, _ output: Output) -> [String] {
    let style = output.style
    let label = labels[conflict.entity]
    let title = [
      style.marked(label?.handle ?? "", .cyan), VisibleText.line(label?.text.bytes ?? []),
      style.marked(VisibleText.line(isAboutLife ? "what became of it" : conflict.field), .bold),
    ].joined(separator: "  ")
    let values = ValueText(clock, output.zone)
    let times = TimeText(clock, output.zone)
    return [title]
      + conflict.writes.enumerated().map { index, write in
        let mark = index == 0 ? style.marked("shows", .green) : style.marked("other", .yellow)
        let when = times.text(write.recordedAt)
        return "  \(mark)  \(text(write.value, values))  "
          + style.marked("\(origin(of: write)) \(when)  \(write.eventName)", .dim)
      }
  }

  /// Who said it: a machine, or the source of an import there.
  private func origin(of write: Conflict.Write) -> String {
    let replica = VisibleText.line(write.replicaName.bytes)
    return conflict.source(of: write).map { "\(VisibleText.line($0)), imported on \(replica)" }
      ?? replica
  }

  private var isAboutLife: Bool { conflict.key.field == .life }

  /// A value; a thing by what it is called.
  private func text(_ value: FieldValue, _ values: ValueText) -> String {
    isAboutLife && value == .text("live")
      ? "is there" : values.line(value, naming: labels.mapValues(\.text))
  }
}
