/// Events that are kept back from others because they, or what they follow, are damaged here.
package struct WithheldEvents: Equatable, Sendable {
  /// Whose log they are of.
  package let replica: ReplicaID
  /// Their sequences.
  package let sequences: ClosedRange<UInt64>

  /// Names events of one log that follow each other.
  package init(replica: ReplicaID, sequences: ClosedRange<UInt64>) {
    (self.replica, self.sequences) = (replica, sequences)
  }

  /// How many they are, or the most that can be counted: what a damaged file says may be anything.
  package var count: UInt64 {
    let (count, overflows) = (sequences.upperBound - sequences.lowerBound)
      .addingReportingOverflow(1)
    return overflows ? .max : count
  }
}

extension Sequence<WithheldEvents> {
  /// How many they are together, or the most that can be counted.
  package var eventCount: UInt64 {
    reduce(0) { total, events in
      let (sum, overflows) = total.addingReportingOverflow(events.count)
      return overflows ? .max : sum
    }
  }
}
