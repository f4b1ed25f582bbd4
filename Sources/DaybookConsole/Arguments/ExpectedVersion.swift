import ArgumentParser
package import Daybook

/// The option of every command that changes things of the store.
package struct ExpectedVersion: ParsableArguments {
  @Option(
    help: "Change nothing that was changed by anything later than this event, or unknown to it.")
  var ifUnchangedSince: Word?

  /// Nothing expected.
  package init() {}

  /// Opens the store for the change.
  ///
  /// - Parameter isPreview: whether nothing will be written, so that no store is made either.
  /// - Throws: ``StoreError/unknownID(_:)`` for an event that is not here.
  package func open(_ store: StoreArguments, isPreview: Bool = false) throws -> Store {
    let store = try isPreview ? store.openForReading() : store.open()
    guard let ifUnchangedSince else { return store }
    guard let event = try store.event(named: ifUnchangedSince.string) else {
      throw StoreError.unknownID(ifUnchangedSince.string)
    }
    return store.expecting(StoreVersion([event]))
  }
}
