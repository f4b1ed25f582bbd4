package import DaybookEvents
package import DaybookScheduler

/// What writes changed for people: for the report of a merge and its preview.
package struct ViewEffects: Sendable {
  /// A field that showed one value and shows another now.
  package struct Overwrite: Hashable, Sendable {
    /// The row.
    package let row: RowKey
    /// The register.
    package let field: FieldKey
  }

  /// Fields that had a value and have another one now.
  package internal(set) var overwritten: Set<Overwrite> = []
  /// Rows that changed in any way.
  package internal(set) var changed: Set<RowKey> = []
  /// Things that were live and are not any more.
  package internal(set) var deleted: Set<EntityID> = []
  /// Cards whose due date moved.
  package var movedDueDates: [MovedDueDate] = []

  mutating func note(_ row: RowKey, _ old: Record, _ new: Record) {
    changed.insert(row)
    if old.isLive, !new.isLive { deleted.insert(row.entity) }
    for (key, register) in old.registers where key.field != .source && key.field != .life {
      guard let before = register.winner, let after = new[key]?.winner,
        before.value != after.value
      else { continue }
      overwritten.insert(Overwrite(row: row, field: key))
    }
  }
}

/// A card that was due at one time and is due at another now.
package struct MovedDueDate: Equatable, Sendable {
  /// The card.
  package let card: EntityID
  /// When it was due.
  package let from: CardSchedule.Due
  /// When it is due; nil when it is new again.
  package let to: CardSchedule.Due?
}

extension ViewEffects {
  /// The things people see that changed, in a fixed order: of a membership, the item.
  package var changedThings: [EntityID] {
    Set(
      changed.compactMap { row in
        switch row.kind {
        case .tag, .setting: nil
        case .membership: row.other
        default: row.entity
        }
      }
    ).sorted { $0.rawValue < $1.rawValue }
  }
}

extension ViewEffects.Overwrite {
  /// For a fixed order.
  package var sortKey: String {
    "\(row.entity)\(row.other.map { "\($0)" } ?? "")\(field.field.name)\(field.part)"
  }
}

extension MovedDueDate {
  /// When the card was due, as a person says it.
  package var fromValue: TimeValue { from.value }

  /// When the card is due, as a person says it; nil when it is new again.
  package var toValue: TimeValue? { to?.value }
}

extension CardSchedule.Due {
  /// A date for a study day, else the moment.
  package var value: TimeValue {
    switch self {
    case .instant(let milliseconds): .instant(milliseconds: milliseconds)
    case .studyDay(let day): .date(CivilDate(clampingDaysSince1970: day))
    }
  }
}
