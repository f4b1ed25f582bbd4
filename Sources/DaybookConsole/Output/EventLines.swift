package import Daybook
import DaybookEvents

/// Events of the log as JSON and as lines for people.
package struct EventLines {
  private let clock: LocalClock
  private let output: Output

  /// Shows times where the person is.
  package init(_ clock: LocalClock, _ output: Output) {
    self.clock = clock
    self.output = output
  }

  /// The canonical form: the same keys in the same order on every replica.
  package func json(
    _ entry: LogEntry, observed: [(log: String, sequence: UInt64)]
  ) -> JSON {
    let header = entry.header
    var members: [(String, JSON)] = [
      ("id", .string(entry.id)), ("stamp", .string(header.stamp.description)),
      ("recordedAt", .time(header.recordedAt, offsetMinutes: header.offsetMinutes)),
      ("replica", .string(header.replica.description)),
      ("replicaName", .text(entry.replicaName.bytes)),
      ("sequence", .integer(Int64(clamping: header.sequence))),
      ("command", .string(entry.command)), ("kind", .string(entry.kind)),
      ("version", .integer(Int64(header.version))), ("entity", .id(header.entity)),
    ]
    if let second = header.second { members.append(("second", .id(second))) }
    if let batch = header.batch {
      members.append(("batch", .string("\(header.replica):\(batch.first)")))
      members.append(("ruleMade", .bool(header.isRuleMade)))
    }
    if let occurredAt = header.occurredAt {
      members.append(("occurredAt", .time(occurredAt, offsetMinutes: header.offsetMinutes)))
    }
    members.append(("payload", payload(entry)))
    members.append(
      (
        "observed",
        .object(observed.map { ($0.log, .integer(Int64(clamping: $0.sequence))) })
      ))
    return .object(members)
  }

  private func payload(_ entry: LogEntry) -> JSON {
    let entries = entry.description.entries
    var members = entries.filter { !$0.isForeign }.map { ($0.name, JSON.value($0.value, clock)) }
    let foreign = entries.filter(\.isForeign).map { ($0.name, JSON.value($0.value, clock)) }
    if !foreign.isEmpty { members.append(("fields", .object(foreign))) }
    return .object(members)
  }

  /// When, where and what happened in one line, with what else it concerns; then what it says, a
  /// line for each field.
  package func text(
    _ entry: LogEntry, handle: String, label: Text, second: Text = ""
  ) -> [String] {
    let header = entry.header
    let zoned = ZonedTime(
      milliseconds: header.recordedAt, offsetMinutes: header.offsetMinutes)
    let style = output.style
    let head = [
      style.marked(String(zoned.description.prefix(16)).replacing("T", with: " "), .dim),
      VisibleText.line(entry.replicaName.bytes), style.marked(Self.words(entry.kind), .bold),
      style.marked(handle, .cyan),
      VisibleText.line(label.bytes).truncated(toDisplayWidth: 40)
        + (second.isEmpty ? "" : " → " + VisibleText.line(second.bytes)),
      style.marked(entry.id, .dim),
    ].joined(separator: "  ")
    let values = ValueText(clock)
    return [head]
      + entry.description.entries.map { entry in
        let line = "    \(VisibleText.line(entry.name)): \(values.line(entry.value))"
        return output.width.map { line.truncated(toDisplayWidth: $0) } ?? line
      }
  }

  /// `itemEdited` as "item edited".
  static func words(_ kind: String) -> String {
    kind.reduce(into: "") { words, letter in
      if letter.isUppercase { words.append(" ") }
      words.append(contentsOf: letter.lowercased())
    }
  }
}
