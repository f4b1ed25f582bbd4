package import DaybookEvents

/// A write to a register: what of it decides which of several counts. Registers of rows and those
/// of clock corrections go by the same two rules.
package protocol ConcurrentWrite {
  /// The log it lies in, here.
  var log: LogNumber { get }
  /// The event that made it.
  var event: EventName { get }
  /// Its stamp.
  var stamp: Stamp { get }
  /// Whether a rule made it and not a person: an import, a renumbering.
  var isRuleMade: Bool { get }
}

extension ConcurrentWrite {
  /// Whether this write comes before another where neither observed the other: made by a rule
  /// before made by a person, then stamp, replica, sequence, link.
  package func precedes(_ other: Self) -> Bool {
    if isRuleMade != other.isRuleMade { return isRuleMade }
    if stamp != other.stamp { return stamp < other.stamp }
    return event < other.event
  }

  /// Whether this write supersedes one of the event at a sequence of a log: it observed it, or
  /// comes after it in its own log. An event that names a register twice has written what it says
  /// last.
  @inlinable @inline(__always)
  package func supersedes(
    _ other: LogNumber, _ sequence: UInt64, observing observed: LocalVector
  ) -> Bool {
    observed.covers(other, sequence) || (other == log && sequence <= event.sequence)
  }
}

extension Sequence where Element: ConcurrentWrite {
  /// The one that comes after all others: of the heads of a register, the one that shows.
  package var greatest: Element? { self.max { $0.precedes($1) } }
}
