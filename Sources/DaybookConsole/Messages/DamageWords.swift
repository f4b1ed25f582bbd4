package import DaybookEvents

/// What is said beside a result from which something damaged was left out.
package enum DamageWords {
  /// Of events that could not be shown.
  package static func passedOver(_ positions: [UInt64]) -> String {
    let what =
      positions.count == 1
      ? "The event at position \(positions[0]) is damaged and not shown."
      : "\(positions.count) events are damaged and not shown."
    return what + " What was saved otherwise is safe; daybook repair can put back what is lost."
  }

  /// Of events that were not sent.
  package static func withheld(_ withheld: [WithheldEvents]) -> String {
    let count = Int(clamping: withheld.eventCount)
    let places = withheld.prefix(8).map { "\($0.replica):\(Self.text($0))" }
    let list = places.joined(separator: ", ") + (withheld.count > 8 ? ", …" : "")
    return "\(Count.text(count, "event")) of \(list) stayed here: damaged, or nothing without "
      + "what is. Everything else was sent; see daybook repair."
  }

  private static func text(_ events: WithheldEvents) -> String {
    let sequences = events.sequences
    return events.count == 1
      ? "\(sequences.lowerBound)" : "\(sequences.lowerBound)-\(sequences.upperBound)"
  }
}
