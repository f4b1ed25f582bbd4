package import Daybook
import DaybookEvents

/// A register's value in a line.
package struct ValueText: Sendable {
  private let clock: LocalClock

  /// Shows times where the person is.
  package init(_ clock: LocalClock) { self.clock = clock }

  /// The value, made safe for a terminal.
  package func line(_ value: FieldValue) -> String {
    switch value {
    case .none: "(none)"
    case .text(let text): text.isEmpty ? "(empty)" : VisibleText.line(text.bytes)
    case .number(let number): "\(number)"
    case .flag(let flag): flag ? "yes" : "no"
    case .time(.date(let date)): date.description
    case .time(.instant(let milliseconds)): moment(clock.zoned(milliseconds))
    case .moment(let milliseconds, let offset):
      moment(ZonedTime(milliseconds: milliseconds, offsetMinutes: offset))
    case .id(let id): String(id.handleDigits.prefix(8))
    case .fields(let fields):
      fields.map { "\($0.name) \(line($0.value))" }.joined(separator: ", ")
    }
  }

  private func moment(_ time: ZonedTime) -> String {
    String(time.description.prefix(16)).replacing("T", with: " ")
  }
}
