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

extension EventName {
  /// Writes the fields of the message that names an event.
  package func encode(to wire: inout WireWriter) {
    wire.fixed64(1, replica.rawValue)
    wire.varint(2, sequence)
    wire.fixed64(3, tag)
  }

  /// Reads the message that names an event; unknown fields are passed over.
  package init(reading bytes: Span<UInt8>, in range: Range<Int>) throws(WireError) {
    var reader = WireReader(bytes, in: range)
    var (replica, sequence, tag): (UInt64, UInt64, UInt64) = (0, 0, 0)
    while let field = try reader.next(in: bytes) {
      switch field.number {
      case 1: replica = field.value
      case 2: sequence = field.value
      case 3: tag = field.value
      default: break
      }
    }
    self.init(replica: ReplicaID(rawValue: replica), sequence: sequence, tag: tag)
  }
}
