import DaybookEvents
import DaybookLog
import LMDB

extension Log {
  /// Lends the events about an entity that write something, in the order of application, each with
  /// what its command observed: those without a payload and those of impossible commands are passed
  /// over. Whoever folds a few rows anew, now or as they were, folds what this lends.
  ///
  /// - Parameters:
  ///   - bound: as in ``scanHistory(of:within:_:_:)``.
  ///   - onDamage: as in ``scanEvents(from:_:onDamage:_:)``.
  ///   - isWanted: asked of each event first; of others nothing is looked up.
  func scanFolding(
    of entity: EntityID, within bound: HistoryBound = .none, _ state: LogState,
    _ transaction: borrowing ReadTransaction,
    onDamage: (UInt64) throws -> Void = Log.refuse,
    where isWanted: (StoredEvent) throws -> Bool,
    _ body: (_ event: FoldedEvent, _ payload: Span<UInt8>) throws -> Void
  ) throws {
    var known = KnownHistory()
    try scanHistory(of: entity, within: bound, transaction, onDamage: onDamage) { event, bytes in
      guard let payload = event.payload, try isWanted(event),
        try !isImpossible(event, state, transaction)
      else { return .next }
      let observed = try known.observed(by: event) {
        try self.observed(by: event.header.commandFirst, in: event.log, state, transaction)
      }
      try body(
        FoldedEvent(
          header: state.counted(event.header, in: event.log), name: event.name, log: event.log,
          observed: observed),
        bytes.extracting(payload))
      return .next
    }
  }

  /// Whether an event is part of a command that no sound writer makes, and folds to nothing.
  func isImpossible(
    _ event: StoredEvent, _ state: LogState, _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    guard state.impossibleEvents > 0 else { return false }
    return try command(of: event, state, transaction).isImpossible
  }
}

/// What events about one thing, given in the order of application, observed of each other: looked
/// up only where it does not follow from what was looked up before.
private struct KnownHistory {
  /// The last event so far in each log.
  private var heads: [(log: LogNumber, sequence: UInt64)] = []
  /// What the last event observed, where that is all before it: then the next in its log did too.
  private var last: (log: LogNumber, observed: LocalVector)?

  /// What an event observed of those before it, and perhaps more.
  mutating func observed(
    by event: StoredEvent, _ lookUp: () throws -> LocalVector
  ) rethrows -> LocalVector {
    let log = event.log
    defer { note(event) }
    // Whatever lies before a write in its own log it supersedes in any case.
    if heads.allSatisfy({ $0.log == log }) { return LocalVector() }
    if let last, last.log == log { return last.observed }
    let observed = try lookUp()
    let isAll = heads.allSatisfy { $0.log == log || observed.covers($0.log, $0.sequence) }
    last = isAll ? (log, observed) : nil
    return observed
  }

  private mutating func note(_ event: StoredEvent) {
    if let index = heads.firstIndex(where: { $0.log == event.log }) {
      heads[index].sequence = event.header.sequence
    } else {
      heads.append((event.log, event.header.sequence))
    }
  }
}

/// An event to be folded, but for its payload.
struct FoldedEvent {
  /// Its header, as it counts.
  let header: EventHeader
  let name: EventName
  let log: LogNumber
  /// What its command was written on top of; where a thing was written in one log only, that goes
  /// without saying.
  let observed: LocalVector

  /// Where its writes come from.
  var origin: WriteOrigin { WriteOrigin(header, name, in: log) }
}

extension RowKey {
  /// The entity in whose history every event that writes to this row is found: both entities of
  /// an event have it in theirs.
  package var home: EntityID { other ?? entity }

  /// Whether an event can write to this row: a tag's name is written by events about items; all
  /// else by those that are about it first.
  func isWritten(by header: EventHeader) -> Bool { kind == .tag || header.entity == home }
}
