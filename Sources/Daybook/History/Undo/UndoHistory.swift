import DaybookEvents
import DaybookLog
import LMDB

/// What was taken back, read from the last event to the first: what takes something back comes
/// after it, so what is met is known to hold or not.
struct UndoHistory {
  /// By what was taken back: the command that did so and holds still.
  private var undoings: [UndoTarget: UndoTarget] = [:]

  /// What took a target back and holds; nil where nothing does.
  func undoing(of target: UndoTarget) -> UndoTarget? { undoings[target] }

  /// Notes what a command takes back, unless that was itself taken back later.
  mutating func note(_ note: UndoNote, by undoing: UndoTarget) {
    guard undoings[undoing] == nil else { return }
    undoings[note.target] = undoings[note.target] ?? undoing
  }

  /// What took something back that begins with an event about this thing. Whatever takes a command
  /// back, or takes that back, names the first thing of the command.
  init(
    about id: EntityID, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws {
    var found: [(note: UndoNote, undoing: UndoTarget)] = []
    try moment.log.scanHistory(of: id, transaction) { event, bytes in
      guard let note = event.undoNote(bytes) else { return .next }
      found.append(
        (
          note,
          try moment.undoTarget(of: event.header, in: event.log, asBatch: true, transaction)
        ))
      return .next
    }
    for (note, undoing) in found.reversed() { self.note(note, by: undoing) }
  }

  private init() {}
}

extension UndoHistory {
  /// Hands over what a replica did, the last first, as far as it holds and can be taken back: its
  /// commands, or, for making things hold again, what it took back since its last command. Where
  /// the last thing it did was to take back a batch or a merge, that comes before all others: it
  /// may have been interrupted.
  ///
  /// - Throws: ``UndoError/lastIsFinal(_:)`` at an erasure or a clock correction: whoever takes the
  ///   last thing back does not mean what he did before that.
  /// - Complexity: O(*n*) in the events since what `body` stops at.
  static func scan(
    by replica: ReplicaID, isRedo: Bool, _ moment: Moment,
    _ transaction: borrowing ReadTransaction, _ body: (UndoTarget) throws -> ScanStep
  ) throws {
    var history = UndoHistory()
    var seen: Set<UndoTarget> = []
    var isLast = true
    try moment.log.scanEventsBackwards(
      transaction,
      onDamage: { position in
        // What is damaged of its own may be what it did last.
        guard let place = try moment.log.place(of: position, moment.state, transaction),
          moment.state.logs[Int(place.log)].replica != replica
        else { return try Log.refuse(position) }
      }
    ) { event, bytes in
      let header = event.header
      guard header.commandFirst == header.sequence else { return .next }
      let isOwn = header.replica == replica
      guard isOwn || header.knownKind == .commandUndone else { return .next }
      let target = try moment.undoTarget(
        of: header, in: event.log, asBatch: true, transaction)
      defer { isLast = isLast && !isOwn }
      guard seen.insert(target).inserted else { return .next }
      let holds = history.undoing(of: target) == nil
      if isOwn, !isRedo, let deed = header.finalDeed { throw UndoError.lastIsFinal(deed) }
      guard let note = event.undoNote(bytes) else {
        // What was taken back before a newer command stays so: whoever goes on has decided.
        if isRedo, isOwn, header.canBeUndone { return .stop }
        let isWanted = isOwn && holds && !isRedo && header.canBeUndone
        return isWanted ? try body(target) : .next
      }
      history.note(note, by: target)
      if isOwn, !holds, !isRedo, note.target.isMerge, history.undoing(of: note.target) == nil,
        seen.insert(note.target).inserted
      {
        return try body(note.target)  // it holds again, and no command here stands for it
      }
      guard isOwn, holds else { return .next }
      if isLast, note.isRedo == isRedo, note.target.leavesRest, try body(note.target) == .stop {
        return .stop
      }
      return isRedo && !note.isRedo ? try body(target) : .next
    }
  }
}

extension EventHeader {
  /// Whether a command that begins so is one that its writer would want to take back.
  fileprivate var canBeUndone: Bool { kind < 100 && batch?.reason != .renumbering }

  /// What a person did with a command that begins so, where nothing takes that back.
  fileprivate var finalDeed: UndoError.FinalDeed? {
    switch knownKind {
    case .thingErased: .erasure
    case .clockCorrected: .clockCorrection
    default: nil
    }
  }
}
