import DaybookEvents
import DaybookLog

extension Store {
  /// How much of the store can be seen now. Take it before reading what is to be shown: then a
  /// write in between is noticed later, and none is missed.
  public func version() throws -> StoreVersion {
    try read { moment, _ in StoreVersion(moment.state.heads) }
  }

  /// The same store, but a change through it is made only where every item, collection, deck and
  /// card that it is about is still as somebody saw it: nothing was written to them, here or on
  /// another machine, that is not part of `version` or was written through the returned store.
  ///
  /// ```swift
  /// let version = try store.version()
  /// let shown = try store.item(id)
  /// … somebody decides …
  /// try store.expecting(version).edit(id, change)
  /// ```
  ///
  /// A change that is refused throws ``StoreError/changedSince(_:)`` and leaves nothing behind; a
  /// change that would write nothing is never refused. Merging and rebuilding change no thing by
  /// themselves and are not held back.
  public func expecting(_ version: StoreVersion) -> Store {
    Store(
      path: path, isNew: isNew, environment: environment, tables: tables, options: options,
      expectation: Expectation(version), damage: damage)
  }
}
