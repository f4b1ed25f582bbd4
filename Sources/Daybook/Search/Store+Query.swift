import DaybookEvents
import LMDB
import DaybookText

extension Store {
  /// A query as it was typed; nil for none.
  func parsed(_ text: String, now: Int64, at time: PastTime?) throws -> Query? {
    guard !text.isEmpty else { return nil }
    return try query(now: now, at: time) { (parser) throws(QueryError) in
      try parser.parse(text: text)
    }
  }

  /// Reads a query with the person's week and clock. Statuses, kinds and words of newer programs
  /// are known as soon as an item has them.
  ///
  /// - Parameters:
  ///   - now: what times are counted from.
  ///   - time: the past moment that is asked about; nil for now.
  ///   - parse: what is read.
  /// - Throws: ``QueryError`` with the place of what could not be read.
  package func query(
    now: Int64, at time: PastTime? = nil,
    _ parse: (QueryParser) throws(QueryError) -> Query
  ) throws -> Query {
    let (offset, weekStart) = (options.offsetMinutes, try read { try $0.weekStart($1) })
    func parser(_ values: QueryValues) -> QueryParser {
      QueryParser(values: values) { direction in
        TimeParser(now: now, offsetMinutes: offset, direction: direction, weekStart: weekStart)
      }
    }
    do throws(QueryError) {
      return try parse(parser(.ofItems))
    } catch {
      guard case .unknownValue = error.problem else { throw error }
      return try parse(parser(try read(at: time) { try $0.queryValues($1) }))
    }
  }
}

extension Moment {
  /// The values that fields of a query know here: what is not this program's stands in ranges of
  /// its own in the indexes.
  fileprivate func queryValues(_ transaction: borrowing ReadTransaction) throws -> QueryValues {
    let context = SearchContext(self, now: 0, clock: LocalClock { _ in 0 })
    let other = ViewIndex.otherWord
    var ids: Set<EntityID> = []
    for attribute in ItemAttribute.all where !attribute.words.isEmpty {
      ids.formUnion(try self.ids(.items, attribute.index.key([other]), transaction))
    }
    for (statuses, kinds) in [([other], nil), (nil, [other])] as [([UInt8]?, [UInt8]?)] {
      ids.formUnion(
        try context.standing(lives: [0, 1], statuses: statuses, kinds: kinds, transaction))
    }
    var values = QueryValues.ofItems
    for id in ids.sorted(by: { $0.handle < $1.handle }) {
      let facts = Item.Facts(try catalog.record(RowKey(.item, id), transaction))
      values.add(status: facts.status.rawValue, kind: facts.kind.rawValue)
      for attribute in ItemAttribute.all {
        if let word = attribute.text(in: facts.record) { values.add(word, of: attribute.name) }
      }
    }
    return values
  }
}

extension QueryValues {
  /// The values that queries about items know without looking at any.
  package static let ofItems = QueryValues(
    attributes: ItemAttribute.all.map {
      Attribute(name: $0.name, words: $0.words.isEmpty ? nil : $0.words)
    })
}
