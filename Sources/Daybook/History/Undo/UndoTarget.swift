package import DaybookEvents
import DaybookLog
import LMDB

/// What is taken back at once: a command, all commands of a batch, or all that a merge brought.
package struct UndoTarget: Hashable, Sendable {
  /// Some events of one log that came with a merge, named by the first and the last.
  package struct Stretch: Hashable, Sendable {
    /// The first of them.
    package let first: EventName
    /// The last of them.
    package let last: EventName

    /// Names events that follow one another.
    package init(first: EventName, last: EventName) {
      self.first = first
      self.last = last
    }

    /// How many they are.
    package var count: UInt64 { last.sequence - first.sequence + 1 }

    /// Whether it names events of one log that follow one another; what an event says may be
    /// anything.
    var isPossible: Bool {
      first.replica == last.replica && 1...max(1, last.sequence) ~= first.sequence
    }
  }

  /// Its first event.
  package let first: EventName
  /// Whether the whole batch is meant that begins with this event.
  package let isBatch: Bool
  /// What a merge brought, by name; empty of a command or a batch.
  package let stretches: [Stretch]

  /// Names what is taken back.
  package init(first: EventName, isBatch: Bool) {
    self.first = first
    self.isBatch = isBatch
    stretches = []
  }

  /// Names what a merge brought; nil where that is nothing.
  package init?(merged stretches: [Stretch]) {
    self.stretches = stretches.sorted { ($0.first, $0.last) < ($1.first, $1.last) }
    guard let first = self.stretches.first?.first else { return nil }
    self.first = first
    isBatch = false
  }

  /// How many events a merge brought, as far as numbers go.
  package var mergedCount: UInt64 {
    stretches.reduce(0) { sum, stretch in
      let (all, isTooMany) = sum.addingReportingOverflow(stretch.count)
      return isTooMany ? .max : all
    }
  }

  /// Whether a merge is taken back.
  package var isMerge: Bool { !stretches.isEmpty }
  /// Whether what was written since is left and listed, and does not keep the rest from being taken
  /// back.
  var leavesRest: Bool { isBatch || isMerge }
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
    if !target.isMerge { wire.message(1) { target.first.encode(to: &$0) } }
    if target.isBatch { wire.varint(2, 1) }
    if isRedo { wire.varint(3, 1) }
    for stretch in target.stretches {
      wire.message(4) { part in
        part.message(1) { stretch.first.encode(to: &$0) }
        part.message(2) { stretch.last.encode(to: &$0) }
      }
    }
    return wire.bytes
  }

  /// Reads a payload; nil for another shape, which names nothing.
  package init?(reading payload: Span<UInt8>) {
    var (first, isBatch, isRedo) = (nil as EventName?, false, false)
    var stretches: [UndoTarget.Stretch] = []
    do throws(WireError) {
      var reader = WireReader(payload)
      while let field = try reader.next(in: payload) {
        switch (field.number, field.range) {
        case (1, let range?): first = try EventName(reading: payload, in: range)
        case (2, nil): isBatch = field.value == 1
        case (3, nil): isRedo = field.value == 1
        case (4, let range?):
          let part = payload.extracting(range)
          guard let start = part.content(1), let end = part.content(2) else { return nil }
          let stretch = UndoTarget.Stretch(
            first: try EventName(reading: part, in: start),
            last: try EventName(reading: part, in: end))
          guard stretch.isPossible else { return nil }
          stretches.append(stretch)
        default: break
        }
      }
    } catch {
      return nil
    }
    if let merge = UndoTarget(merged: stretches) {
      self.init(merge, isRedo: isRedo)
    } else if let first {
      self.init(UndoTarget(first: first, isBatch: isBatch), isRedo: isRedo)
    } else {
      return nil
    }
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

extension Moment {
  /// What is taken back with a merge; nil where it brought nothing.
  func undoTarget(
    of arrival: MergeArrival, _ transaction: borrowing ReadTransaction
  ) throws -> UndoTarget? {
    func name(_ sequence: UInt64, in number: LogNumber) throws -> EventName {
      guard let tag = try log.tag(of: sequence, in: number, state, transaction) else {
        throw LogError.damaged(.missingEvent)
      }
      return EventName(replica: state.logs[Int(number)].replica, sequence: sequence, tag: tag)
    }
    return UndoTarget(
      merged: try stretches(of: arrival, transaction).map { stretch in
        UndoTarget.Stretch(
          first: try name(stretch.sequences.lowerBound, in: stretch.log),
          last: try name(stretch.sequences.upperBound, in: stretch.log))
      })
  }
}
