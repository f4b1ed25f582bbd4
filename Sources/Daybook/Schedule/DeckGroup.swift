import DaybookEvents
import LMDB

/// A deck with those below it, of which some are studied together, and what their limits leave of
/// the day.
struct DeckGroup {
  /// The deck whose limits hold for all of them.
  let top: EntityID
  /// All of them, itself first.
  private(set) var decks: [EntityID]
  private var paths: [[String]]
  /// Of each deck: itself and those above it in the group.
  private var above: [EntityID: [EntityID]] = [:]
  /// What the options of each deck leave for itself and those below it.
  private var left: [EntityID: StudyAllowance] = [:]

  private init(top: EntityID, path: [String]) {
    self.top = top
    decks = [top]
    paths = [path]
  }

  /// The decks in groups, in the order given: a deck belongs to the first of those above it that
  /// is among them.
  static func all(
    _ decks: [EntityID], _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> [DeckGroup] {
    var groups: [DeckGroup] = []
    for deck in decks {
      let name = try moment.catalog.record(RowKey(.deck, deck), transaction).value(.name) ?? []
      let path = DeckPath.parts(String(decoding: name, as: UTF8.self))
      let top = groups.firstIndex {
        path.count > $0.paths[0].count && path.starts(with: $0.paths[0])
      }
      if let top {
        groups[top].decks.append(deck)
        groups[top].paths.append(path)
      } else {
        groups.append(DeckGroup(top: deck, path: path))
      }
    }
    return groups
  }

  /// Finds what the day has left. What was studied in a deck counts for those above it as well.
  mutating func setLimits(
    _ round: StudyRound, _ transaction: borrowing ReadTransaction
  ) throws {
    var named: [[String]: [EntityID]] = [:]
    for (deck, path) in zip(decks, paths) {
      named[path, default: []].append(deck)
      left[deck] = try round.allowance(of: deck, transaction)
    }
    for (deck, path) in zip(decks, paths) {
      above[deck] = [deck]
      for depth in 1..<max(1, path.count) {
        above[deck]? += named[Array(path.prefix(depth))] ?? []
      }
      spend(try round.studied(in: deck, transaction), of: deck)
    }
  }

  /// How many more cards of a deck come today: as many as every deck above it still allows.
  func allowance(of deck: EntityID) -> StudyAllowance {
    let limits = (above[deck] ?? []).compactMap { left[$0] }
    return StudyAllowance(
      new: max(0, limits.map(\.new).min() ?? 0),
      reviews: max(0, limits.map(\.reviews).min() ?? 0))
  }

  /// Counts cards of a deck that come today.
  mutating func spend(_ cards: StudyAllowance, of deck: EntityID) {
    for deck in above[deck] ?? [] {
      left[deck]?.new -= cards.new
      left[deck]?.reviews -= cards.reviews
    }
  }
}

/// A number of new cards and one of reviews.
struct StudyAllowance: Equatable {
  /// Cards never answered before.
  var new = 0
  /// Others.
  var reviews = 0
}
