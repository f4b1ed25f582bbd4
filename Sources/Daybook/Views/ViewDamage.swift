import Synchronization

/// The builds of views in which a user of a store met damage.
final class ViewDamage: Sendable {
  private struct Notes {
    var told: Set<ViewName> = []
    var unmended: Set<ViewTable> = []
    var unmarked: Set<ViewTable> = []
  }

  private let notes = Mutex(Notes())
  /// Hears of each view once.
  private let tell: (@Sendable (_ view: String) -> Void)?

  init(_ tell: (@Sendable (_ view: String) -> Void)?) { self.tell = tell }

  /// Notes that a build is damaged.
  func note(_ table: ViewTable) {
    let isNew = notes.withLock { notes in
      if notes.unmended.insert(table).inserted { notes.unmarked.insert(table) }
      return notes.told.insert(table.view).inserted
    }
    if isNew { tell?(table.view.rawValue) }
  }

  /// What is still to be built anew.
  var unmended: Set<ViewTable> { notes.withLock { $0.unmended } }

  /// What nobody else was told of yet.
  var unmarked: Set<ViewTable> { notes.withLock { $0.unmarked } }

  /// Notes that others were told.
  func noteMarked(_ tables: Set<ViewTable>) { notes.withLock { $0.unmarked.subtract(tables) } }

  /// Forgets what is no build any more.
  func noteMended(_ tables: Set<ViewTable>) {
    notes.withLock {
      $0.unmended.subtract(tables)
      $0.unmarked.subtract(tables)
    }
  }
}
