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
    if entry.stamp != header.stamp {
      members.append(("effectiveStamp", .string(entry.stamp.description)))
    }
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

  /// When, where and to what in one line; then what happened, in a person's words.
  package func text(_ account: EventAccount) -> [String] {
    let header = account.entry.header
    let when = TimeText(clock, output.zone)
      .text(ZonedTime(milliseconds: account.entry.recordedAt, offsetMinutes: header.offsetMinutes))
    let style = output.style
    let label = VisibleText.line(account.label.bytes).truncated(toDisplayWidth: 40)
    let head = [
      style.marked(when, .dim),
      VisibleText.line(account.entry.replicaName.bytes), style.marked(account.handle, .cyan),
      label.isEmpty ? "" : style.marked(label, .bold), style.marked(account.entry.id, .dim),
    ].filter { !$0.isEmpty }.joined(separator: "  ")
    return [head]
      + ChangeWords(clock, style, output.zone).lines(account).map { line in
        let indented = line.indented(by: 4)
        return (output.width.map { indented.truncated(to: $0) } ?? indented).rendered(style)
      }
  }

  /// The name of something that commands take, as it stands out.
  func mark(_ name: String) -> String { output.style.marked(name, .bold) }

  /// A time here, to the minute.
  func time(of milliseconds: Int64) -> String {
    let zoned = ZonedTime(
      milliseconds: milliseconds, offsetMinutes: clock.offsetMinutes(milliseconds))
    return String(zoned.description.prefix(16)).replacing("T", with: " ")
  }

  /// `itemEdited` as "item edited".
  package static func words(_ kind: String) -> String {
    kind.reduce(into: "") { words, letter in
      if letter.isUppercase { words.append(" ") }
      words.append(contentsOf: letter.lowercased())
    }
  }
}
