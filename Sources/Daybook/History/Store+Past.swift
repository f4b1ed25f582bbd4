package import LMDB

extension Store {
  /// Reads the store as it was, or as it is where `time` is nil.
  ///
  /// The past is folded by the same code as the present, as far as `body` asks for it: one thing
  /// from the events about it; anything that needs an index from the views of the present but for
  /// what was written since, or where that is much, from the whole log. Nothing is written.
  package func read<Result>(
    at time: PastTime?, _ body: (Moment, borrowing ReadTransaction) throws -> Result
  ) throws -> Result {
    guard let time else { return try read(body) }
    return try read { present, transaction in
      let bound = try PastBound(time, present, transaction)
      let catalog = ViewCatalog(PastViews(bound, present))
      return try body(present.showing(catalog, bound.state), transaction)
    }
  }
}
