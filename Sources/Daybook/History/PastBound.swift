import DaybookEvents
package import DaybookLog
package import LMDB

/// Tells which events belong to a past moment, or to one that is supposed.
struct PastBound: Sendable {
  private enum Rule {
    case past(PastTime), supposed(Supposition)
  }

  private let rule: Rule
  /// The last position that this machine had applied; everything but for what it knew.
  let lastPosition: UInt64
  /// How events count: with all corrections of clocks, or with those known then.
  let state: LogState
  /// Whether they count otherwise than now, so that nothing of the present can be used.
  let countsOtherwise: Bool

  init(
    _ time: PastTime, _ present: Moment, _ transaction: borrowing ReadTransaction
  ) throws {
    rule = .past(time)
    switch time {
    case .timeline, .after: lastPosition = .max
    case .known(let time):
      lastPosition = try LearningTimes(present, transaction).lastPosition(at: time, transaction)
    case .arrived(let position): lastPosition = position
    }
    let now = present.state
    state =
      lastPosition == .max
      ? now : try present.log.state(now, knowingUpTo: lastPosition, transaction)
    countsOtherwise = lastPosition < .max && state != now
  }

  /// Everything, with nothing taken from the views of the present, some of which are damaged.
  init(foldingAnew state: LogState) {
    rule = .past(.arrived(position: .max))
    (lastPosition, self.state, countsOtherwise) = (.max, state, true)
  }

  init(_ supposition: Supposition, _ state: LogState) {
    (rule, lastPosition) = (.supposed(supposition), .max)
    (self.state, countsOtherwise) = (state, false)
  }

  /// How far its events can lie. Where a clock was corrected, stamps are not what was written.
  var history: HistoryBound {
    var lastStamp: Stamp?
    if state.logs.allSatisfy({ $0.shift == nil }) {
      switch rule {
      case .past(.timeline(let time)): lastStamp = Stamp(milliseconds: time).lastOfMillisecond
      case .past(.after(let stamp)): lastStamp = stamp.lastOfMillisecond
      case .past, .supposed: break
      }
    }
    return HistoryBound(lastPosition: lastPosition, lastStamp: lastStamp)
  }

  /// Whether a command belongs to it: by what its last event counts as stamped.
  func includes(_ command: AppliedCommand) -> Bool {
    guard let last = command.events.last else { return false }
    return includes(last.log, last: last.header, at: last.position)
  }

  /// Whether the command of an event belongs to it.
  func includesCommand(of lent: borrowing LentEvent) -> Bool {
    if case .supposed(let supposition) = rule {
      return supposition.includes(lent.event.log, lent.event.header)
    }
    let stamp = state.stamp(lent.last.stamp, at: lent.last.sequence, in: lent.event.log)
    return includes(lastStamp: stamp, at: lent.last.position)
  }

  /// Whether an event can belong to it when its command does not.
  var mayIncludeSingly: Bool {
    switch rule {
    case .past(.timeline), .past(.after): true
    case .past, .supposed: false
    }
  }

  /// Whether of every log the first commands belong to it, and none after them.
  var cutsLogsOnce: Bool {
    if case .supposed = rule { false } else { true }
  }

  /// Whether an event belongs to it, though the rest of its command need not: an imported review
  /// that had happened by then.
  func includesAlone(_ header: EventHeader) -> Bool {
    guard header.knownKind == .cardReviewed, let occurredAt = header.occurredAt else {
      return false
    }
    switch rule {
    case .past(.timeline(let time)): return occurredAt <= time
    case .past(.after(let stamp)): return occurredAt <= stamp.milliseconds
    case .past, .supposed: return false
    }
  }

  /// Whether an event of a command belongs to it, with the command or alone.
  func includes(_ command: AppliedCommand, _ header: EventHeader) -> Bool {
    includes(command) || includesAlone(header)
  }

  /// Whether an event belongs to it, as ``includes(_:)`` and ``includesAlone(_:)`` say together.
  func includes(
    _ event: StoredEvent, _ log: Log, _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    try includesCommand(of: event, log, transaction) || includesAlone(event.header)
  }

  /// Whether the command of an event belongs to it. Looks up its last event only where that
  /// decides.
  func includesCommand(
    of event: StoredEvent, _ log: Log, _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    let header = event.header
    guard includes(event.log, last: header, at: event.position) else { return false }
    if case .supposed = rule { return true }
    let after = header.commandSize - 1 - (header.sequence - header.commandFirst)
    guard after > 0 else { return true }
    return try log.withEvent(at: event.position + after, transaction) { last, _ in
      includes(last.log, last: last.header, at: last.position)
    }
  }

  /// Whether a command belongs to it whose last event lies in a log, at a position.
  private func includes(
    _ log: LogNumber, last header: EventHeader, at position: UInt64
  ) -> Bool {
    if case .supposed(let supposition) = rule { return supposition.includes(log, header) }
    return includes(lastStamp: state.stamp(of: header, in: log), at: position)
  }

  /// Whether a command belongs to a past moment whose last event has that stamp and position.
  func includes(lastStamp stamp: Stamp, at position: UInt64) -> Bool {
    switch rule {
    case .past(.timeline(let time)): stamp.milliseconds <= time
    case .past(.after(let last)): stamp <= last
    case .past, .supposed: position <= lastPosition
    }
  }
}

extension Stamp {
  /// The greatest stamp of the same millisecond: what happened elsewhere is known by milliseconds.
  fileprivate var lastOfMillisecond: Stamp { Stamp(rawValue: rawValue | 0xFFFF) }
}

extension Moment {
  /// The time of a past moment, milliseconds since 1970: what was due then was due at this time.
  package func milliseconds(
    of time: PastTime, _ transaction: borrowing ReadTransaction
  ) throws -> Int64 {
    switch time {
    case .timeline(let milliseconds), .known(let milliseconds): milliseconds
    case .after(let stamp): stamp.milliseconds
    case .arrived(let position):
      try LearningTimes(self, transaction).time(of: position, transaction)
    }
  }

  /// The moment just after an event's command: on the timeline, or as this machine learned of it.
  package func moment(
    after event: AppliedEvent, asKnown: Bool, _ transaction: borrowing ReadTransaction
  ) throws -> PastTime {
    let header = event.header
    let rest = header.commandSize - 1 - (header.sequence - header.commandFirst)
    if asKnown { return .arrived(position: event.position + rest) }
    let last = try log.event(at: event.position + rest, transaction) ?? event
    return .after(state.stamp(of: last.header, in: last.log))
  }

  /// When history begins, where that is after a past moment: milliseconds since 1970; nil where
  /// something belongs to the moment, or nothing was ever written.
  package func beginning(
    after time: PastTime, _ transaction: borrowing ReadTransaction
  ) throws -> Int64? {
    let bound = try PastBound(time, self, transaction)
    var beginning: Int64?
    try log.scanEvents(from: 1, transaction) { event, _ in
      if bound.lastPosition < .max {
        guard bound.lastPosition == 0 else { return .stop }
        beginning = try LearningTimes(self, transaction).time(of: 1, transaction)
        return .stop
      }
      guard try !bound.includes(event, log, transaction) else {
        beginning = nil
        return .stop
      }
      beginning = min(beginning ?? .max, state.stamp(of: event.header, in: event.log).milliseconds)
      return .next
    }
    return beginning
  }
}
