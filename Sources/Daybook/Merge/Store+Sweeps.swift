import LMDB

extension Store {
  /// Things of one kind of which a good part would be put away or overwritten.
  package struct Sweep: Equatable, Sendable {
    /// The kind: items or cards.
    package let kind: ThingKind
    /// How many would be put away or show another value in some field.
    package let changed: Int
    /// How many there are now.
    package let live: Int
  }

  /// Where changes would put away or overwrite more than a tenth of all items, or of all cards.
  /// What is new or only added to counts for nothing.
  ///
  /// - Complexity: O(*n*) in the items and cards here, where any would be overwritten.
  package func sweeps(of changes: StoreChanges) throws -> [Sweep] {
    let effects = changes.effects
    let touched = Set(effects.deleted + effects.overwritten.map(\.name.row))
    return try read { moment, transaction in
      // Both indexes list what is live.
      let indexes: [(ThingKind, [UInt8])] = [
        (.item, ViewIndex.standing.key([0])), (.card, ViewIndex.deckCard.key()),
      ]
      return try indexes.compactMap { kind, index in
        let changed = touched.count { $0.kind == kind.row }
        guard changed > 0 else { return nil }
        let live = try moment.ids(kind.row.view, index, transaction).count
        return changed * 10 > live ? Sweep(kind: kind, changed: changed, live: live) : nil
      }
    }
  }
}
