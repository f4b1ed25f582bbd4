import DaybookEvents
import DaybookLog
import LMDB
import Synchronization

/// Stands in for what is damaged in the views of one moment: rows of facts are folded anew from the
/// log, what is computed of cards is computed anew from their facts.
///
/// It folds what the past is folded with, of all events, and takes nothing from the stored views. A
/// row costs the events about one thing; a range of a view costs the whole log, once. Where the
/// events themselves are damaged reading them throws, and nothing is shown.
///
/// > Nothing of a view is shown that is not what was written, or what the log says.
final class ViewMender: Sendable {
  private let present: Moment
  private let damage: ViewDamage
  private let folded = Mutex<PastViews?>(nil)
  private let schedule = Mutex<PastTable?>(nil)

  /// Folds nothing yet.
  ///
  /// - Parameters:
  ///   - present: with views that have nothing to stand in for them.
  ///   - damage: hears of what is damaged.
  init(_ present: Moment, noting damage: ViewDamage) {
    self.present = present
    self.damage = damage
  }

  /// Notes that a build of a view is damaged.
  func note(_ table: ViewTable) { damage.note(table) }

  private var views: PastViews {
    folded.withLock { folded in
      if let folded { return folded }
      let views = PastViews(PastBound(foldingAnew: present.state), present)
      folded = views
      return views
    }
  }

  /// A row of facts; empty where nothing was written to it.
  func stored(
    _ row: RowKey, _ transaction: borrowing ReadTransaction
  ) throws -> [UInt8] {
    try views.encoded(row, transaction)
  }

  /// What is computed of a card from the facts in a catalog.
  func state(
    of card: EntityID, _ catalog: ViewCatalog, _ transaction: borrowing ReadTransaction
  ) throws -> CardState? {
    try catalog.computedState(of: card, by: present.schedulers, transaction)
  }

  /// A whole view, the schedule computed from the facts in a catalog.
  func table(
    _ view: ViewName, _ catalog: ViewCatalog, _ transaction: borrowing ReadTransaction
  ) throws -> PastTable {
    guard view == .schedule else { return try views.table(view, transaction) }
    if let known = schedule.withLock({ $0 }) { return known }
    var cards: Set<EntityID> = []
    for kind in [RowKind.card, .reviews] {
      let prefix = [kind.rawValue]
      try catalog.scan(.decks, from: prefix, below: prefix.after, transaction) { key, _ in
        if let row = RowKey(key) { cards.insert(row.entity) }
        return .next
      }
    }
    var changes = ScheduleChanges()
    for card in cards {
      changes.note(card, from: nil, to: try state(of: card, catalog, transaction))
    }
    changes.settleTallies { _ in nil }
    let table = PastTable(changes)
    schedule.withLock { $0 = table }
    return table
  }
}
