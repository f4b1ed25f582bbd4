public import DaybookEvents
import DaybookText

extension Store {
  /// An item as it shows, or showed; nil when no item has, or had, this id.
  ///
  /// - Parameters:
  ///   - id: its id.
  ///   - time: a moment in the past; nil for now.
  /// - Throws: what the file system says; a damaged row is never returned as a good one.
  public func item(_ id: EntityID, at time: PastTime? = nil) throws -> Item? {
    try read(at: time) { try $0.item(id, $1) }
  }

  /// The items that a query finds; nothing that is done or archived unless the query names a status
  /// or asks for conflicts, nothing that was deleted unless it asks for that.
  ///
  /// - Parameters:
  ///   - query: as on the command line: words, `tag:work`, `due.before:friday`, `status:any`.
  ///   - order: in what order; nil for a collection's own where the query is one collection, else
  ///     the newest first.
  ///   - range: which of them in that order, counted from 0: `0..<50` for the first page. Fewer
  ///     come back where there are fewer. Nil for all.
  ///   - time: a moment in the past, from which the query's times are told too; nil for now.
  /// - Throws: an error with the place in the query that cannot be read.
  /// - Complexity: an index range for every field the query names; words look at each candidate,
  ///   and each is put in order. Tags and collections are looked up of those in the range alone.
  ///   Of the past the log after that moment is read, or where that is more than an eighth of it,
  ///   the whole log is folded.
  public func items(
    matching query: String = "", order: ListOrder<Item.SortField>? = nil,
    range: Range<Int>? = nil, at time: PastTime? = nil
  ) throws -> [Item] {
    let search = try search(query, at: time)
    return try read(at: time) {
      try search.arranged(try search.run($0, $1).items, order, range, $0, $1)
    }
  }

  /// How many items a query finds: as ``items(matching:order:range:at:)``.
  public func itemCount(matching query: String = "", at time: PastTime? = nil) throws -> Int {
    let search = try search(query, at: time)
    return try read(at: time) { try search.run($0, $1).items.count }
  }

  private func search(_ query: String, at time: PastTime?) throws -> ItemSearch {
    let now = try present(time)
    return ItemSearch(
      try parsed(query, now: now, at: time), now: now,
      clock: LocalClock(offsetMinutes: options.offsetMinutes))
  }

  /// Now, or the time of a past moment: milliseconds since 1970.
  package func present(_ time: PastTime?) throws -> Int64 {
    guard let time else { return options.now() }
    return try read { try $0.milliseconds(of: time, $1) }
  }

  /// One short hash of everything the store knows: equal on two machines exactly when they agree.
  public func fingerprint() throws -> String {
    try read { moment, _ in moment.catalog.fingerprint }
  }
}
