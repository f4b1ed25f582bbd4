public import DaybookEvents
import LMDB
import DaybookText

/// How a store came to differ, or would differ: by a merge, or if something had never been written.
/// With what is needed to show it, since what would be there cannot be looked up later.
public struct StoreChanges: Sendable {
  /// A field that had a value and shows another.
  public struct Overwrite: Sendable {
    /// What people call the field, such as `title`.
    public let field: String
    /// The writes.
    package let write: ViewEffects.Overwrite

    /// The thing; of a place in a collection, the item.
    public var entity: EntityID { write.name.thing }
    /// What showed.
    public var from: FieldValue { FieldValue(write.name.field, write.from.value) }
    /// The event that wrote it.
    public var fromEvent: EventName { write.from.event }
    /// What shows then; nil where nothing is written any more.
    public var to: FieldValue? { write.to.map { FieldValue(write.name.field, $0.value) } }
    /// The event that wrote that.
    public var toEvent: EventName? { write.to?.event }
  }

  /// How many things of each list have a label: more than people read.
  package static let labelLimit = 30

  /// What changed in the views.
  package var effects = ViewEffects()
  /// Conflicts that were not there before.
  public internal(set) var newConflicts: [Conflict] = []
  /// Conflicts that are there no more.
  public internal(set) var endedConflicts: [Conflict] = []
  /// What the fields that the overwrites are about are called.
  private var fieldNames: [ViewEffects.FieldName: String] = [:]
  /// The first overwrites as changes of fields, which know what people call them.
  package internal(set) var fieldChanges: [ViewEffects.FieldName: FieldChange] = [:]
  /// What the first things of each list are called.
  package internal(set) var labels: [EntityID: ThingLabel] = [:]
  /// The store as it is then.
  package var moment: Moment?

  init() {}

  /// Things that are there then and were not, in a fixed order.
  public var added: [EntityID] { effects.added.map(\.entity) }
  /// Things that were there and are not then, in a fixed order.
  public var deleted: [EntityID] { effects.deleted.map(\.entity) }
  /// The things people see that change in any way, those above among them, in a fixed order.
  public var changed: [EntityID] { effects.changedThings }
  /// Fields that had a value and show another, in a fixed order.
  public var overwritten: [Overwrite] {
    effects.overwritten.map {
      Overwrite(field: fieldNames[$0.name] ?? $0.name.field.field.name, write: $0)
    }
  }
  /// Cards that are due at another time, in a fixed order.
  public var movedDueDates: [MovedDueDate] { effects.movedDueDates }
  /// Whether nothing differs that people see.
  public var isEmpty: Bool {
    changed.isEmpty && movedDueDates.isEmpty && newConflicts.isEmpty && endedConflicts.isEmpty
  }

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
    // A preview and the merge itself name fields alike, all of them.
    for overwrite in effects.overwritten {
      fieldNames[overwrite.name] = try moment.fieldName(of: overwrite, transaction)
    }
    guard labelling else { return }
    let overwritten = effects.overwritten.prefix(Self.labelLimit)
    for overwrite in overwritten {
      fieldChanges[overwrite.name] = try moment.fieldChange(
        overwrite.name.row, overwrite.name.field, from: overwrite.from.value,
        to: overwrite.to?.value, isNew: false, transaction)
    }
    let conflicts = [newConflicts, endedConflicts].flatMap { $0.prefix(Self.labelLimit) }
    var things = [effects.added, effects.deleted].flatMap {
      $0.prefix(Self.labelLimit).map(\.entity)
    }
    things += effects.changedThings.prefix(Self.labelLimit) + overwritten.map(\.name.thing)
    things += effects.movedDueDates.prefix(Self.labelLimit).map(\.card)
    things += conflicts.flatMap { [$0.entity] + $0.namedThings }
    for id in things where labels[id] == nil {
      let seen = try [moment, known].lazy.compactMap(\.self).first {
        try $0.thing(id, transaction) != nil
      }
      labels[id] = try (seen ?? moment).thingLabel(id, transaction)
    }
  }
}

extension Moment {
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
