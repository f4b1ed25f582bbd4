public import DaybookEvents
import DaybookLog
import LMDB
public import DaybookText

extension Store {
  /// Adds a habit.
  ///
  /// - Parameters:
  ///   - name: what it is called.
  ///   - rhythm: how often it is done, in words; nil for daily.
  /// - Throws: ``StoreError/blankText(_:)``, ``StoreError/nulByte``,
  ///   ``StoreError/textTooLarge(bytes:)``. Nothing is kept then.
  @discardableResult
  public func addHabit(_ name: Text, rhythm: Text? = nil) throws -> EntityID {
    try TextLimits.check(name, calling: "name")
    try TextLimits.check(rhythm)
    let id = newID()
    try write { _, _ in
      let payload = RowSchema.habitPayload([.name: name.bytes, .rhythm: rhythm?.bytes])
      return [EventDraft(.habitAdded, id, payload: payload)]
    }
    return id
  }

  /// Changes how often a habit is done, and whether it is done for now; nil leaves either.
  ///
  /// - Returns: whether anything was written.
  /// - Throws: ``StoreError/unknownID(_:)``, ``StoreError/wrongKind(_:expected:)``,
  ///   ``StoreError/deleted(_:)``, and as ``addHabit(_:rhythm:)``. Nothing is kept then.
  @discardableResult
  public func changeHabit(
    _ id: EntityID, rhythm: Text? = nil, isPaused: Bool? = nil
  ) throws -> Bool {
    try TextLimits.check(rhythm)
    let given: [Field: [UInt8]?] = [
      .rhythm: rhythm?.bytes, .paused: isPaused.map { [$0 ? 1 : 0] },
    ]
    return try write { moment, transaction in
      let record = try moment.liveRecord(id, .habit, transaction)
      let changed = given.filter { field, value in
        value != record.value(field) ?? field.schema.unwrittenValue
      }
      let payload = RowSchema.habitPayload(changed)
      return payload.isEmpty ? [] : [EventDraft(.habitEdited, id, payload: payload)]
    } != nil
  }

  /// The habits that are not deleted, the oldest first.
  package func habits(at time: PastTime? = nil) throws -> [PlainThing] {
    try read(at: time) { moment, transaction in
      let ids = try moment.ids(.habits, [RowKind.habit.rawValue], transaction)
      return try ids.sorted { $0.rawValue < $1.rawValue }
        .compactMap { try moment.plainThing($0, .habit, transaction) }.filter { !$0.isDeleted }
    }
  }
}

extension RowSchema {
  fileprivate static func habitPayload(_ values: [Field: [UInt8]?]) -> [UInt8] {
    ThingKind.habit.schema.payload(values.compactMapValues(\.self))
  }
}
