import DaybookEvents
import DaybookLog
import LMDB

extension Store {
  /// Things of one kind of which a good part would be deleted or overwritten.
  package struct Sweep: Equatable, Sendable {
    /// The kind: items or cards.
    package let kind: ThingKind
    /// How many would be deleted or show another value in some field.
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

  /// Whether there is anything here that a merge could delete or overwrite.
  package func holdsThings() throws -> Bool {
    try read { moment, transaction in
      var isFound = false
      do {
        for (kind, index) in Self.liveThings where !isFound {
          try moment.catalog.scan(
            kind.row.view, from: index, below: index.after, transaction
          ) { _, _ in
            isFound = true
            return .stop
          }
        }
      } catch let error where StoreFailure(error) == .damaged {
        // Nobody can tell, so there may be.
        isFound = moment.state.eventCount > 0
      }
      return isFound
    }
  }

  /// Whether what a source holds may delete or overwrite so much that ``sweeps(of:)`` would list
  /// it, by what its new events are about: what mostly adds need not be tried to know.
  ///
  /// - Complexity: O(*n*) in the events of the source, a segment in memory at a time.
  package func maySweep(_ source: inout some SegmentSource) throws -> Bool {
    // What waits here may change anything, once what it waits for comes.
    guard try read({ moment, _ in moment.state.waitingCommands == 0 }) else { return true }
    var met = Dictionary(uniqueKeysWithValues: Self.liveThings.map { ($0.kind, Set<EntityID>()) })
    let live = try read { moment, transaction in
      try Self.liveThings.map { kind, index in
        (kind: kind, count: try moment.ids(kind.row.view, index, transaction).count)
      }
    }
    while let commands = try source.nextCommands() {
      let isMuch = try read { moment, transaction in
        for command in commands {
          let headers = command.headers
          // What is said of other events may concern any thing.
          if headers.contains(where: { $0.knownKind?.isErasable == false }) { return true }
          if try moment.log.locate(command.name, moment.state, transaction) != nil { continue }
          for (kind, _) in live {
            for id in headers.map(\.entity) where met[kind]?.contains(id) == false {
              if try !moment.catalog.record(RowKey(kind.row, id), transaction).isEmpty {
                met[kind]?.insert(id)
              }
            }
          }
        }
        return live.contains { Self.isSweep(met[$0.kind]?.count ?? 0, of: $0.count) }
      }
      if isMuch { return true }
    }
    return false
  }

  private static func isSweep(_ changed: Int, of live: Int) -> Bool {
    changed > 1 && changed * 10 > live
  }

  /// Where changes would delete or overwrite more than a tenth of all items, or of all cards.
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
        guard Self.isSweep(changed, of: live) else { return nil }
        return Sweep(kind: kind, changed: changed, live: live)
      }
    }
  }
}
