public import DaybookEvents
import LMDB

extension Store {
  /// All collections by name, deleted ones included.
  ///
  /// - Parameter time: a moment in the past; nil for now.
  public func collections(at time: PastTime? = nil) throws -> [CollectionSummary] {
    try read(at: time) { try $0.collections($1) }
  }

  /// The live items of a collection, in its own order; none for a collection that is not there.
  ///
  /// - Parameters:
  ///   - collection: its id.
  ///   - time: a moment in the past; nil for now.
  public func items(in collection: EntityID, at time: PastTime? = nil) throws -> [Item] {
    try read(at: time) { moment, transaction in
      try moment.members(of: collection, transaction).compactMap {
        try moment.item($0.item, transaction)
      }
    }
  }

  /// The live collections that a live item is in.
  public func collections(of item: EntityID) throws -> [CollectionSummary] {
    try read { moment, transaction in
      let isLive = try moment.item(item, transaction).map { !$0.isDeleted } ?? false
      return try moment.collections(of: item, isLive: isLive, transaction)
    }
  }

  /// All tags by name, with how many live items have them; 0 for one that none has any more.
  ///
  /// - Parameter time: a moment in the past; nil for now.
  public func tags(at time: PastTime? = nil) throws -> [TagCount] {
    try read(at: time) { try $0.tags($1) }
  }

  /// The thing that a person names: by its id, or by enough of its `handleDigits` to be
  /// unique, as every command shows and takes it.
  ///
  /// - Throws: ``StoreError/unknownID(_:)``, ``StoreError/ambiguousID(_:candidates:)``.
  public func thing(named text: String) throws -> EntityID {
    try read { try $0.resolve(text, $1) }
  }

  /// The live collection of a name, without regard to case and accents; nil when there is none.
  ///
  /// - Throws: ``StoreError/ambiguousName(_:kind:candidates:)``: two machines may have made one
  ///   each.
  public func collection(named name: String) throws -> EntityID? {
    try read { try $0.named(name, .collection, $1) }
  }

  /// The live deck of a name, without regard to case and accents; nil when there is none.
  ///
  /// - Throws: ``StoreError/ambiguousName(_:kind:candidates:)``: two machines may have made one
  ///   each.
  public func deck(named name: String) throws -> EntityID? {
    try read { try $0.named(name, .deck, $1) }
  }
}
