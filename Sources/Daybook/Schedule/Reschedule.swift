import DaybookEvents
import DaybookScheduler
import LMDB

/// What of the schedule does not follow from the facts any more.
struct Reschedule {
  /// Cards that changed, or that were reviewed.
  private(set) var cards: [EntityID] = []
  /// Notes that were deleted or brought back.
  private(set) var notes: [EntityID] = []
  /// Decks that were joined into others, or stand for themselves again: their cards are learned by
  /// the options of another deck.
  private(set) var decks: [EntityID] = []
  /// Whether a deck is learned otherwise than when its cards were computed: then all of the
  /// schedule is built anew.
  private(set) var hasNewOptions = false

  /// Up to how many cards of decks that were joined are computed at once.
  private static let joinedCardLimit = 2_000

  /// Whether everything still follows.
  var isEmpty: Bool { cards.isEmpty && notes.isEmpty && decks.isEmpty && !hasNewOptions }

  /// Adds what follows from a register that was written to, whatever it held before.
  mutating func add(_ register: FieldKey, of row: RowKey) {
    switch (row.kind, register.field) {
    case (.card, _), (.reviews, _): cards.append(row.entity)
    case (.note, .life): notes.append(row.entity)
    case (.deck, .life): decks.append(row.entity)
    case (.deck, .option): hasNewOptions = true
    default: break
    }
  }

  /// Adds what follows from a row that changed: the same as of its registers, but for those that
  /// hold what they held.
  mutating func note(
    _ row: RowKey, _ old: Span<UInt8>, _ new: Span<UInt8>
  ) throws(ViewError) {
    switch row.kind {
    case .card, .reviews: cards.append(row.entity)
    case .note:
      let wasLive = old.isEmpty ? nil : try Record.isLive(reading: old)
      let isLive = new.isEmpty ? nil : try Record.isLive(reading: new)
      if wasLive != isLive { add(FieldKey(.life), of: row) }
    case .deck:
      // Cards may have been put into a deck of which nothing was known.
      let (before, after) = (try Record(stored: old), try Record(stored: new))
      if before.joinedInto != after.joinedInto { add(FieldKey(.life), of: row) }
      guard before.optionHeads != after.optionHeads else { return }
      let identities = [before, after].map { DeckOptions($0).scheduler.identity }
      if identities[0] != identities[1] { add(FieldKey(.option), of: row) }
    default: break
    }
  }

  /// Adds the cards of the decks that were joined, and of those joined into these; where they are
  /// many, all of the schedule is built anew.
  mutating func resolveDecks(
    in table: ViewTable, _ transaction: borrowing ReadTransaction
  ) throws {
    var seen = Set(decks)
    var joined: [EntityID] = []
    while let deck = decks.popLast() {
      let others = ViewIndex.joined.key([RowKind.deck.rawValue], deck.key)
      try transaction.scan(table, from: others, below: others.after) { key, _ in
        let other = EntityID(handle: key.bigEndian128(at: key.count - 16))
        if seen.insert(other).inserted { decks.append(other) }
        return .next
      }
      let prefix = ViewIndex.deckCard.key(deck.key)
      try transaction.scan(table, from: prefix, below: prefix.after) { key, _ in
        joined.append(EntityID(handle: key.bigEndian128(at: key.count - 16)))
        return joined.count > Self.joinedCardLimit ? .stop : .next
      }
      if joined.count > Self.joinedCardLimit {
        hasNewOptions = true
        return decks.removeAll()
      }
    }
    cards += joined
  }

  /// The cards to compute, those of the notes among them.
  func allCards(
    in decks: ViewTable, _ transaction: borrowing ReadTransaction
  ) throws -> [EntityID] {
    var all = cards
    for note in notes {
      let prefix = ViewIndex.noteCard.key(note.key)
      try transaction.scan(decks, from: prefix, below: prefix.after) { key, _ in
        if key.count == 33 { all.append(EntityID(handle: key.bigEndian128(at: 17))) }
        return .next
      }
    }
    return all
  }
}

extension Record {
  /// The options that count, with the writes they come from.
  fileprivate var optionHeads: [Head] {
    registers.filter { $0.key.field == .option }.compactMap { $0.register.winner }
  }
}
