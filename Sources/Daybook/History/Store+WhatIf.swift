public import DaybookEvents
import DaybookLog
import DaybookScheduler
import LMDB

extension Store {
  /// How the store would differ if a command had never been written, or, where it is part of an
  /// import, that whole import. What only it had overwritten shows again; what was written on top
  /// of it stays. Nothing is written; to take it back, undo it.
  ///
  /// - Parameter event: any event of the command.
  /// - Throws: ``StoreError/unknownID(_:)`` when no such event is here.
  /// - Complexity: O(*n*) in the histories of the things the command is about, or in the whole log
  ///   where those are many.
  public func difference(without event: EventName) throws -> StoreChanges {
    let events = try read { moment, transaction in
      guard let event = try moment.log.event(named: event, moment.state, transaction) else {
        throw StoreError.unknownID(event.description)
      }
      return try moment.eventSet(of: event, transaction)
    }
    return try changes(without: events)
  }

  /// How the store would differ if a replica had never written anything.
  public func difference(withoutReplica replica: ReplicaID) throws -> StoreChanges {
    try changes(without: .replicas([replica]))
  }

  /// How the store would differ if options of decks were set so, as ``setOptions(of:_:)`` takes
  /// them: the due dates that would move.
  public func difference(
    of decks: [EntityID], setting values: [DeckOptionName: String]
  ) throws -> StoreChanges {
    try learningChanges(of: decks, setting: values).changes
  }
}

extension Store {
  /// What would be different if some events had never been written. What only they superseded
  /// shows again; what was written on top of them stays as it is. Nothing is written.
  ///
  /// - Complexity: O(*n*) in the events left out and in the histories of the things they are
  ///   about; where those are many, or hold others, O(*n*) in the whole log. Of a batch or a
  ///   replica, finding the events alone walks the log's headers once.
  package func changes(without events: EventSet) throws -> StoreChanges {
    try read(supposing: .without(events)) { supposed, present, transaction in
      var comparison = Comparison(present, supposed)
      comparison.rows = try present.rows(writtenBy: events, transaction)
      return try comparison.run(transaction)
    }
  }
}

extension Store {
  /// The events that a person means by one of them, or by the merge they came with; nil where the
  /// word names neither.
  package func events(meantBy text: String) throws -> EventSet? {
    try read { moment, transaction in
      if let event = try moment.event(named: text, transaction) {
        return try moment.eventSet(of: event, transaction)
      }
      return try moment.arrival(named: text, transaction).map {
        .stretches(try moment.stretches(of: $0, transaction))
      }
    }
  }

  /// What would be different if the views were folded anew by this program: nothing, unless it
  /// folds otherwise than the one that built them, or they are damaged. The rehearsal of a
  /// rebuild; nothing is written.
  ///
  /// - Complexity: O(*n*) in the whole log, whose rows are in memory meanwhile.
  package func changesOfRebuilding() throws -> StoreChanges {
    try read(supposing: .without(.replicas([]))) { folded, present, transaction in
      var comparison = Comparison(present, folded)
      for moment in [present, folded] { try comparison.includeAll(of: moment, transaction) }
      return try comparison.run(transaction)
    }
  }
}

/// Compares two moments in the rows that may differ between them.
private struct Comparison {
  /// From how many rows on the whole log is folded at once, rather than thing by thing.
  private static let manyRows = 1_000
  private let old: Moment
  private let new: Moment
  /// The rows to compare.
  var rows: Set<RowKey> = []
  private var changes = StoreChanges()
  private var cards: Set<EntityID> = []
  /// Rows whose conflicts may differ: those that changed, and what holds them.
  private var contested: Set<RowKey> = []

  init(_ old: Moment, _ new: Moment) {
    self.old = old
    self.new = new
  }

  /// Compares every row of a moment, and every card's due date.
  mutating func includeAll(
    of moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws {
    for view in ViewName.ofFacts {
      try moment.catalog.scan(view, transaction) { key, _ in
        guard let row = RowKey(key) else { return .stop }  // entries of indexes come after rows
        rows.insert(row)
        return .next
      }
    }
    cards.formUnion(rows.lazy.filter { $0.kind == .card }.map(\.entity))
  }

  mutating func run(_ transaction: borrowing ReadTransaction) throws -> StoreChanges {
    if rows.count > Self.manyRows { try new.catalog.foldPast(transaction) }
    // Thing by thing, whose history is then folded once.
    let ordered = rows.sorted { left, right in
      let things = (left.other ?? left.entity, right.other ?? right.entity)
      return things.0 == things.1
        ? FoldOrder(left, 0) < FoldOrder(right, 0) : things.0.rawValue < things.1.rawValue
    }
    for row in ordered { try compare(row, transaction) }
    for card in cards.sorted(by: { $0.rawValue < $1.rawValue }) {
      let due = try old.cardState(card, transaction)?.schedule.due
      let next = try new.cardState(card, transaction)
      guard let next, due != next.schedule.due else { continue }
      changes.effects.note(MovedDueDate(card, from: due, to: next.schedule.due))
    }
    let places = contested.sorted { FoldOrder($0, 0) < FoldOrder($1, 0) }
    changes.note(
      conflicts: try places.flatMap { try Conflict.of($0, old, transaction) },
      try places.flatMap { try Conflict.of($0, new, transaction) })
    try changes.look(in: new, besides: old, labelling: true, transaction)
    return changes
  }

  private mutating func compare(
    _ row: RowKey, _ transaction: borrowing ReadTransaction
  ) throws {
    let before = try old.catalog.record(row, transaction)
    let after = try new.catalog.record(row, transaction)
    guard before != after else { return }
    changes.effects.note(row, before, after)
    contested.insert(row)
    switch row.kind {
    case .membership:
      let collection = RowKey(.collection, row.entity)
      for moment in [old, new] { try note(holding: collection, moment, transaction) }
    case .collection:
      for moment in [old, new] { try note(holding: row, moment, transaction) }
    case .item where before.isLive != after.isLive:
      // Only what lives is in the way of a collection's deletion.
      for moment in [old, new] {
        for collection in try moment.containers(of: row.entity, transaction) {
          try note(holding: RowKey(.collection, collection), moment, transaction)
        }
      }
    case .card, .reviews:
      cards.insert(row.entity)
      let card = RowKey(.card, row.entity)
      contested.insert(card)
      for moment in [old, new] { try note(holdersOf: card, moment, transaction) }
    case .deck:
      for moment in [old, new] { try note(holding: row, moment, transaction) }
      let identities = [before, after].map { DeckOptions($0).scheduler.identity }
      guard identities[0] != identities[1] || before.joinedInto != after.joinedInto else { break }
      let members = try old.cards(in: row.entity, transaction)
      if members.count > Self.manyRows { try new.catalog.foldPast(transaction) }
      cards.formUnion(members)
    default: break
    }
  }

  /// Notes a collection or deck, and all that it was joined into: what is in it is in these too.
  private mutating func note(
    holding row: RowKey, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws {
    var (next, seen): (EntityID?, Set<EntityID>) = (row.entity, [])
    while let id = next, seen.insert(id).inserted {
      contested.insert(RowKey(row.kind, id))
      next = try moment.catalog.record(RowKey(row.kind, id), transaction).joinedInto
    }
  }

  /// Notes the decks that a card was ever put into by a write that shows or contests, and its note.
  private mutating func note(
    holdersOf card: RowKey, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws {
    let record = try moment.catalog.record(card, transaction)
    for head in record[.deck]?.heads ?? [] {
      if let deck = EntityID(bytes: head.value) {
        try note(holding: RowKey(.deck, deck), moment, transaction)
      }
    }
    if let origin = record.cardOrigin { contested.insert(RowKey(.note, origin.note)) }
  }
}

extension Moment {
  /// The rows that some events write to.
  fileprivate func rows(
    writtenBy events: EventSet, _ transaction: borrowing ReadTransaction
  ) throws -> Set<RowKey> {
    var rows: Set<RowKey> = []
    var writes = EventWrites()
    guard let range = try positions(of: events, transaction) else { return [] }
    try log.scanEvents(from: range.lowerBound, transaction) { event, bytes in
      guard event.position < range.upperBound else { return .stop }
      guard events.contains(event.log, event.header) else { return .next }
      event.collectRows(from: bytes, &writes, into: &rows)
      return .next
    }
    return rows
  }

  /// Where events may lie; nil where there are none.
  private func positions(
    of events: EventSet, _ transaction: borrowing ReadTransaction
  ) throws -> Range<UInt64>? {
    let end = state.nextPosition
    switch events {
    case .command(let number, let first):
      guard let position = try log.position(of: first, in: number, state, transaction) else {
        return nil
      }
      let size = try log.withEvent(at: position, transaction) { event, _ in
        event.header.commandSize
      }
      return position..<min(position + size, end)
    case .batch(let numbers, let first):
      let starts = try numbers.compactMap {
        try log.position(of: first, in: $0, state, transaction)
      }
      return starts.min().map { $0..<end }
    case .stretches(let stretches):
      let starts = try stretches.compactMap {
        try log.position(of: $0.sequences.lowerBound, in: $0.log, state, transaction)
      }
      return starts.min().map { $0..<end }
    case .replicas: return 1..<end
    }
  }
}
