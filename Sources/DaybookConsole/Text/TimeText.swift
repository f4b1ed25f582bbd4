import ArgumentParser
package import Daybook

/// Whose clock shows times.
package enum ShownZone: String, CaseIterable, Sendable, ExpressibleByArgument {
  /// That of whoever reads.
  case reader
  /// That of the machine that wrote.
  case writer
}

/// Times as people see them: the one place where a zone is chosen.
///
/// Machines write with the offset of where they are. Whoever compares two writes needs one clock
/// for both: so times are shown as the reader's clocks showed them then, and what the writer's
/// showed stands behind, with its offset, where that is another. What a person set as a date has no
/// zone and is shown as it is.
package struct TimeText: Sendable {
  private let clock: LocalClock
  private let zone: ShownZone

  /// Shows times where the reader is, or where they were written.
  package init(_ clock: LocalClock, _ zone: ShownZone = .reader) {
    self.clock = clock
    self.zone = zone
  }

  /// A time of which nobody knows where it was written, to the minute: `2026-11-21 08:15`.
  package func text(_ milliseconds: Int64) -> String {
    let (day, time) = wall(clock.zoned(milliseconds))
    return "\(day) \(time)"
  }

  /// A time that was written at an offset: `2026-11-21 14:15 (08:15 -05:00)`, or where the writer's
  /// clock is asked for, `2026-11-21 08:15 -05:00`.
  ///
  /// - Parameters:
  ///   - written: The time, as the writer's clock showed it.
  ///   - isToTheSecond: Whether seconds are said too: `2026-11-21 14:15:03`.
  package func text(_ written: ZonedTime, isToTheSecond: Bool = false) -> String {
    let read = clock.zoned(written.milliseconds)
    let offset = " " + written.description.suffix(6)
    let (here, there) = (wall(read, isToTheSecond), wall(written, isToTheSecond))
    if zone == .writer { return there.day + " " + there.time + offset }
    guard written.offsetMinutes != read.offsetMinutes else { return here.day + " " + here.time }
    // The day is said again only where it is another one there.
    let day = here.day == there.day ? "" : there.day + " "
    return "\(here.day) \(here.time) (\(day)\(there.time)\(offset))"
  }

  /// What a clock on the wall shows.
  private func wall(
    _ time: ZonedTime, _ isToTheSecond: Bool = false
  ) -> (day: Substring, time: Substring) {
    let parts = time.description.split(separator: "T", maxSplits: 1)
    return (parts[0], parts[1].prefix(isToTheSecond ? 8 : 5))
  }
}
