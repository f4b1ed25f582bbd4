import DaybookEvents
import DaybookText

extension Store {
  /// The first items that a search finds, each with its short id, and all that it found.
  package func list(
    _ search: ItemSearch, _ order: ListOrder<Item.SortField>?, limit: Int, at time: PastTime?
  ) throws -> (items: [(handle: String, item: Item)], found: ItemSearch.Found) {
    try read(at: time) { moment, transaction in
      let found = try search.run(moment, transaction)
      let shown = try search.arranged(found.items, order, 0..<limit, moment, transaction)
      return (
        try shown.map { (handle: try moment.shortHandle($0.id, transaction), item: $0) }, found
      )
    }
  }

  /// The first cards that a search finds, each with its short id, and how many it found.
  package func list(
    _ search: CardSearch, _ order: ListOrder<Card.SortField>, limit: Int, at time: PastTime?
  ) throws -> (cards: [(handle: String, card: Card)], total: Int) {
    try read(at: time) { moment, transaction in
      let all = CardSearch.sort(try search.run(moment, transaction), order)
      let shown = try all.prefix(limit).map {
        (handle: try moment.shortHandle($0.id, transaction), card: $0)
      }
      return (shown, all.count)
    }
  }

  /// The live collections by name, each with its short id and how many live items are in it.
  package func listCollections(
    at time: PastTime?
  ) throws -> [(handle: String, collection: CollectionSummary, count: Int)] {
    try read(at: time) { moment, transaction in
      try moment.collections(transaction).filter { !$0.isDeleted }.map {
        (
          handle: try moment.shortHandle($0.id, transaction), collection: $0,
          count: try moment.members(of: $0.id, transaction).count
        )
      }
    }
  }

  /// The live decks by name with their counts, each with its short id.
  package func listDecks(at time: PastTime?) throws -> [(handle: String, deck: DeckSummary)] {
    let now = try present(time)
    let day = try studyDay(at: now, in: time)
    return try read(at: time) { moment, transaction in
      try moment.decks(at: now, studyDay: day, transaction).filter { !$0.isDeleted }.map {
        (handle: try moment.shortHandle($0.id, transaction), deck: $0)
      }
    }
  }
}
