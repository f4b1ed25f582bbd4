public import DaybookEvents
import DaybookLog

extension Store {
  /// An item as it shows now; nil when no item has this id.
  ///
  /// - Throws: what the file system says; a damaged row is never returned as a good one.
  public func item(_ id: EntityID) throws -> Item? {
    try read { try $0.item(id, $1) }
  }

  /// The items that a query finds, newest first, or in a collection's own order where the query is
  /// one collection; without a query, all that are not deleted, done or archived.
  ///
  /// - Parameter query: as on the command line: words, `tag:work`, `due.before:friday`.
  /// - Throws: an error with the place in the query that cannot be read.
  /// - Complexity: an index range for every field the query names; words look at each candidate.
  public func items(matching query: String = "") throws -> [Item] {
    let (now, offset) = (options.now(), options.offsetMinutes)
    let weekStart = try read { try $0.weekStart($1) }
    let parser = QueryParser { direction in
      TimeParser(now: now, offsetMinutes: offset, direction: direction, weekStart: weekStart)
    }
    let parsed = query.isEmpty ? nil : try parser.parse(text: query)
    let search = ItemSearch(parsed, now: now, clock: LocalClock(offsetMinutes: offset))
    return try read { try search.arranged(try search.run($0, $1), $0, $1) }
  }

  /// One short hash of everything the store knows: equal on two machines exactly when they agree.
  public func fingerprint() throws -> String {
    try read { moment, _ in moment.catalog.fingerprint }
  }

  /// Writes everything this store holds into a file, for another machine to merge.
  ///
  /// The file appears whole or not at all.
  ///
  /// - Returns: how many events it holds.
  @discardableResult
  public func createBundle(at path: String) throws -> Int {
    try createBundle(at: path) { _ in }
  }

  /// Takes over what a bundle holds and this store lacks. Safe to repeat and to interrupt.
  ///
  /// - Returns: how many events were new.
  /// - Throws: when a part of the bundle is damaged; its sound parts are kept all the same.
  @discardableResult
  public func mergeBundle(at path: String) throws -> Int {
    let report = try merge(bundleAt: path)
    if let problem = report.problems.first { throw problem }
    return report.appliedEvents
  }
}
