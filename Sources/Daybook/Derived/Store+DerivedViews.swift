import DaybookEvents
import DaybookLog
import LMDB

extension Store {
  /// The rows of a derived view, in the order of their keys and then of the things that give them.
  ///
  /// What was written before the call is in them: the view's function is asked for what changed
  /// since somebody last asked, and the outcome kept. Of the past, and of a store that is open for
  /// reading only, it is asked for all things each time, and nothing is kept.
  ///
  /// - Parameters:
  ///   - view: the view.
  ///   - key: what the keys begin with; nothing for all rows.
  ///   - time: a moment in the past; nil for now.
  /// - Throws: what the view's function throws; ``StoreError/derivedKeyTooLong(bytes:)``;
  ///   ``StoreFailure``. Rows that were kept stay as they were.
  /// - Complexity: O(*n*) in the rows returned and in the events since the view was last asked for;
  ///   where these are more than some thousands, or there was none of its version, in all things.
  public func rows(
    of view: DerivedView, under key: [DerivedKey] = [], at time: PastTime? = nil
  ) throws -> [DerivedRow] {
    let prefix = key.flatMap(\.bytes)
    return try StoreFailure.naming {
      guard time == nil, !options.isReadOnly else {
        return try computedRows(of: view, prefix, at: time)
      }
      do {
        return try keptRows(of: view, prefix)
      } catch let error where StoreFailure(error) == .damaged {
        // What it was computed from is there.
        try forget(view.name)
        return try keptRows(of: view, prefix)
      }
    }
  }

  /// What the rows of a derived view come to, in the order of their keys.
  ///
  /// - Parameters:
  ///   - view: the view.
  ///   - key: what the keys begin with; nothing for all rows.
  ///   - partCount: rows are added up whose keys share so many parts; nil for all parts.
  ///   - time: a moment in the past; nil for now.
  /// - Throws: As ``rows(of:under:at:)``.
  public func sums(
    of view: DerivedView, under key: [DerivedKey] = [], sharing partCount: Int? = nil,
    at time: PastTime? = nil
  ) throws -> [DerivedSum] {
    var sums: [DerivedSum] = []
    for row in try rows(of: view, under: key, at: time) {
      let shared = partCount.map { Array(row.key.prefix($0)) } ?? row.key
      let last = sums.last?.key == shared ? sums.removeLast() : nil
      sums.append(
        DerivedSum(
          key: shared, amount: (last?.amount ?? 0).addingSaturated(row.amount),
          count: (last?.count ?? 0) + 1))
    }
    return sums
  }

  /// Removes what is kept of a derived view that is not asked for any more.
  ///
  /// - Throws: ``StoreFailure``; what is left then is removed by the next call.
  public func forget(_ view: CustomName) throws {
    try StoreFailure.naming {
      guard try environment.table(DerivedTable.name) != nil else { return }
      try environment.write { transaction in
        try StoreFormat.checkWritable(tables, transaction.reading)
        _ = try transaction.delete(DerivedTable.entry(view.name), in: DerivedTable.table)
      }
      try sweep(view.name, keeping: [])
    }
  }

  private func keptRows(of view: DerivedView, _ key: [UInt8]) throws -> [DerivedRow] {
    while true {
      try refresh(view)
      let found: [DerivedRow]? = try read { _, transaction in
        // Something may have been erased since, and its rows with it.
        let build = try DerivedBuild(view.name.name, transaction)
        guard let generation = build.generation, build.version == view.version else { return nil }
        let rows = DerivedViewRows(prefix: DerivedTable.prefix(view.name.name, generation))
        var found: [DerivedRow] = []
        try transaction.scanDerived(rows.start + key) { rest, content in
          guard let row = DerivedRow(at: key + rest, amount: DerivedViewRows.amount(content))
          else {
            throw ViewError.damagedRow
          }
          found.append(row)
          return .next
        }
        return found
      }
      if let found { return found }
    }
  }

  private func computedRows(
    of view: DerivedView, _ key: [UInt8], at time: PastTime?
  ) throws -> [DerivedRow] {
    let kept = try read(at: time) { moment, transaction in
      try moment.catalog.foldPast(transaction)
      return try view.source.all(moment, transaction).things.flatMap { id in
        let thing = try view.source.thing(id, moment, transaction)
        return try (thing.map(view.kept) ?? [:]).map { key, amount in
          (place: DerivedViewRows.place(key, id), amount: amount)
        }
      }
    }
    return kept.filter { $0.place.starts(with: key) }
      .sorted { $0.place.lexicographicallyPrecedes($1.place) }
      .compactMap { DerivedRow(at: $0.place, amount: $0.amount) }
  }
}

extension DerivedRow {
  /// Reads the place of a row; nil for another shape.
  fileprivate init?(at place: [UInt8], amount: Int64) {
    guard let (key, thing) = DerivedViewRows.key(at: place) else { return nil }
    self.init(key: key, thing: thing, amount: amount)
  }
}
