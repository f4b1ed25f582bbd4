public import DaybookEvents
import DaybookLog
import LMDB

extension Store {
  /// Makes a deck, and those above it that are missing: `Languages::Spanish` lies below
  /// `Languages`. It is learned as the nearest deck above it.
  ///
  /// - Throws: ``StoreError/nameTaken(_:_:)`` when a live one has the name.
  @discardableResult
  public func createDeck(named name: Text) throws -> EntityID {
    try TextLimits.check(name)
    guard !name.isEmpty else { throw StoreError.nothingToChange }
    var deck = newID()
    try write { moment, transaction in
      if let taken = try moment.named(name.string, .deck, transaction) {
        throw StoreError.nameTaken(name.string, taken)
      }
      var plan = DeckPlan(moment)
      deck = try plan.deck(named: name, transaction) { _ in newID() }
      return plan.drafts
    }
    return deck
  }

  /// Gives a deck another name, and with it to the decks below it.
  ///
  /// - Returns: whether anything was written.
  /// - Throws: ``StoreError/nameTaken(_:_:)`` when a live one has the name.
  @discardableResult
  public func renameDeck(_ id: EntityID, to name: Text) throws -> Bool {
    let below = try read { moment, transaction in
      let old = try moment.liveRecord(id, .deck, transaction).value(.name) ?? []
      return try moment.decks(below: id, transaction).map { deck in
        let full = try moment.catalog.record(RowKey(.deck, deck), transaction).value(.name) ?? []
        return (deck, Text(bytes: name.bytes + full.dropFirst(old.count)))
      }
    }
    return try renameNamed(id, name, .deck, .deckRenamed) { _, _ in
      below.map {
        EventDraft(.deckRenamed, $0.0, payload: NamedThing.payload(name: $0.1))
      }
    }
  }
}

/// Decks to be made, with those above them.
struct DeckPlan {
  /// The events that make them.
  private(set) var drafts: [EventDraft] = []
  private let moment: Moment
  private var planned: [String: (id: EntityID, options: [DeckOptionValue])] = [:]

  init(_ moment: Moment) { self.moment = moment }

  /// The live deck of a name, or one to be made.
  ///
  /// - Parameter newID: names a deck to be made by its name.
  mutating func deck(
    named name: Text, _ transaction: borrowing ReadTransaction,
    newID: (String) -> EntityID
  ) throws -> EntityID {
    try entry(name, transaction, newID).id
  }

  private mutating func entry(
    _ name: Text, _ transaction: borrowing ReadTransaction, _ newID: (String) -> EntityID
  ) throws -> (id: EntityID, options: [DeckOptionValue]) {
    let key = folded(name.string)
    if let entry = planned[key] { return entry }
    if let id = try moment.named(name.string, .deck, transaction) {
      let record = try moment.catalog.record(RowKey(.deck, id), transaction)
      planned[key] = (id, record.deckOptions)
      return (id, record.deckOptions)
    }
    var options: [DeckOptionValue] = []
    if let mark = name.string.ranges(of: DeckPath.separator).last {
      let above = Text(String(name.string[..<mark.lowerBound]))
      if !above.isEmpty { options = try entry(above, transaction, newID).options }
    }
    let entry = (newID(name.string), options)
    drafts.append(
      EventDraft(.deckCreated, entry.0, payload: NamedThing.payload(name: name)))
    if !options.isEmpty {
      drafts.append(
        EventDraft(.deckOptionsChanged, entry.0, payload: DeckOptionValue.payload(options)))
    }
    planned[key] = entry
    return entry
  }
}

extension Record {
  /// Of a deck: the options that are set, in the order of their names.
  package var deckOptions: [DeckOptionValue] {
    registers.filter { $0.key.field == .option }
      .compactMap { $0.register.winner.flatMap { DeckOptionValue(reading: $0.value) } }
      .filter { !$0.value.isEmpty }.sorted { $0.name < $1.name }
  }
}
