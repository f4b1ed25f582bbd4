/// A day of the week, numbered as in ISO 8601.
public enum Weekday: Int, CaseIterable, Hashable, Sendable {
  case monday = 1
  case tuesday = 2
  case wednesday = 3
  case thursday = 4
  case friday = 5
  case saturday = 6
  case sunday = 7

  /// Days from this day forward to the next `other`, 0...6.
  package func days(until other: Weekday) -> Int {
    (other.rawValue - rawValue + 7) % 7
  }
}
