import DaybookEvents
import DaybookLog
import LMDB
import Synchronization

/// What the changes through one ``Store`` must find: every thing they are about as it was when
/// somebody had seen certain events.
final class Expectation: Sendable {
  private let version: StoreVersion
  /// What was written through the same store since: its writer knows of it.
  private let own = Mutex<Set<EventName>>([])

  init(_ version: StoreVersion) { self.version = version }

  /// Counts a command as seen.
  func note(_ command: CommandReceipt) { own.withLock { $0.formUnion(command.events) } }

  /// - Throws: ``StoreError/changedSince(_:)`` for the first thing that was written to by an event
  ///   that was not seen; ``StoreError/unknownID(_:)`` for an event of the version that is not
  ///   here, so that nobody can tell what was seen with it.
  /// - Complexity: O(*n*) in the events about the things.
  func check(
    _ drafts: [EventDraft], _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws {
    let seen = try version.events.map { try moment.seen(with: $0, transaction) }
    let own = own.withLock(\.self)
    var checked: Set<EntityID> = []
    for id in drafts.flatMap(\.things) where checked.insert(id).inserted {
      for position in try moment.log.history(of: id, transaction) {
        guard let event = try moment.log.event(at: position, transaction) else { continue }
        let isSeen = seen.contains { $0.covers(event.log, event.header.sequence) }
        if !isSeen, !own.contains(event.name) { throw StoreError.changedSince(id) }
      }
    }
  }
}

extension EventDraft {
  /// The items, collections, decks and cards it is about. A tag is none of them: its history is
  /// that of everything that ever had it.
  fileprivate var things: [EntityID] {
    switch kind {
    case .itemTagged, .itemUntagged: [entity]
    // Its second entity is that of the index of such events.
    case .writesWithdrawn: [entity]
    // What it takes back is written by the events that follow it.
    case .commandUndone: []
    default: [entity] + (second.map { [$0] } ?? [])
    }
  }
}

extension Moment {
  /// What whoever saw an event had seen: all of its command, and what that was written on top of.
  fileprivate func seen(
    with name: EventName, _ transaction: borrowing ReadTransaction
  ) throws -> LocalVector {
    guard let number = try log.locate(name, state, transaction),
      let header = try log.event(named: name, state, transaction)?.header
    else { throw StoreError.unknownID(shownName(name)) }
    var vector = try log.observed(by: header.commandFirst, in: number, state, transaction)
    vector.raise(number, to: header.commandFirst + header.commandSize - 1, in: state.logs)
    return vector
  }
}
