import DaybookEvents
import DaybookLog
import LMDB

/// The events that are taken back.
struct UndoScope {
  /// What they are.
  let target: UndoTarget
  /// The first of them.
  let first: EventHeader
  private let number: LogNumber
  private let position: UInt64
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
    position = event.position
    logs = moment.state
  }

  /// Whether an import is taken back: then what only imports wrote goes, whichever it was.
  var isImport: Bool { target.isBatch && first.batch?.reason == .import }

  /// Whether an event is one of them.
  func contains(_ event: StoredEvent) -> Bool {
    let header = event.header
    guard header.replica == first.replica else { return false }
    guard target.isBatch else {
      return event.log == number && header.commandFirst == first.commandFirst
    }
    return header.batch == first.batch
      && logs.owner(event.log, first.sequence) == number
  }

  /// What they are about, once each: members before what holds them, so that a thing is put away
  /// after all that is in it.
  ///
  /// - Throws: ``UndoError/notUndoable`` where one of them cannot be taken back.
  /// - Complexity: O(*n*) in the events from the first one on.
  func entities(
    _ log: Log, _ transaction: borrowing ReadTransaction
  ) throws -> [EntityID] {
    var ranks: [[EntityID]] = [[], [], []]
    var seen: Set<EntityID> = []
    let last = target.isBatch ? .max : position + first.commandSize - 1
    try log.scanEvents(from: position, transaction) { event, _ in
      guard event.position <= last else { return .stop }
      guard contains(event), let kind = event.header.knownKind else { return .next }
      if kind == .commandUndone { return .next }
      if kind.rawValue >= 100, kind != .writesWithdrawn { throw UndoError.notUndoable }
      if seen.insert(event.header.entity).inserted {
        ranks[kind.undoRank].append(event.header.entity)
      }
      return .next
    }
    return ranks.flatMap(\.self)
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
