public import DaybookEvents
import DaybookLog
public import DaybookText

/// How a store would differ, or came to differ, for programs: after a merge, or if something had
/// never been written.
public struct ChangeSummary: Equatable, Sendable {
  /// A field that shows another value.
  public struct Overwrite: Equatable, Sendable {
    /// The thing; of a place in a collection, the item.
    public let entity: EntityID
    /// The field, such as `title`.
    public let field: String
    /// What showed.
    public let from: FieldValue
    /// The event that wrote it.
    public let fromEvent: EventName
    /// What shows then; nil where nothing is written any more.
    public let to: FieldValue?
    /// The event that wrote that.
    public let toEvent: EventName?
  }

  /// A card that is due at another time.
  public struct MovedDue: Equatable, Sendable {
    /// The card.
    public let card: EntityID
    /// When it was due; nil when it was new.
    public let from: TimeValue?
    /// When it is due then; nil when it is new again.
    public let to: TimeValue?
  }

  /// Things that are there then and were not.
  public let added: [EntityID]
  /// Things that were there and are not then.
  public let deleted: [EntityID]
  /// The things people see that change in any way, those above among them.
  public let changed: [EntityID]
  /// Fields that had a value and show another.
  public let overwritten: [Overwrite]
  /// Cards that are due at another time.
  public let movedDueDates: [MovedDue]
  /// How many conflicts there are then that were not there before.
  public let newConflicts: Int
  /// How many conflicts are no more.
  public let endedConflicts: Int

  /// Whether nothing differs.
  public var isEmpty: Bool {
    changed.isEmpty && movedDueDates.isEmpty && newConflicts == 0 && endedConflicts == 0
  }

  init(_ changes: StoreChanges) {
    let effects = changes.effects
    added = effects.added.map(\.entity)
    deleted = effects.deleted.map(\.entity)
    changed = effects.changedThings
    overwritten = effects.overwritten.map { overwrite in
      let field = overwrite.name.field
      return Overwrite(
        entity: overwrite.name.thing,
        field: changes.fieldNames[overwrite.name] ?? field.field.name,
        from: FieldValue(field, overwrite.from.value), fromEvent: overwrite.from.event,
        to: overwrite.to.map { FieldValue(field, $0.value) }, toEvent: overwrite.to?.event)
    }
    movedDueDates = effects.movedDueDates.map {
      MovedDue(card: $0.card, from: $0.from?.value, to: $0.to?.value)
    }
    newConflicts = changes.newConflicts.count
    endedConflicts = changes.endedConflicts.count
  }
}

extension Store {
  /// How the store would differ if a command had never been written, or, where it is part of an
  /// import, that whole import. What only it had overwritten shows again; what was written on top
  /// of it stays. Nothing is written; to take it back, undo it.
  ///
  /// - Parameter event: any event of the command.
  /// - Throws: ``StoreError/unknownID(_:)`` when no such event is here.
  /// - Complexity: O(*n*) in the histories of the things the command is about, or in the whole log
  ///   where those are many.
  public func difference(without event: EventName) throws -> ChangeSummary {
    let events = try read { moment, transaction in
      guard let event = try moment.log.event(named: event, moment.state, transaction) else {
        throw StoreError.unknownID(event.description)
      }
      return try moment.eventSet(of: event, transaction)
    }
    return ChangeSummary(try changes(without: events))
  }

  /// How the store would differ if a replica had never written anything.
  public func difference(withoutReplica replica: ReplicaID) throws -> ChangeSummary {
    ChangeSummary(try changes(without: .replicas([replica])))
  }

  /// How the store would differ if options of decks were set so, as ``setOptions(of:_:)`` takes
  /// them: the due dates that would move.
  public func difference(
    of decks: [EntityID], setting values: [DeckOptionName: String]
  ) throws -> ChangeSummary {
    ChangeSummary(try learningChanges(of: decks, setting: values).changes)
  }
}
