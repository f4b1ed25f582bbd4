package import Daybook
package import DaybookEvents

/// A register's value in a line.
package struct ValueText: Sendable {
  private let times: TimeText

  /// Shows times where the person is, or where they were written.
  package init(_ clock: LocalClock, _ zone: ShownZone = .reader) {
    times = TimeText(clock, zone)
  }

  /// The value, made safe for a terminal.
  package func line(_ value: FieldValue) -> String {
    switch value {
    case .none: "(none)"
    case .text(let text): text.isEmpty ? "(empty)" : VisibleText.line(text.bytes)
    case .number(let number): "\(number)"
    case .flag(let flag): flag ? "yes" : "no"
    case .time(.date(let date)): date.description
    case .time(.instant(let milliseconds)): times.text(milliseconds)
    case .moment(let milliseconds, let offset):
      times.text(ZonedTime(milliseconds: milliseconds, offsetMinutes: offset))
    case .id(let id): String(id.handleDigits.prefix(8))
    case .fields where value.joinedInto != nil: line(value, naming: [:])
    case .fields(let fields):
      fields.map { "\($0.name) \(line($0.value))" }.joined(separator: ", ")
    }
  }

  /// The same, with things by what they are called.
  package func line(_ value: FieldValue, naming labels: [EntityID: Text]) -> String {
    func name(_ id: EntityID) -> String {
      guard let label = labels[id], !label.isEmpty else { return line(.id(id)) }
      return VisibleText.line(label.bytes)
    }
    if let other = value.joinedInto { return "joined into \(name(other))" }
    guard case .id(let id) = value else { return line(value) }
    return name(id)
  }
}
