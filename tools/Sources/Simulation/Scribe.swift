package import DaybookEvents
package import DaybookLog
import TestSupport

/// Writes a log by hand, without a store: what no sound writer would make as well.
package struct Scribe {
  package let key: ReplicaKey
  package var link = Link.start
  package var sequence: UInt64 = 0
  package var stamp: UInt64
  private var random: SeededGenerator

  package init(seed: UInt64, milliseconds: Int64 = 1_700_000_000_000) {
    random = SeededGenerator(seed: seed)
    key = ReplicaKey(random: &random)
    stamp = Stamp(milliseconds: milliseconds).rawValue
  }

  package var replica: ReplicaID { key.replica }

  /// The name of the last event.
  package var head: EventName { EventName(replica: replica, sequence: sequence, tag: link.tag) }

  /// One command as a signed segment; `change` may spoil each event's header.
  package mutating func command(
    _ drafts: EventDraft..., observing observed: [EventName] = [],
    change: (inout EventHeader) -> Void = { _ in }, spoil: ([UInt8]) -> [UInt8] = { $0 }
  ) throws -> Segment {
    let (first, previous) = (sequence + 1, link)
    var events: [[UInt8]] = []
    for draft in drafts {
      sequence += 1
      stamp += 1
      var header = EventHeader(
        replica: replica, sequence: sequence, stamp: Stamp(rawValue: stamp),
        recordedAt: Int64(stamp >> 16), offsetMinutes: 0, commandFirst: first,
        commandSize: UInt64(drafts.count), batch: nil, kind: draft.kind.rawValue,
        version: draft.version, entity: draft.entity, second: draft.second,
        observed: sequence == first ? observed : [], occurredAt: draft.occurredAt)
      change(&header)
      let made = EventBytes.encode(
        header: spoil(header.encoded()), random: random.next(), payload: draft.payload,
        after: link)
      link = made.link
      events.append(made.bytes)
    }
    return Segment(
      publicKey: key.publicKey, name: Array("scribe".utf8), firstSequence: first,
      previous: previous, events: events, signature: try key.sign(link))
  }
}

extension Segment {
  /// This stretch and the one after it, as one, with the later signature.
  package func joined(_ next: Segment) -> Segment {
    var joined = next
    joined.events = events + next.events
    joined.firstSequence = firstSequence
    joined.previous = previous
    return joined
  }

  /// The same events without payload and random bytes, as an erasure leaves them.
  package var erased: Segment {
    get throws {
      var copy = self
      copy.events = try events.map { bytes in
        let parts = try EventBytes(reading: bytes.span)
        var wire = WireWriter()
        wire.bytes(1, bytes[parts.header])
        wire.bytes(4, parts.verifiedDigest(of: bytes.span)?.bytes ?? [])
        return wire.bytes
      }
      return copy
    }
  }
}
