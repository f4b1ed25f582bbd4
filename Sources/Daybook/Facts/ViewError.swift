/// What can be wrong with a view. The log is not touched by any of it: rebuilding mends it.
package enum ViewError: Error, Equatable {
  /// A row's bytes cannot be read, though they are what was written.
  case damagedRow
  /// A row or an index entry of a view is not what was written, or is not found for another that
  /// is not.
  case damaged(ViewName)
  /// The view was never built in this store.
  case missing(ViewName)
  /// The view was built by a newer program.
  case newer(ViewName)
}
