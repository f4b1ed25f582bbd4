public import DaybookEvents
import DaybookLog
import LMDB

extension Store {
  /// Captures a new item, in the inbox unless the fields say otherwise.
  ///
  /// - Parameters:
  ///   - fields: what is known of it; the rest is empty.
  ///   - tags: names of tags to put on it.
  ///   - collections: collections to put it into, at their ends.
  /// - Returns: the item's id.
  /// - Throws: ``StoreError/blankText(_:)`` of a title that says nothing, ``StoreError/nulByte``,
  ///   ``StoreError/textTooLarge(bytes:)``, ``StoreError/deleted(_:)`` of a collection; nothing is
  ///   kept then.
  @discardableResult
  public func capture(
    _ fields: ItemChange, tags: [String] = [], in collections: [EntityID] = []
  ) throws -> EntityID {
    try TextLimits.check(fields.title, fields.body)
    if let title = fields.title { try TextLimits.check(title, calling: "title") }
    let id = newID()
    let fields = fields.timed(from: nil, at: options.now())
    try write { moment, transaction in
      var drafts = [EventDraft(.itemCaptured, id, payload: fields.encoded)]
      drafts += Tag.distinct(tags).map { ItemDrafts.tag(id, $0, isOn: true) }
      var filed: Set<EntityID> = []
      for collection in collections where filed.insert(collection).inserted {
        _ = try moment.liveRecord(collection, .collection, transaction)
        drafts.append(
          EventDraft(
            .itemFiled, id, second: collection,
            payload: Position.payload(
              try moment.endPosition(of: collection, transaction))))
      }
      return drafts
    }
    return id
  }

  /// Deletes things: items, collections, decks, cards. What is deleted already is passed over.
  ///
  /// - Returns: the ids that were live.
  @discardableResult
  public func delete(_ ids: [EntityID]) throws -> [EntityID] {
    try changeLife(ids, toLive: false)
  }

  /// Brings deleted things back. What is live already is passed over.
  ///
  /// - Returns: the ids that were deleted.
  @discardableResult
  public func restore(_ ids: [EntityID]) throws -> [EntityID] {
    let restored = try changeLife(ids, toLive: true)
    // Decks that had been joined are learned by their own options again.
    if !restored.isEmpty { try refreshSchedule() }
    return restored
  }

  /// Puts tags on items and takes others off; what is so already is not written again.
  @discardableResult
  public func tag(
    _ ids: [EntityID], adding: [String], removing: [String] = []
  ) throws -> Bool {
    try write { moment, transaction in
      try ids.flatMap { id in
        let facts = Item.Facts(try moment.liveRecord(id, .item, transaction))
        let on = Tag.distinct(adding).filter { !facts.tags.contains(Tag.id($0)) }
        let off = Tag.distinct(removing).filter { facts.tags.contains(Tag.id($0)) }
        return on.map { ItemDrafts.tag(id, $0, isOn: true) }
          + off.map { ItemDrafts.tag(id, $0, isOn: false) }
      }
    } != nil
  }

  /// A new id at the present time.
  package func newID() -> EntityID {
    var random = options.random()
    return EntityID(milliseconds: options.now(), random: &random)
  }

  private func changeLife(_ ids: [EntityID], toLive: Bool) throws -> [EntityID] {
    var changed: [EntityID] = []
    try write { moment, transaction in
      changed = []
      return try ids.compactMap { id -> EventDraft? in
        guard let thing = try moment.thing(id, transaction) else {
          throw StoreError.unknownID(id.description)
        }
        let isThere = try moment.stands(id, thing.kind, thing.record, transaction)
        guard isThere != toLive, !changed.contains(id) else { return nil }
        changed.append(id)
        let events = thing.kind.schema
        return EventDraft(toLive ? events.restores : events.deletes, id)
      } + (toLive ? moment.restoringSurvivors(of: changed, transaction) : [])
    }
    return changed
  }
}

/// Drafts of events about items.
enum ItemDrafts {
  static func tag(_ item: EntityID, _ name: String, isOn: Bool) -> EventDraft {
    EventDraft(
      isOn ? .itemTagged : .itemUntagged, item, second: Tag.id(name), payload: Tag.payload(name))
  }
}
