package import DaybookEvents
package import LMDB

/// The live decks by their paths. A deck stands for itself and those below it: in review, in
/// counts and in queries alike.
package struct DeckTree {
  /// By path, of one path the oldest first: so those below a deck follow it.
  private let decks: [(id: EntityID, path: [String])]
  private let indexes: [EntityID: Int]

  init(_ moment: Moment, _ transaction: borrowing ReadTransaction) throws {
    decks = try moment.named(.deck, transaction).filter { !$0.isDeleted }
      .map { ($0.id, DeckPath.parts($0.name.string)) }
      .sorted { left, right in
        left.path == right.path
          ? left.id.rawValue < right.id.rawValue
          : left.path.lexicographicallyPrecedes(right.path)
      }
    indexes = Dictionary(
      uniqueKeysWithValues: decks.enumerated().map { ($0.element.id, $0.offset) })
  }

  /// All of them: each after those above it.
  package var all: [EntityID] { decks.map(\.id) }

  /// Those that lie below one, at any depth. Where several decks have its name, they lie below the
  /// oldest of these, so that none is counted twice.
  package func below(_ deck: EntityID) -> [EntityID] {
    guard let index = indexes[deck] else { return [] }
    let path = decks[index].path
    guard index == 0 || decks[index - 1].path != path else { return [] }
    return decks[index...].prefix { $0.path.starts(with: path) }
      .filter { $0.path.count > path.count }.map(\.id)
  }

  /// What some decks stand for: each with those below it, once each.
  package func whole(_ decks: [EntityID]) -> [EntityID] {
    var seen: Set<EntityID> = []
    return decks.flatMap { [$0] + below($0) }.filter { seen.insert($0).inserted }
  }
}

extension Moment {
  /// The live decks by their paths.
  package func deckTree(_ transaction: borrowing ReadTransaction) throws -> DeckTree {
    try DeckTree(self, transaction)
  }

  /// The decks that a word stands for which names some: all of that name and those below them, or
  /// the one with that id and those below it.
  ///
  /// - Throws: As ``resolveAll(_:as:_:)``.
  package func decks(
    meantBy text: String, _ transaction: borrowing ReadTransaction
  ) throws -> [EntityID] {
    try deckTree(transaction).whole(resolveAll(text, as: .deck, transaction))
  }
}
