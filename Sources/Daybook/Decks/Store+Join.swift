public import DaybookEvents
import DaybookLog
import LMDB
import DaybookText

extension Store {
  /// Joins collections into another: what is in them shows in that one, behind what is in it
  /// already, and they are gone. So does what is put into them elsewhere, without knowing of it.
  ///
  /// One small command, however much they hold, since nothing is copied: taken back, each holds
  /// what it held. Whatever other machines do at the same time, nothing becomes unreachable: of
  /// collections that were joined into each other the oldest stays.
  ///
  /// - Returns: those that were joined; those that had been are passed over.
  /// - Throws: ``StoreError/unknownID(_:)``, ``StoreError/deleted(_:)``,
  ///   ``StoreError/joined(_:into:)``, ``StoreError/joinedIntoItself(_:)``; nothing is changed
  ///   then.
  @discardableResult
  public func joinCollections(
    _ others: [EntityID], into collection: EntityID
  ) throws -> [EntityID] {
    try join(others, into: collection, .collection)
  }

  /// Joins decks into another: their cards are in that one, and learned by its options, and they
  /// are gone. The decks below them come to lie below it, and where it has one of that name, they
  /// are joined into that. Cards that are added to them elsewhere, without knowing of it, are in
  /// it too.
  ///
  /// One command, however many cards there are, since nothing is copied: taken back, each deck
  /// holds what it held. Whatever other machines do at the same time, nothing becomes unreachable:
  /// of decks that were joined into each other the oldest stays.
  ///
  /// - Returns: those that were joined, with those below them; those that had been are passed over.
  /// - Throws: As ``joinCollections(_:into:)``, and ``StoreError/textTooLarge(bytes:)`` of a name.
  @discardableResult
  public func joinDecks(_ others: [EntityID], into deck: EntityID) throws -> [EntityID] {
    let joined = try join(others, into: deck, .deck)
    // They are learned by other options now than the schedule was computed by.
    try refreshSchedule()
    return joined
  }

  private func join(
    _ others: [EntityID], into id: EntityID, _ kind: ThingKind
  ) throws -> [EntityID] {
    var joined: [EntityID] = []
    try write { moment, transaction in
      _ = try moment.liveRecord(id, kind, transaction)
      var plan = JoinPlan(
        kind, end: kind == .deck ? nil : try moment.endPosition(of: id, transaction))
      for other in others {
        guard other != id else { throw StoreError.joinedIntoItself(id) }
        let record = try moment.catalog.record(RowKey(kind.row, other), transaction)
        if record.joinedInto != nil,
          try moment.survivor(of: other, kind, transaction) == id
        {
          continue
        }
        _ = try moment.liveRecord(other, kind, transaction)
        plan.join(other, into: id)
      }
      if kind == .deck { try plan.moveBelow(into: id, moment, transaction) }
      joined = plan.joined
      return plan.drafts
    }
    return joined
  }
}

/// The events that join collections or decks, once each.
private struct JoinPlan {
  private let kind: ThingKind
  /// Of collections: where the next one's items come.
  private var end: [UInt8]?
  private(set) var drafts: [EventDraft] = []
  /// What is joined.
  private(set) var joined: [EntityID] = []

  init(_ kind: ThingKind, end: [UInt8]?) {
    self.kind = kind
    self.end = end
  }

  mutating func join(_ other: EntityID, into id: EntityID) {
    guard !joined.contains(other), let event = kind.schema.joins else { return }
    joined.append(other)
    drafts.append(
      EventDraft(event, other, second: id, payload: end.map { Position.payload($0) } ?? []))
    end = end.flatMap { Position.between($0, nil) } ?? end
  }

  /// Gives the decks below those that are joined the names that they have below another; those
  /// whose names that has, or that have one name then, become one.
  mutating func moveBelow(
    into deck: EntityID, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws {
    let tree = try moment.deckTree(transaction)
    let top = try moment.deckName(deck, transaction)
    let whole = joined
    let kept = Set([deck] + tree.below(deck) + whole)
    var taken: [[String]: EntityID] = [:]
    let isOfOneName = try whole.contains {
      try moment.deckPath($0, transaction) == moment.deckPath(deck, transaction)
    }
    for below in tree.below(deck) {
      let path = try moment.deckPath(below, transaction)
      if taken[path] == nil {
        taken[path] = below
      } else if isOfOneName, let first = taken[path] {
        join(below, into: first)
      }
    }
    for other in whole {
      let depth = try moment.deckPath(other, transaction).count
      for below in tree.below(other) where !kept.contains(below) {
        let old = try moment.deckName(below, transaction)
        guard let tail = DeckPath.tail(of: old, below: depth) else { continue }
        let new = Text(bytes: top + tail)
        try TextLimits.check(new)
        let path = DeckPath.parts(new.string)
        if let first = taken[path] {
          join(below, into: first)
          continue
        }
        taken[path] = below
        guard new.bytes != old else { continue }
        drafts.append(ThingKind.deck.renamed(below, new))
      }
    }
  }
}

extension Moment {
  fileprivate func deckPath(
    _ id: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> [String] {
    DeckPath.parts(String(decoding: try deckName(id, transaction), as: UTF8.self))
  }

  fileprivate func deckName(
    _ id: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> [UInt8] {
    try catalog.record(RowKey(.deck, id), transaction).value(.name) ?? []
  }
}
