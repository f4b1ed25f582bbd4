package import Daybook
package import DaybookEvents

extension JSON {
  /// A moment as ISO 8601 with its offset.
  package static func time(_ milliseconds: Int64, offsetMinutes: Int) -> JSON {
    .string(ZonedTime(milliseconds: milliseconds, offsetMinutes: offsetMinutes).description)
  }

  /// A due: a date, or a moment where the person is.
  package static func time(_ value: TimeValue?, _ clock: LocalClock) -> JSON {
    switch value {
    case .date(let date): .string(date.description)
    case .instant(let milliseconds): .string(clock.zoned(milliseconds).description)
    case nil: .null
    }
  }

  /// An id in full.
  package static func id(_ id: EntityID) -> JSON { .string(id.description) }

  /// A register's value.
  package static func value(_ value: FieldValue, _ clock: LocalClock) -> JSON {
    switch value {
    case .none: .null
    case .text(let text): .text(text.bytes)
    case .number(let number): .integer(number)
    case .flag(let flag): .bool(flag)
    case .time(let time): .time(time, clock)
    case .moment(let milliseconds, let offset): .time(milliseconds, offsetMinutes: offset)
    case .id(let id): .id(id)
    case .fields(let fields): .object(fields.map { ($0.name, .value($0.value, clock)) })
    }
  }
}
