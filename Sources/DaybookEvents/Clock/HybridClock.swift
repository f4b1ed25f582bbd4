/// The clock that stamps events: never goes back, never blocks writing, never follows a peer
/// more than a day ahead of the wall clock.
package struct HybridClock: Equatable, Sendable {
  /// How far ahead of the wall clock a peer's stamp may lie and still be followed.
  package static let followLimitMilliseconds: Int64 = 86_400_000

  /// The last stamp given or followed.
  package private(set) var last: Stamp

  /// Goes on from the last stamp of the store.
  package init(last: Stamp = Stamp(rawValue: 0)) { self.last = last }

  /// The stamp of the next event; greater than every stamp given or followed before.
  ///
  /// - Throws: ``ClockExhausted`` when all 64 bits are used up, which only a forged log can reach.
  package mutating func tick(now milliseconds: Int64) throws(ClockExhausted) -> Stamp {
    guard last.rawValue < .max else { throw ClockExhausted() }
    let wall = Stamp(milliseconds: milliseconds)
    last = max(wall, Stamp(rawValue: last.rawValue + 1))
    return last
  }

  /// Follows a stamp received from a peer, unless it lies more than 24 hours ahead.
  package mutating func observe(_ stamp: Stamp, now milliseconds: Int64) {
    guard !Self.isFuture(stamp, now: milliseconds) else { return }
    last = max(last, stamp)
  }

  /// Whether a stamp lies more than 24 hours ahead of the wall clock.
  package static func isFuture(_ stamp: Stamp, now milliseconds: Int64) -> Bool {
    stamp.milliseconds - followLimitMilliseconds > max(0, milliseconds)
  }
}

/// No stamp is left to give.
package struct ClockExhausted: Error, Equatable {
  /// The one there is.
  package init() {}
}
