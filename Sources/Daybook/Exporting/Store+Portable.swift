package import DaybookEvents
import DaybookLog
import LMDB
import DaybookText

/// What of a store is taken out.
package enum PortableScope: Sendable {
  /// Everything, deleted things and reviews included.
  case everything
  /// The items alone, deleted ones included, each with the names of the live collections it is in.
  case items
  /// Some decks with their live cards, and the notes, note types and names of files that they need,
  /// to share. What is a person's own stays behind: reviews and what another program had scheduled,
  /// flags, and the items the cards were made from.
  case decks([EntityID])
}

extension Store {
  /// Hands over the contents of the store as of one moment, now or in the past: items,
  /// collections, memberships, files, note types, decks, notes, cards, reviews, things of all
  /// other kinds, each in an order that depends on the contents alone: things by id, files by name,
  /// memberships and reviews by what they belong to and then as they are ordered there.
  ///
  /// Memory is that of the ids of one kind of thing. While it runs no page that was in use when
  /// it began is used again, so a long one lets the file of a busy store grow.
  ///
  /// - Parameters:
  ///   - time: a moment in the past; nil for now.
  ///   - event: hears of every event of the log afterwards, in the order in which they came here;
  ///     nil where they are not wanted.
  ///   - entry: hears of every entry.
  package func eachPortable(
    _ scope: PortableScope = .everything, at time: PastTime? = nil,
    event: ((LogEntry, [(log: String, sequence: UInt64)]) throws -> Void)? = nil,
    _ entry: (PortableEntry) throws -> Void
  ) throws {
    try read(at: time) { moment, transaction in
      // Tables are opened by their first use, which may begin this anew: before anything is said.
      _ = try transaction.count(of: tables.events)
      for view in ViewName.allCases where moment.catalog.entries[view] != nil {
        _ = try transaction.count(of: try moment.catalog.table(view))
      }
      try moment.catalog.foldPast(transaction)
      switch scope {
      case .everything: try moment.eachPortable(transaction, entry)
      case .items: try moment.eachItem(transaction, entry)
      case .decks(let decks): try moment.portableDecks(decks, transaction, entry)
      }
      guard let event else { return }
      let bound = moment.catalog.past?.bound
      try moment.log.scanCommands(from: 1, moment.state, transaction) { command in
        for one in command.events where bound?.includes(command, one.header) ?? true {
          let entry = try moment.entry(one, transaction)
          try event(entry, entry.observed(transaction))
        }
        return .next
      }
    }
  }
}

extension Moment {
  fileprivate func eachPortable(
    _ transaction: borrowing ReadTransaction, _ entry: (PortableEntry) throws -> Void
  ) throws {
    for setting in try sharedSettings(transaction) { try entry(.setting(setting)) }
    try eachThing(.item, transaction, entry)
    try eachThing(.collection, transaction, entry)
    for collection in try portableIDs(.collection, transaction) {
      for membership in try portableMemberships(of: collection, transaction) {
        try entry(.membership(membership))
      }
    }
    for file in try mediaFiles(transaction) { try entry(.media(file)) }
    for id in try portableIDs(.noteType, transaction) {
      if let type = try portableNoteType(id, transaction) { try entry(.noteType(type)) }
    }
    try eachThing(.deck, transaction, entry)
    try eachThing(.note, transaction, entry)
    try eachThing(.card, transaction, entry)
    for card in try portableIDs(.card, transaction) {
      for review in try portableReviews(of: card, transaction) { try entry(.review(review)) }
    }
    let told: [ThingKind] = [.item, .collection, .deck, .note, .card]
    for kind in ThingKind.allCases where !told.contains(kind) && catalog.holds(kind.row.view) {
      try eachThing(kind, transaction, entry)
    }
  }

  fileprivate func eachItem(
    _ transaction: borrowing ReadTransaction, _ entry: (PortableEntry) throws -> Void
  ) throws {
    let unusedTags = try unusedTags(transaction)
    for id in try portableIDs(.item, transaction) {
      guard var thing = try portable(.item, id, transaction) else { continue }
      let isLive = thing.isDeleted != true
      thing.collections = try collections(of: id, isLive: isLive, transaction)
        .map(\.name.string).sorted()
      thing.unusedTags = try names(of: unusedTags, takenOff: id, transaction)
      try entry(.thing(thing))
    }
  }

  private func eachThing(
    _ kind: ThingKind, _ transaction: borrowing ReadTransaction,
    _ entry: (PortableEntry) throws -> Void
  ) throws {
    let unusedTags = kind == .item ? try unusedTags(transaction) : []
    for id in try portableIDs(kind.row, transaction) {
      guard var thing = try portable(kind, id, transaction) else { continue }
      thing.unusedTags = try names(of: unusedTags, takenOff: id, transaction)
      try entry(.thing(thing))
    }
  }

  /// The tags that nothing has any more, not even what was deleted: they go with what had them.
  private func unusedTags(_ transaction: borrowing ReadTransaction) throws -> Set<EntityID> {
    let unused = try tags(transaction).filter { tag in
      try tag.items == 0 && ids(.items, ViewIndex.tag.key(tag.id.key), transaction).isEmpty
    }
    return Set(unused.map(\.id))
  }

  /// Those of some tags that were taken off an item, by name.
  private func names(
    of tags: Set<EntityID>, takenOff item: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> [String] {
    guard !tags.isEmpty else { return [] }
    let record = try catalog.record(RowKey(.item, item), transaction)
    return try tags.filter { record[FieldKey(.tag, $0.rawValue)] != nil }
      .map { try tagName($0, transaction) }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// What was set for all machines, by name.
  func sharedSettings(
    _ transaction: borrowing ReadTransaction
  ) throws -> [SettingValue] {
    var settings: [SettingValue] = []
    let prefix = [RowKind.setting.rawValue]
    try catalog.scan(
      RowKind.setting.view, from: prefix, below: prefix.after, transaction
    ) { _, value in
      let kept = try Record(reading: value).value(.setting)
      let setting = kept.flatMap(SettingValue.init(reading:))
      if let setting, !setting.value.isEmpty { settings.append(setting) }
      return .next
    }
    return settings.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// The ids of all things of a kind, in their order.
  private func portableIDs(
    _ kind: RowKind, _ transaction: borrowing ReadTransaction
  ) throws -> [EntityID] {
    var ids: [EntityID] = []
    let prefix = [kind.rawValue]
    try catalog.scan(
      kind.view, from: prefix, below: prefix.after, transaction
    ) { key, _ in
      if let row = RowKey(key) { ids.append(row.entity) }
      return .next
    }
    return ids.sorted { $0.rawValue < $1.rawValue }
  }

  /// A thing's own fields; nil when there is none of this id.
  func portable(
    _ kind: ThingKind, _ id: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> PortableThing? {
    let record = try catalog.record(RowKey(kind.row, id), transaction)
    guard !record.isEmpty else { return nil }
    var thing = PortableThing(kind, id)
    thing.createdAt = ZonedTime(creationOf: record)
    thing.isDeleted = !record.isLive
    for field in kind.schema.fields { thing.values[field] = record.value(field) }
    switch kind {
    case .item: try fill(item: &thing, record, transaction)
    case .note: try fill(note: &thing, record, transaction)
    case .deck: thing.options = record.deckOptions
    case .card:
      // A document says where a card shows, since it knows of no deck that was joined.
      let deck = record.value(.deck).flatMap { EntityID(bytes: $0) }
      thing.values[.deck] = try deck.map { try survivor(of: $0, .deck, transaction).bytes }
    case .custom: thing.custom = record.customValues
    default:
      if kind.schema.fields.contains(.source) { thing.editedAt = ZonedTime(lastEditOf: record) }
    }
    if kind.schema.joins != nil {
      thing.isDeleted = try !stands(id, kind, record, transaction)
    }
    return thing
  }

  private func fill(
    item thing: inout PortableThing, _ record: Record, _ transaction: borrowing ReadTransaction
  ) throws {
    let item = Item(thing.id, Item.Facts(record), tags: [], collections: [])
    thing.editedAt = item.editedAt
    thing.extras = item.extras
    thing.replica = item.replica
    thing.values[.source] = SourceRecords(reading: record.value(.source)).encodedRecords
    thing.tags = try Item.Facts(record).tags.map { try tagName($0, transaction) }.sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
  }

  /// The members of a collection in their order, then the items that were taken out of it.
  private func portableMemberships(
    of collection: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> [PortableMembership] {
    // What is in a collection that was joined is told where it shows.
    guard try survivor(of: collection, .collection, transaction) == collection else { return [] }
    let members = try allMembers(of: collection, transaction).map {
      PortableMembership(collection: collection, item: $0.item, position: $0.position)
    }
    let present = Set(members.map(\.item))
    var removed: [EntityID] = []
    let prefix = [RowKind.membership.rawValue] + collection.key
    try catalog.scan(
      .collections, from: prefix, below: prefix.after, transaction
    ) { key, value in
      let record = try Record(reading: value)
      if let place = record.value(.place), !Membership(reading: place).isIn,
        let item = RowKey(key)?.other, !present.contains(item)
      {
        removed.append(item)
      }
      return .next
    }
    return members
      + removed.sorted { $0.rawValue < $1.rawValue }.map {
        PortableMembership(collection: collection, item: $0, position: nil)
      }
  }

  /// The reviews of a card in the order in which they count.
  ///
  /// An imported review counts by the time it says, one made here by its stamp, which a clock
  /// that ran ahead elsewhere may have pushed forward. So that they count in the same order where
  /// they are imported, none is said to be earlier than the one before it.
  private func portableReviews(
    of card: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> [PortableReview] {
    var last = Int64.min
    return
      try reviews(of: card, transaction)
      .map { review in
        last = max(last, review.milliseconds)
        let answer = review.answer
        return PortableReview(
          card: card, id: answer.id,
          time: ZonedTime(milliseconds: last, offsetMinutes: answer.offsetMinutes),
          grade: answer.grade, shown: answer.shown.rawValue,
          durationMilliseconds: answer.durationMilliseconds, rolloverHour: answer.rolloverHour,
          isRetracted: review.isRetracted, scheduled: answer.scheduled, steps: answer.steps)
      }
  }
}
