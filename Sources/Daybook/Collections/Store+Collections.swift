public import DaybookEvents
import DaybookLog
import LMDB
public import DaybookText

extension Store {
  /// Makes a collection.
  ///
  /// - Throws: ``StoreError/nameTaken(_:_:)`` when a live one has the name.
  @discardableResult
  public func createCollection(named name: Text) throws -> EntityID {
    try createNamed(name, .collection)
  }

  /// Gives a collection another name.
  ///
  /// - Returns: whether anything was written.
  @discardableResult
  public func renameCollection(_ id: EntityID, to name: Text) throws -> Bool {
    try renameNamed(id, name, .collection)
  }

  /// Puts items into a collection, at its end; those in it already stay where they are.
  ///
  /// - Returns: whether anything was written.
  @discardableResult
  public func file(_ items: [EntityID], in collection: EntityID) throws -> Bool {
    try write { moment, transaction in
      _ = try moment.liveRecord(collection, .collection, transaction)
      let present = Set(try moment.allMembers(of: collection, transaction).map(\.item))
      var position = try moment.endPosition(of: collection, transaction)
      var drafts: [EventDraft] = []
      for item in items { _ = try moment.liveRecord(item, .item, transaction) }
      for item in items where !present.contains(item) {
        drafts.append(
          EventDraft(.itemFiled, item, second: collection, payload: Position.payload(position)))
        position = Position.between(position, nil) ?? position
      }
      return drafts
    } != nil
  }

  /// Takes items out of a collection.
  ///
  /// - Returns: whether anything was written.
  @discardableResult
  public func unfile(_ items: [EntityID], from collection: EntityID) throws -> Bool {
    try write { moment, transaction in
      // What was joined into it holds some of them.
      let parts = try moment.joined(into: collection, .collection, transaction)
      return try items.flatMap { item in
        try parts.filter { part in
          let row = RowKey(.membership, part.id, item)
          let place = try moment.catalog.record(row, transaction).value(.place)
          return Membership(reading: place ?? []).isIn
        }.map { EventDraft(.itemUnfiled, item, second: $0.id) }
      }
    } != nil
  }

  /// Moves an item to a place in a collection, counted from 1 among the items shown; places
  /// beyond the ends mean the ends.
  ///
  /// Where there is no room left between its neighbours, the list is given new positions first,
  /// by a command of its own that loses against every concurrent move.
  public func move(_ item: EntityID, in collection: EntityID, to place: Int) throws {
    try renumberIfCrowded(collection, item, place)
    try write { moment, transaction in
      let others = try moment.members(of: collection, transaction).filter { $0.item != item }
      guard others.count < (try moment.members(of: collection, transaction).count) else {
        throw StoreError.unknownID(item.description)
      }
      let index = min(max(place - 1, 0), others.count)
      let position = Position.between(
        index > 0 ? others[index - 1].position : nil,
        index < others.count ? others[index].position : nil)
      return [
        EventDraft(
          .itemMoved, item, second: collection,
          payload: Position.payload(position ?? others[max(0, index - 1)].position))
      ]
    }
  }

  private func renumberIfCrowded(
    _ collection: EntityID, _ item: EntityID, _ place: Int
  ) throws {
    try write(reason: .renumbering) { moment, transaction in
      let members = try moment.allMembers(of: collection, transaction)
      let others = try moment.members(of: collection, transaction).filter { $0.item != item }
      let index = min(max(place - 1, 0), others.count)
      let left = index > 0 ? others[index - 1].position : nil
      let right = index < others.count ? others[index].position : nil
      guard Position.between(left, right) == nil else { return [] }
      return zip(members, Position.spread(members.count)).prefix(LogWriter.commandEventLimit).map {
        EventDraft(
          .itemMoved, $0.item, second: collection, payload: Position.payload($1))
      }
    }
  }

  func createNamed(_ name: Text, _ kind: ThingKind) throws -> EntityID {
    try TextLimits.check(name, calling: "name")
    let id = newID()
    try write { moment, transaction in
      if let taken = try moment.allNamed(name.string, kind, transaction).first {
        throw StoreError.nameTaken(name.string, taken)
      }
      return [kind.made(id, named: name)]
    }
    return id
  }

  func renameNamed(
    _ id: EntityID, _ name: Text, _ kind: ThingKind,
    with more: (Moment, borrowing ReadTransaction) throws -> [EventDraft] = { _, _ in [] }
  ) throws -> Bool {
    try TextLimits.check(name, calling: "name")
    return try write { moment, transaction in
      let record = try moment.liveRecord(id, kind, transaction)
      let taken = try moment.allNamed(name.string, kind, transaction).first { $0 != id }
      if let taken { throw StoreError.nameTaken(name.string, taken) }
      guard record.value(.name) != name.bytes || !record.contested.isEmpty else { return [] }
      return try [kind.renamed(id, name)]
        + more(moment, transaction)
    } != nil
  }
}
