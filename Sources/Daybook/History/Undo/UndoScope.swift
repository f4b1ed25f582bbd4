import DaybookEvents
import DaybookLog
import LMDB

/// The events that are taken back.
struct UndoScope {
  /// What they are.
  let target: UndoTarget
  /// The first of them.
  let first: EventHeader
  /// What this machine had applied before a merge that is taken back: that is what shows again. Of
  /// a command or a batch, nil: what its writer knew does.
  let known: LocalVector?
  private let number: LogNumber
  private let positions: ClosedRange<UInt64>
  private let merged: MergedEvents
  private let logs: LogState

  /// Finds the first event.
  ///
  /// - Throws: ``UndoError/unknownCommand(_:)`` when it is not here.
  init(
    _ target: UndoTarget, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws {
    guard let number = try moment.log.locate(target.first, moment.state, transaction),
      let event = try moment.log.event(named: target.first, moment.state, transaction)
    else { throw UndoError.unknownCommand(target.first.description) }
    self.target = target
    self.number = number
    first = event.header
    logs = moment.state
    merged = try MergedEvents(target, moment, transaction)
    if let found = try merged.positions(moment.log, transaction) {
      positions = found
      known = try moment.log.vector(before: found.lowerBound, moment.state, transaction)
    } else {
      let last = target.isBatch ? .max : event.position + first.commandSize - 1
      (positions, known) = (event.position...last, nil)
    }
  }

  /// Whether an import is taken back: then what only imports wrote goes, whichever it was.
  var isImport: Bool { target.isBatch && first.batch?.reason == .import }

  /// Whether an event is one of them.
  func contains(_ event: StoredEvent) -> Bool {
    let header = event.header
    if target.isMerge { return merged.contain(event.log, header) }
    guard header.replica == first.replica else { return false }
    guard target.isBatch else {
      return event.log == number && header.commandFirst == first.commandFirst
    }
    return header.batch == first.batch
      && logs.owner(event.log, first.sequence) == number
  }

  /// What they are about, once each: members before what holds them, and what was joined before
  /// what it was joined into, so that a thing is deleted after all that is in it.
  ///
  /// - Throws: ``UndoError/notUndoable`` where one of them cannot be taken back; of what a merge
  ///   brought that is passed over.
  /// - Complexity: O(*n*) in the events from the first one on.
  func entities(
    _ log: Log, _ transaction: borrowing ReadTransaction
  ) throws -> [EntityID] {
    var ranks: [[EntityID]] = [[], [], []]
    var seen: Set<EntityID> = []
    var joined: [EntityID: [EntityID]] = [:]
    try log.scanEvents(from: positions.lowerBound, transaction) { event, _ in
      guard event.position <= positions.upperBound else { return .stop }
      guard contains(event), let kind = event.header.knownKind else { return .next }
      if kind == .commandUndone { return .next }
      if kind.rawValue >= 100, kind != .writesWithdrawn {
        // A merge may have brought an erasure along: the rest is taken back without it.
        if target.isMerge { return .next }
        throw UndoError.notUndoable
      }
      if seen.insert(event.header.entity).inserted {
        ranks[kind.undoRank].append(event.header.entity)
      }
      if kind == .collectionJoined || kind == .deckJoined, let other = event.header.second {
        joined[other, default: []].append(event.header.entity)
      }
      return .next
    }
    ranks[2] = Self.ordered(ranks[2], joined)
    return ranks.flatMap(\.self)
  }

  /// Collections and decks, each after those that were joined into it.
  private static func ordered(
    _ ids: [EntityID], _ joined: [EntityID: [EntityID]]
  ) -> [EntityID] {
    guard !joined.isEmpty else { return ids }
    let known = Set(ids)
    var (order, seen): ([EntityID], Set<EntityID>) = ([], [])
    for id in ids {
      var path: [(id: EntityID, isEntered: Bool)] = [(id, false)]
      while let last = path.popLast() {
        if last.isEntered {
          order.append(last.id)
        } else if known.contains(last.id), seen.insert(last.id).inserted {
          path.append((last.id, true))
          path += (joined[last.id] ?? []).reversed().map { ($0, false) }
        }
      }
    }
    return order
  }
}

extension EventKind {
  /// In which order things are taken back: 0 what nothing is in, 1 notes, 2 decks and collections.
  fileprivate var undoRank: Int {
    switch self {
    case .collectionCreated, .collectionRenamed, .collectionDeleted, .collectionRestored,
      .collectionJoined, .deckCreated, .deckRenamed, .deckDeleted, .deckRestored, .deckJoined,
      .deckOptionsChanged:
      2
    case .noteAdded, .noteEdited, .noteDeleted, .noteRestored, .noteTypeDefined: 1
    default: 0
    }
  }
}
