/// What `clockCorrected` says: from one of its events on, a replica's stamps are too great.
package struct ClockCorrection: Hashable, Sendable {
  /// Whose clock it was.
  package let replica: ReplicaID
  /// The sequence of the first event whose stamp is too great; those that follow it in its chain
  /// are meant as well.
  package let from: UInt64
  /// The first 8 bytes of that event's link: a fork may be found later.
  package let tag: UInt64
  /// By how much, in units of the stamp; 0 takes a correction back.
  package let minus: UInt64

  /// Corrects the clock of a replica from an event on.
  package init(from first: EventName, minus: UInt64) {
    (replica, from, tag) = (first.replica, first.sequence, first.tag)
    self.minus = minus
  }

  /// The first event it is about.
  package var first: EventName { EventName(replica: replica, sequence: from, tag: tag) }

  /// What events that correct a replica's clock are about, so that its history finds them.
  package static func entity(of replica: ReplicaID) -> EntityID {
    EntityID(name: "replica", replica.description)
  }
}

extension ClockCorrection {
  /// The payload.
  package var encoded: [UInt8] {
    var wire = WireWriter()
    first.encode(to: &wire)
    wire.varint(4, minus)
    return wire.bytes
  }

  /// Reads the payload of an event of version 1; nil, so that the event is silent, where it cannot
  /// be read or the event is about something else than the replica it names.
  package init?(_ header: EventHeader, _ payload: Span<UInt8>) {
    guard header.knownKind == .clockCorrected, header.version == 1,
      let correction = ClockCorrection(reading: payload),
      header.entity == Self.entity(of: correction.replica)
    else { return nil }
    self = correction
  }

  /// Reads a payload; nil where it is none.
  package init?(reading payload: Span<UInt8>) {
    var minus: UInt64 = 0
    do throws(WireError) {
      var reader = WireReader(payload)
      while let field = try reader.next(in: payload) {
        if field.number == 4 { minus = field.value }
      }
      self.init(from: try EventName(reading: payload, in: 0..<payload.count), minus: minus)
    } catch {
      return nil
    }
    guard from > 0 else { return nil }
  }
}
