public import DaybookEvents
import DaybookLog
package import LMDB

extension Store {
  /// Records events of a program's own kinds, all in one command or none.
  ///
  /// They are part of the log as all events are: sent, merged, shown by `log`, undone and erased as
  /// they are, also where no program is that knows their kinds.
  ///
  /// - Parameter events: what happened, in order.
  /// - Returns: what each event is about: the id of a new thing where it named none.
  /// - Throws: ``StoreError/invalidCustomName(_:)``, ``StoreError/tooManyValues(_:)``,
  ///   ``StoreError/textTooLarge(bytes:)``, ``StoreError/nulByte``; ``StoreError/unknownID(_:)``
  ///   and ``StoreError/wrongKind(_:expected:)`` of a thing that is not here or of another kind;
  ///   ``StoreError/deleted(_:)``. Nothing is kept then.
  @discardableResult
  public func record(_ events: [CustomEvent]) throws -> [EntityID] {
    for event in events { try event.check() }
    let things = events.map { $0.thing ?? newID() }
    try write { moment, transaction in
      try zip(events, things).map { event, thing in
        if event.thing != nil {
          let record = try moment.liveRecord(thing, .custom, transaction)
          guard CustomThing(thing, record).kind == event.kind else {
            throw StoreError.wrongKind(thing, expected: event.kind.name)
          }
        }
        return EventDraft(
          .customRecorded, thing, payload: event.payload(isNew: event.thing == nil))
      }
    }
    return things
  }

  /// Records one event; the id of what it is about.
  ///
  /// - Throws: As of several.
  @discardableResult
  public func record(_ event: CustomEvent) throws -> EntityID { try record([event])[0] }

  /// A thing of a program's own as it shows, or showed; nil where none has, or had, this id.
  ///
  /// - Parameters:
  ///   - id: its id.
  ///   - time: a moment in the past; nil for now.
  public func customThing(_ id: EntityID, at time: PastTime? = nil) throws -> CustomThing? {
    try read(at: time) { try $0.customThing(id, $1) }
  }

  /// All things of a kind, by their ids: in the order in which they were made.
  ///
  /// - Parameters:
  ///   - kind: the kind.
  ///   - time: a moment in the past; nil for now.
  ///   - includesDeleted: whether those that were deleted are among them.
  /// - Complexity: O(*n*) in the things of the kind.
  public func customThings(
    of kind: CustomName, at time: PastTime? = nil, includesDeleted: Bool = false
  ) throws -> [CustomThing] {
    try read(at: time) { moment, transaction in
      let digest = CustomName.digest(of: Array(kind.name.utf8).span)
      var ids = try moment.ids(.custom, ViewIndex.customKind.key([0], digest), transaction)
      if includesDeleted {
        ids += try moment.ids(.custom, ViewIndex.customKind.key([1], digest), transaction)
      }
      return try ids.sorted { $0.rawValue < $1.rawValue }
        .compactMap { try moment.customThing($0, transaction) }.filter { $0.kind == kind }
    }
  }
}

extension Moment {
  /// A thing of another program as it shows; nil when none has this id.
  package func customThing(
    _ id: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> CustomThing? {
    let record = try catalog.record(RowKey(.custom, id), transaction)
    return record.isEmpty ? nil : CustomThing(id, record)
  }
}
