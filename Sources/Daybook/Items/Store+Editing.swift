public import DaybookEvents
import DaybookLog
import LMDB

extension Store {
  /// Writes fields of an item, those that differ from what shows.
  ///
  /// - Parameters:
  ///   - id: the item.
  ///   - change: what to write; fields that show this already are passed over.
  ///   - heads: what was shown when the change was made up; the call stops with
  ///     ``StoreError/changedMeanwhile(_:)`` when something else shows by now.
  /// - Returns: whether anything was written.
  @discardableResult
  public func edit(
    _ id: EntityID, _ change: ItemChange, ifStill heads: [EventName]? = nil
  ) throws -> Bool {
    try edit(id, ifStill: heads) { change.timed(from: $0, at: options.now()) }
  }

  /// Writes the change that `making` makes of what shows, where it differs from that. `making`
  /// may be asked more than once.
  ///
  /// - Returns: whether anything was written.
  @discardableResult
  package func edit(
    _ id: EntityID, ifStill heads: [EventName]? = nil,
    making: (Item.Facts) throws -> ItemChange
  ) throws -> Bool {
    try write { moment, transaction in
      let record = try moment.liveRecord(id, .item, transaction)
      if let heads, record.headNames != heads { throw StoreError.changedMeanwhile(id) }
      let change = try making(Item.Facts(record))
      try TextLimits.check(change.title, change.body)
      let differing = change.differing(from: record)
      if let title = differing.title { try TextLimits.check(title, calling: "title") }
      return differing.isEmpty
        ? [] : [EventDraft(.itemEdited, id, payload: differing.encoded)]
    } != nil
  }

  /// Marks items as done now; those that are done already are passed over.
  ///
  /// - Returns: the ids that were not done.
  @discardableResult
  public func finish(_ ids: [EntityID]) throws -> [EntityID] {
    var changed: [EntityID] = []
    try write { moment, transaction in
      changed = []
      return try ids.compactMap { id in
        let record = try moment.liveRecord(id, .item, transaction)
        let status = ItemChange.StatusChange(.done, from: Item.Facts(record), at: options.now())
        var change = ItemChange()
        change.status = status
        change = change.differing(from: record)
        guard !change.isEmpty else { return nil }
        changed.append(id)
        return EventDraft(.itemEdited, id, payload: change.encoded)
      }
    }
    return changed
  }
}

extension ItemChange {
  /// With the time at which it is done, where it says none.
  ///
  /// - Parameter facts: what shows of the item; nil of a new one.
  func timed(from facts: Item.Facts?, at now: Int64) -> ItemChange {
    guard let status, status.completedAt == nil else { return self }
    var change = self
    change.status = StatusChange(status.status, from: facts, at: now)
    return change
  }
}

extension ItemChange.StatusChange {
  /// A status that a person sets: done notes the time, unless it was done already; leaving done
  /// forgets it.
  package init(_ status: ItemStatus, from facts: Item.Facts?, at now: Int64) {
    let shown = facts?.record.value(.status).flatMap(Self.init(reading:))
    if let shown, shown.status == status {
      self = shown
    } else {
      self.init(status, completedAt: status == .done ? now : nil)
    }
  }
}

extension Record {
  /// The names of all heads, in order: what a person was shown.
  package var headNames: [EventName] {
    Set(registers.flatMap { $0.register.heads.map(\.event) }).sorted()
  }
}

extension ItemChange {
  /// The fields whose values differ from those that show, or about which writers disagree.
  package func differing(from record: Record) -> ItemChange {
    let contested = Set(record.contested.map(\.field))
    func isNew(_ field: Field, _ value: [UInt8]?) -> Bool {
      guard let value else { return false }
      return contested.contains(field)
        || value != (record.value(field) ?? field.schema.unwrittenValue)
    }
    var change = self
    for (_, field) in Self.registers where !isNew(field, change[field]) { change[field] = nil }
    change.extras = extras.filter { extra in
      let shown = record[FieldKey(.extra, extra.part)]?.winner?.value
      return shown != extra.encoded && !(shown == nil && extra.value.isEmpty)
    }
    return change
  }
}
