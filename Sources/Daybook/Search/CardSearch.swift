import DaybookEvents
import DaybookScheduler
package import LMDB
package import DaybookText

/// Answers a query about cards. Words match front and back; fields that only items have match no
/// card.
package struct CardSearch: Sendable {
  private let query: Query?
  private let now: Int64
  private let studyDay: Int
  private let clock: LocalClock

  /// Describes a search; without a query, for every card that was not deleted.
  package init(_ query: Query?, now: Int64, studyDay: Int, clock: LocalClock) {
    self.query = query
    self.now = now
    self.studyDay = studyDay
    self.clock = clock
  }

  /// The cards found, by the times of their ids.
  package func run(
    _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> [Card] {
    var decks: [String: Set<EntityID>] = [:]
    for name in query?.deckNames ?? [] {
      decks[name] = Set(try moment.decks(meantBy: name, transaction))
    }
    var ids = try query.flatMap { try candidates($0, in: decks, moment, transaction) }
    if ids == nil { ids = try allCards(moment, transaction) }
    return try (ids ?? []).sorted { $0.rawValue < $1.rawValue }.compactMap { id in
      guard let card = try moment.card(id, transaction) else { return nil }
      guard query?.mentionsDeleted ?? false || !card.isDeleted else { return nil }
      let isFound = try query.map { try matches($0, card, in: decks, moment, transaction) }
      return isFound ?? true ? card : nil
    }
  }

  private func candidates(
    _ query: Query, in decks: [String: Set<EntityID>], _ moment: Moment,
    _ transaction: borrowing ReadTransaction
  ) throws -> Set<EntityID>? {
    switch query {
    case .and(let parts):
      return try parts.compactMap { try candidates($0, in: decks, moment, transaction) }
        .min { $0.count < $1.count }
    case .deck(let name):
      return Set(try (decks[name] ?? []).flatMap { try moment.cards(in: $0, transaction) })
    case .state(.suspended):
      return Set(try moment.ids(.decks, [ViewIndex.suspended.rawValue], transaction))
    case .state(.due): return try due(moment, transaction)
    default: return nil
    }
  }

  /// Cards that are due, one index range for each deck.
  private func due(
    _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> Set<EntityID> {
    var found: Set<EntityID> = []
    for deck in try moment.named(.deck, transaction) where !deck.isDeleted {
      found.formUnion(try moment.dueCards(in: deck.id, before: now, transaction))
    }
    return found
  }

  private func allCards(
    _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> Set<EntityID> {
    var found: Set<EntityID> = []
    let prefix = [RowKind.card.rawValue]
    try moment.catalog.scan(.decks, from: prefix, below: prefix.after, transaction) { key, _ in
      if let row = RowKey(key) { found.insert(row.entity) }
      return .next
    }
    return found
  }

  private func matches(
    _ query: Query, _ card: Card, in decks: [String: Set<EntityID>], _ moment: Moment,
    _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    switch query {
    case .all: return true
    case .and(let parts):
      return try parts.allSatisfy { try matches($0, card, in: decks, moment, transaction) }
    case .or(let parts):
      return try parts.contains { try matches($0, card, in: decks, moment, transaction) }
    case .not(let part): return try !matches(part, card, in: decks, moment, transaction)
    case .words(let text), .phrase(let text):
      return [card.front, card.back].contains { searchable($0.string).contains(searchable(text)) }
    case .deck(let name):
      return card.deck.map { decks[name]?.contains($0) ?? false } ?? false
    case .tag(let name): return card.tags.contains { Tag.id($0) == Tag.id(name) }
    case .state(.suspended): return card.isSuspended
    case .state(.buried): return card.isBuried(onStudyDay: studyDay)
    case .state(.deleted): return card.isDeleted
    case .state(.leech): return card.isLeech
    case .state(.due):
      return !card.isSuspended && !card.isBuried(onStudyDay: studyDay)
        && card.schedule.isDue(at: now, studyDay: studyDay)
    case .state(.conflict):
      return try !Conflict.of(RowKey(.card, card.id), moment, transaction).isEmpty
    case .time(let field, let comparison, let value):
      return try time(field, card, moment, transaction).map {
        $0.overlaps(comparison.range(value, clock), comparison)
      } ?? false
    case .timeNone(let field): return try time(field, card, moment, transaction) == nil
    case .timeAny(let field): return try time(field, card, moment, transaction) != nil
    default: return false
    }
  }

  /// The stretch of time a field stands for: a day for a study day, a moment otherwise.
  private func time(
    _ field: Query.TimeField, _ card: Card, _ moment: Moment,
    _ transaction: borrowing ReadTransaction
  ) throws -> Range<Int64>? {
    let record = try moment.catalog.record(RowKey(.card, card.id), transaction)
    switch field {
    case .created:
      let created = ZonedTime(creationOf: record).milliseconds
      return created..<created + 1
    case .edited: return record.lastWrite.map { $0.recordedAt..<$0.recordedAt + 1 }
    case .due: return card.schedule.due.map { Query.Comparison.on.range($0.value, clock) }
    }
  }
}

extension Query {
  /// The names of decks in it.
  fileprivate var deckNames: [String] {
    switch self {
    case .deck(let name): [name]
    case .and(let parts), .or(let parts): parts.flatMap(\.deckNames)
    case .not(let part): part.deckNames
    default: []
    }
  }
}

extension CardSearch {
  /// Puts cards in order.
  package static func sort(_ cards: [Card], _ order: ListOrder<Card.SortField>) -> [Card] {
    func key(_ card: Card) -> (isMissing: Bool, number: Double, text: String) {
      let memory = card.schedule.memory
      return switch order.field {
      case .created: (false, Double(card.id.rawValue >> 80), "")
      case .due:
        (card.schedule.due == nil, Double(card.schedule.due?.sortMilliseconds ?? 0), "")
      case .deck: (card.deckName.isEmpty, 0, folded(card.deckName.string))
      case .front: (card.front.isEmpty, 0, folded(card.front.string))
      case .stability: (memory == nil, memory?.stability ?? 0, "")
      case .difficulty: (memory == nil, memory?.difficulty ?? 0, "")
      case .lapses: (false, Double(card.schedule.lapses), "")
      case .reviews: (false, Double(card.schedule.reviews), "")
      }
    }
    return cards.map { (key($0), $0) }.sorted { left, right in
      if left.0.isMissing != right.0.isMissing { return right.0.isMissing }
      let (first, second) = order.isDescending ? (right, left) : (left, right)
      if (first.0.number, first.0.text) != (second.0.number, second.0.text) {
        return (first.0.number, first.0.text) < (second.0.number, second.0.text)
      }
      return left.1.id.rawValue < right.1.id.rawValue
    }.map(\.1)
  }
}
