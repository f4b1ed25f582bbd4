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

    /// Whether it is of few things, however small the store: one look shows them, so where nobody
    /// can be asked it is told and no reason to stop.
    package var isSmall: Bool { changed < 5 }

    /// Of so many, this many would be.
    package init(kind: ThingKind, changed: Int, live: Int) {
      self.kind = kind
      self.changed = changed
      self.live = live
    }
  }

  /// Items and cards, with the indexes that list those that are live.
  private static var liveThings: [(kind: ThingKind, index: [UInt8])] {
    [(.item, ViewIndex.standing.key([0])), (.card, ViewIndex.deckCard.key())]
  }

  /// Whether there is anything here that a merge could put away or overwrite.
  package func holdsThings() throws -> Bool {
    try read { moment, transaction in
      var isFound = false
      for (kind, index) in Self.liveThings where !isFound {
        try moment.catalog.scan(
          kind.row.view, from: index, below: index.after, transaction
        ) { _, _ in
          isFound = true
          return .stop
        }
      }
      return isFound
    }
  }

  /// Where changes would put away or overwrite more than a tenth of all items, or of all cards.
  /// What is new or only added to counts for nothing, and one thing alone is no sweep.
  ///
  /// - Complexity: O(*n*) in the items and cards here, where any would be overwritten.
  package func sweeps(of changes: StoreChanges) throws -> [Sweep] {
    let effects = changes.effects
    let touched = Set(effects.deleted + effects.overwritten.map(\.name.row))
    return try read { moment, transaction in
      try Self.liveThings.compactMap { kind, index in
        let changed = touched.count { $0.kind == kind.row }
        guard changed > 1 else { return nil }
        let live = try moment.ids(kind.row.view, index, transaction).count
        return changed * 10 > live ? Sweep(kind: kind, changed: changed, live: live) : nil
      }
    }
  }
}
