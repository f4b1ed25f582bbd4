package import DaybookEvents

/// What is wrong with a log, found by walking all of it.
package enum LogProblem: Error, Equatable, Sendable {
  /// The bytes at a position are not what was written.
  case damagedEvent(position: UInt64)
  /// Positions have a gap.
  case missingPosition(UInt64)
  /// An event does not follow the one before it in its log.
  case brokenChain(replica: ReplicaID, sequence: UInt64)
  /// A log ends elsewhere than its record says.
  case wrongHead(replica: ReplicaID, sequence: UInt64)
  /// A signature does not fit.
  case wrongSignature(replica: ReplicaID, sequence: UInt64)
  /// An event is missing from the index of its entity.
  case missingIndexEntry(position: UInt64)
  /// The index of an entity names an event that is not about it.
  case wrongIndexEntry(position: UInt64)
  /// The least stamp that is kept of the positions up to this one is not theirs.
  case wrongLeastStamp(position: UInt64)
  /// An event has no payload, and no erasure took it.
  case missingPayload(position: UInt64)
  /// The store is behind what it was known to hold.
  case behindWitness(sequence: UInt64)
}
