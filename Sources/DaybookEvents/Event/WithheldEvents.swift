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
}
