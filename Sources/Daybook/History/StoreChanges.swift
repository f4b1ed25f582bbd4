package import DaybookEvents
import LMDB
package import DaybookText

/// How a store came to differ, or would differ: by a merge, or under a supposition. With what is
/// needed to show it, since what would be there cannot be looked up later.
package struct StoreChanges: Sendable {
  /// What a thing is called.
  package struct Label: Equatable, Sendable {
    /// The shortest beginning of its id that names it.
    package let handle: String
    /// What it is; nil for what has no id people see.
    package let kind: ThingKind?
    /// Its title, name or front.
    package let text: Text
  }

  /// How many things of each list have a label: more than people read.
  package static let labelLimit = 30

  /// What changed in the views.
  package var effects = ViewEffects()
  /// Conflicts that were not there before.
  package var newConflicts: [Conflict] = []
  /// Conflicts that are there no more.
  package var endedConflicts: [Conflict] = []
  /// What the registers of these conflicts are called.
  package internal(set) var registerNames: [Conflict.Identity: String] = [:]
  /// What the fields that the overwrites are about are called.
  package internal(set) var fieldNames: [ViewEffects.FieldName: String] = [:]
  /// The first overwrites as changes of fields, which know what people call them.
  package internal(set) var fieldChanges: [ViewEffects.FieldName: FieldChange] = [:]
  /// What the first things of each list are called.
  package internal(set) var labels: [EntityID: Label] = [:]
  /// What the things are called that the values in the first conflicts name.
  package internal(set) var valueLabels: [EntityID: Text] = [:]
  /// The store as it is then.
  package var moment: Moment?

  /// Notes conflicts that came or went.
  mutating func note(conflicts before: [Conflict], _ after: [Conflict]) {
    let (old, new) = (Set(before.map(\.identity)), Set(after.map(\.identity)))
    newConflicts = after.filter { !old.contains($0.identity) }
    endedConflicts = before.filter { !new.contains($0.identity) }
  }

  /// Looks up what things, fields and conflicts are called, in the store as it is then.
  ///
  /// - Parameter known: where things are called something that are gone then.
  mutating func look(
    in moment: Moment, besides known: Moment? = nil, labelling: Bool,
    _ transaction: borrowing ReadTransaction
  ) throws {
    self.moment = moment
    for conflict in newConflicts {
      registerNames[conflict.identity] = try moment.registerName(conflict, transaction)
    }
    // A preview and the merge itself name fields alike, all of them.
    for overwrite in effects.overwritten {
      fieldNames[overwrite.name] = try moment.fieldName(of: overwrite, transaction)
    }
    guard labelling else { return }
    for conflict in endedConflicts {
      registerNames[conflict.identity] = try (known ?? moment).registerName(conflict, transaction)
    }
    let overwritten = effects.overwritten.prefix(Self.labelLimit)
    for overwrite in overwritten {
      fieldChanges[overwrite.name] = try moment.fieldChange(
        overwrite.name.row, overwrite.name.field, from: overwrite.from.value,
        to: overwrite.to?.value, isNew: false, transaction)
    }
    let conflicts = [newConflicts, endedConflicts].flatMap { $0.prefix(Self.labelLimit) }
    for conflict in conflicts {
      valueLabels.merge(try moment.valueLabels(conflict, transaction)) { old, _ in old }
    }
    var things = [effects.added, effects.deleted].flatMap {
      $0.prefix(Self.labelLimit).map(\.entity)
    }
    things += effects.changedThings.prefix(Self.labelLimit) + overwritten.map(\.name.thing)
    things += effects.movedDueDates.prefix(Self.labelLimit).map(\.card)
    for id in things + conflicts.map(\.entity) where labels[id] == nil {
      let seen = try [moment, known].lazy.compactMap(\.self).first {
        try $0.thing(id, transaction) != nil
      }
      labels[id] = try (seen ?? moment).namedLabel(id, transaction)
    }
  }
}

extension Moment {
  fileprivate func namedLabel(
    _ id: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> StoreChanges.Label {
    StoreChanges.Label(
      handle: try shortHandle(id, transaction), kind: try thing(id, transaction)?.kind,
      text: try label(id, transaction))
  }

  /// What people call a field: of a membership, by its collection.
  fileprivate func fieldName(
    of overwrite: ViewEffects.Overwrite, _ transaction: borrowing ReadTransaction
  ) throws -> String {
    let row = overwrite.name.row
    if row.kind == .membership {
      return "in \(try label(row.entity, transaction).string)"
    }
    return try name(of: overwrite.name.field, overwrite.to ?? overwrite.from, transaction)
  }
}
