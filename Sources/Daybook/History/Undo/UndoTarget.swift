package import DaybookEvents
import DaybookLog
import LMDB

/// What is taken back at once: a command, or all commands of a batch.
package struct UndoTarget: Hashable, Sendable {
  /// Its first event.
  package let first: EventName
  /// Whether the whole batch is meant that begins with this event.
  package let isBatch: Bool

  /// Names what is taken back.
  package init(first: EventName, isBatch: Bool) {
    self.first = first
    self.isBatch = isBatch
  }
}

/// What `commandUndone` says: what its command takes back.
package struct UndoNote: Hashable, Sendable {
  /// What is taken back.
  package let target: UndoTarget
  /// Whether that had itself taken something back, which so holds again.
  package let isRedo: Bool

  /// Notes what is taken back.
  package init(_ target: UndoTarget, isRedo: Bool) {
    self.target = target
    self.isRedo = isRedo
  }

  /// The payload.
  package var encoded: [UInt8] {
    var wire = WireWriter()
    wire.message(1) { target.first.encode(to: &$0) }
    if target.isBatch { wire.varint(2, 1) }
    if isRedo { wire.varint(3, 1) }
    return wire.bytes
  }

  /// Reads a payload; nil for another shape.
  package init?(reading payload: Span<UInt8>) {
    // Another shape names nothing.
    guard let name = payload.content(1),
      let first = try? EventName(reading: payload, in: name)  // as above
    else { return nil }
    self.init(
      UndoTarget(first: first, isBatch: payload.number(2) == 1), isRedo: payload.number(3) == 1)
  }
}

extension AppliedEvent {
  /// What the event says to take back; nil where it is of another kind or shape.
  var undoNote: UndoNote? {
    guard header.knownKind == .commandUndone else { return nil }
    return withPayload { UndoNote(reading: $0) } ?? nil
  }
}

extension StoredEvent {
  /// What the command that begins with this event takes back; nil where it does nothing like that.
  func undoNote(_ bytes: Span<UInt8>) -> UndoNote? {
    guard header.knownKind == .commandUndone, header.commandFirst == header.sequence,
      let payload
    else { return nil }
    return UndoNote(reading: bytes.extracting(payload))
  }
}

extension Moment {
  /// What is taken back with an event: its batch where that has any and `asBatch` says so, else
  /// its command. A renumbering is no batch that people know of.
  func undoTarget(
    of header: EventHeader, in number: LogNumber, asBatch: Bool,
    _ transaction: borrowing ReadTransaction
  ) throws -> UndoTarget {
    func name(_ sequence: UInt64) throws -> EventName? {
      try log.tag(of: sequence, in: state.owner(number, sequence), state, transaction).map {
        EventName(replica: header.replica, sequence: sequence, tag: $0)
      }
    }
    if asBatch, let batch = header.batch, batch.reason != .renumbering,
      batch.first <= header.sequence, let first = try name(batch.first)
    {
      return UndoTarget(first: first, isBatch: true)
    }
    guard let first = try name(header.commandFirst) else { throw LogError.damaged(.missingEvent) }
    return UndoTarget(first: first, isBatch: false)
  }
}
