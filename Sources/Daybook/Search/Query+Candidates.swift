import DaybookEvents
import LMDB
import DaybookText

extension Query {
  /// Whether deleted items are asked for.
  var mentionsDeleted: Bool {
    switch self {
    case .state(.deleted): true
    case .and(let parts), .or(let parts): parts.contains(where: \.mentionsDeleted)
    case .not(let part): part.mentionsDeleted
    default: false
    }
  }

  /// Whether it says itself which of the items that are done or archived are wanted: else none is.
  /// A deleted item is gone wherever it stood, and a conflict waits for a decision all the same.
  var namesStatus: Bool {
    switch self {
    case .status, .state(.deleted), .state(.conflict): true
    case .and(let parts), .or(let parts): parts.contains(where: \.namesStatus)
    case .not(let part): part.namesStatus
    default: false
    }
  }

  /// The items an index offers: all that can match, and perhaps more. Nil where no index helps,
  /// as for words.
  func candidates(
    _ context: SearchContext, _ transaction: borrowing ReadTransaction
  ) throws -> Set<EntityID>? {
    switch self {
    case .and(let parts):
      let sets = try parts.compactMap { try $0.candidates(context, transaction) }
      return sets.min { $0.count < $1.count }
    case .or(let parts):
      var union: Set<EntityID> = []
      for part in parts {
        guard let set = try part.candidates(context, transaction) else { return nil }
        union.formUnion(set)
      }
      return union
    case .tag(let name):
      return Set(
        try context.moment.ids(.items, ViewIndex.tag.key(Tag.id(name).key), transaction))
    case .status(let name) where name != Self.any:
      return try context.standing(
        lives: [0, 1], statuses: [ViewIndex.standingByte(ItemStatus(rawValue: name))],
        kinds: nil, transaction)
    case .kind(let name):
      return try context.standing(
        lives: [0, 1], statuses: nil, kinds: [ViewIndex.kindByte(ItemKind(rawValue: name))],
        transaction)
    case .attribute(let name, let value) where value != Self.none:
      guard let attribute = ItemAttribute.named(name) else { return [] }
      let prefix = attribute.index.key(value == Self.any ? [] : attribute.indexKey(value))
      return Set(try context.moment.ids(.items, prefix, transaction))
    case .collection(let name):
      return Set(
        try context.moment.resolveAll(name, as: .collection, transaction).flatMap {
          try context.moment.members(of: $0, transaction).map(\.item)
        })
    case .state(let term): return try candidates(of: term, context, transaction)
    case .time(let field, let comparison, let value):
      return try candidates(field, comparison.range(value, context.clock), context, transaction)
    case .timeAny(.due):
      return Set(try context.moment.ids(.items, [ViewIndex.due.rawValue], transaction))
    case .all, .not, .words, .phrase, .deck, .timeNone, .timeAny, .status, .attribute:
      return nil
    }
  }

  private func candidates(
    of term: StateTerm, _ context: SearchContext, _ transaction: borrowing ReadTransaction
  ) throws -> Set<EntityID>? {
    switch term {
    case .conflict:
      return Set(try Conflict.all(context.moment, transaction).map(\.entity))
    case .deleted:
      return try context.standing(lives: [1], statuses: nil, kinds: nil, transaction)
    case .due:
      return try context.range(
        .due, Int64.min / 2..<(context.now + 2 * 86_400_000), transaction)
    case .suspended, .buried, .leech: return []
    }
  }

  private func candidates(
    _ field: TimeField, _ range: Range<Int64>, _ context: SearchContext,
    _ transaction: borrowing ReadTransaction
  ) throws -> Set<EntityID> {
    // Dates are kept at midnight UTC: a day is added at both ends, and rows are looked at.
    let wide =
      max(range.lowerBound, Int64.min / 2) - 86_400_000..<min(range.upperBound, Int64.max / 2)
      + 86_400_000
    switch field {
    case .due: return try context.range(.due, wide, transaction)
    case .created:
      return try context.standing(
        lives: [0, 1], statuses: nil, kinds: nil, created: wide, transaction)
    case .edited:
      return try context.range(.edited, wide, transaction).union(
        try context.standing(
          lives: [0, 1], statuses: nil, kinds: nil, created: wide, transaction))
    }
  }
}

extension Query.Comparison {
  /// The moments that satisfy a comparison with a date or a moment.
  func range(_ value: TimeValue, _ clock: LocalClock) -> Range<Int64> {
    let start: Int64
    let end: Int64
    switch value {
    case .date(let date):
      start = clock.instant(date, millisecondOfDay: 0)
      end = clock.instant(date.adding(days: 1) ?? date, millisecondOfDay: 0)
    case .instant(let milliseconds): (start, end) = (milliseconds, milliseconds + 1)
    }
    switch self {
    case .before: return Int64.min..<start
    case .after: return end..<Int64.max
    case .on: return start..<max(start, end)
    case .onOrBefore: return Int64.min..<end
    case .onOrAfter: return start..<Int64.max
    }
  }
}
