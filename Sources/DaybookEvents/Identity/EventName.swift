/// Names one event for ever: its replica, its sequence number there, and 8 bytes of its link,
/// which tell the branches of a forked log apart.
public struct EventName: Hashable, Comparable, Sendable {
  /// Who wrote it.
  public let replica: ReplicaID
  /// Its place in the log of that replica, from 1.
  public let sequence: UInt64
  /// The first 8 bytes of its link.
  public let tag: UInt64

  /// Names an event.
  package init(replica: ReplicaID, sequence: UInt64, tag: UInt64) {
    self.replica = replica
    self.sequence = sequence
    self.tag = tag
  }

  /// Orders by replica, then sequence, then link.
  public static func < (left: EventName, right: EventName) -> Bool {
    (left.replica.rawValue, left.sequence, left.tag)
      < (right.replica.rawValue, right.sequence, right.tag)
  }
}

extension EventName: CustomStringConvertible {
  /// `<replica>:<sequence>`; a log known to be forked is shown with its link by whoever knows.
  public var description: String { "\(replica):\(sequence)" }

  /// The form that names a branch of a forked log: `<replica>~<link>:<sequence>`.
  package var branchDescription: String { "\(replica)~\(Hexadecimal.digits(tag)):\(sequence)" }
}
