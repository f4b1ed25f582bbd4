import DaybookEvents
import LMDB
import DaybookText

extension Query {
  /// Whether an item satisfies the query.
  func matches(
    _ id: EntityID, _ facts: Item.Facts, _ context: SearchContext,
    _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    switch self {
    case .all: return true
    case .and(let parts):
      return try parts.allSatisfy { try $0.matches(id, facts, context, transaction) }
    case .or(let parts):
      return try parts.contains { try $0.matches(id, facts, context, transaction) }
    case .not(let part): return try !part.matches(id, facts, context, transaction)
    case .words(let text), .phrase(let text): return facts.contains(text)
    case .tag(let name): return facts.tags.contains(Tag.id(name))
    case .status(let name): return name == Self.any || facts.status.rawValue == name
    case .kind(let name): return facts.kind.rawValue == name
    case .attribute(let name, let value):
      return ItemAttribute.named(name)?.matches(value, facts.record) ?? false
    case .collection(let name):
      let wanted = try context.moment.resolveAll(name, as: .collection, transaction)
      return try context.moment.collections(of: id, isLive: facts.record.isLive, transaction)
        .contains { wanted.contains($0.id) }
    case .deck: return false
    case .state(let term):
      return try matches(term, id, facts, context, transaction)
    case .time(let field, let comparison, let value):
      return facts.time(field, context.clock).map {
        $0.overlaps(comparison.range(value, context.clock), comparison)
      } ?? false
    case .timeNone(let field): return facts.time(field, context.clock) == nil
    case .timeAny(let field): return facts.time(field, context.clock) != nil
    }
  }

  private func matches(
    _ term: StateTerm, _ id: EntityID, _ facts: Item.Facts, _ context: SearchContext,
    _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    switch term {
    case .deleted: return !facts.record.isLive
    case .conflict:
      return try !facts.record.contested.isEmpty
        || Conflict.all(context.moment, transaction).contains { $0.entity == id }
    case .due:
      return facts.time(.due, context.clock).map { $0.lowerBound <= context.now } ?? false
    case .suspended, .buried, .leech: return false
    }
  }
}

extension Item.Facts {
  /// Whether title or body has a text, without regard to case and accents.
  func contains(_ text: String) -> Bool {
    let wanted = searchable(text)
    return [record.value(.title), record.value(.body)].contains {
      $0.map { searchable(String(decoding: $0, as: UTF8.self)).contains(wanted) } ?? false
    }
  }

  /// The stretch of time a field stands for: a day for a date, a moment otherwise.
  func time(_ field: Query.TimeField, _ clock: LocalClock) -> Range<Int64>? {
    switch field {
    case .created: return createdAt.milliseconds..<createdAt.milliseconds + 1
    case .edited: return editedAt.milliseconds..<editedAt.milliseconds + 1
    case .due:
      return schedule.due.map { Query.Comparison.on.range($0, clock) }
    }
  }
}

extension Range<Int64> {
  /// Whether a stretch of time satisfies a comparison whose moments are given: something due on
  /// a day is before what comes after that day, and on it at any moment of it.
  func overlaps(_ wanted: Range<Int64>, _ comparison: Query.Comparison) -> Bool {
    switch comparison {
    case .before, .onOrBefore: lowerBound < wanted.upperBound
    case .after, .onOrAfter: lowerBound >= wanted.lowerBound
    case .on: overlaps(wanted)
    }
  }
}
