package import DaybookEvents
import DaybookLog
package import LMDB
import DaybookText

/// A disagreement that a person may want to look at: the same list on every replica.
package struct Conflict: Equatable, Sendable {
  /// The row it is in.
  package let row: RowKey
  /// The register.
  package let field: FieldKey
  /// The writes that did not know of each other, the winning one first. Of a deletion that did
  /// not know of a member, the member's writes are among them.
  package let writes: [Head]
  /// What a source said that is one of them, if it was written beside the others by an import.
  package var offer: SourceOffer?

  /// What it is about, as people name it: of a membership, the item.
  package var entity: EntityID { row.kind == .membership ? row.other ?? row.entity : row.entity }

  /// What tells it from others.
  package var identity: Identity {
    Identity(row: row, field: field, events: writes.map(\.event).sorted())
  }

  /// What tells one conflict from another: where it is, and between which events.
  package struct Identity: Hashable, Sendable {
    let row: RowKey
    let field: FieldKey
    let events: [EventName]
  }

  /// All conflicts there are, in a fixed order.
  package static func all(
    _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> [Conflict] {
    var conflicts: [Conflict] = []
    for view in ViewName.ofFacts where moment.catalog.holds(view) {
      var rows: [RowKey] = []
      let prefix = [ViewIndex.contested.rawValue]
      try moment.catalog.scan(view, from: prefix, below: prefix.after, transaction) { key, _ in
        if let row = RowKey(key.extracting(1..<key.count)) { rows.append(row) }
        return .next
      }
      for row in rows { conflicts += try of(row, moment, transaction) }
    }
    return conflicts
  }

  /// The same; nil where nobody can tell, because views are damaged and events as well.
  static func allReadable(
    _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> [Conflict]? {
    do {
      return try all(moment, transaction)
    } catch let error where StoreFailure(error) == .damaged {
      return nil
    }
  }

  /// The conflicts that a person means who names a thing, in the order of ``all(_:_:)``.
  package static func concerning(
    _ id: EntityID, _ kind: ThingKind, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> [Conflict] {
    // Of these, their own history tells all rows; what has members needs the whole store.
    guard kind == .item || kind == .card,
      let rows = try moment.catalog.past?.rows(of: id, transaction)
    else { return try all(moment, transaction).filter { $0.concerns(id) } }
    return try rows.flatMap { try of($0, moment, transaction) }
  }

  /// The conflicts of one row.
  package static func of(
    _ row: RowKey, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> [Conflict] {
    let record = try moment.catalog.record(row, transaction)
    var conflicts = record.contested.map { key in
      Conflict(row: row, field: key, writes: ordered(record[key]?.heads ?? []))
    }
    if !conflicts.contains(where: { $0.field.field == .life }) {
      let members = try MemberCheck(row, record, moment).unseen(transaction)
      if !members.isEmpty {
        let deletions = record[.life]?.heads.filter { $0.value == Life.deleted } ?? []
        conflicts.append(
          Conflict(row: row, field: FieldKey(.life), writes: ordered(deletions) + members))
      }
    }
    return try offered(in: row, record, beside: conflicts, moment, transaction)
  }

  /// Whether there is one about a register of a row that holds that, such as between what a person
  /// wrote and what the source of an import says.
  static func isThere(
    about field: FieldKey, of row: RowKey, _ record: Record, _ moment: Moment,
    _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    if let register = record[field], register.isContested(as: field.field) { return true }
    if try moment.undecidedKeys(record, transaction).contains(field) { return true }
    guard field.field == .life else { return false }
    return try !MemberCheck(row, record, moment).unseen(transaction).isEmpty
  }

  private static func ordered(_ heads: [Head]) -> [Head] {
    heads.sorted { $1.precedes($0) }
  }
}

/// Looks for members that a deletion of what holds them did not know of.
private struct MemberCheck {
  let row: RowKey
  let deletions: [Head]
  let moment: Moment

  init(_ row: RowKey, _ record: Record, _ moment: Moment) {
    self.row = row
    self.moment = moment
    deletions =
      row.kind.schema.hasMembers
      ? record[.life]?.heads.filter { $0.value == Life.deleted } ?? [] : []
  }

  /// The writes that make a member live, where some deletion observed none of them.
  func unseen(_ transaction: borrowing ReadTransaction) throws -> [Head] {
    var found: [Head] = []
    for deletion in deletions {
      let observed = try moment.log.observed(
        by: deletion.event.sequence, in: deletion.log, moment.state, transaction)
      for heads in try members(transaction) {
        let isUnknown = heads.allSatisfy { !observed.covers($0.log, $0.event.sequence) }
        guard isUnknown else { continue }
        // What only an import made a member gives way to a deletion by a person.
        let counting = deletion.isRuleMade ? heads : heads.filter { !$0.isRuleMade }
        for head in counting where !found.contains(where: { $0.event == head.event }) {
          found.append(head)
        }
      }
    }
    return found.sorted { $0.event < $1.event }
  }

  /// For each member, the heads that make it one.
  private func members(_ transaction: borrowing ReadTransaction) throws -> [[Head]] {
    switch row.kind {
    case .collection:
      let parts = try moment.joined(into: row.entity, .collection, transaction)
      return try joins(parts, transaction)
        + parts.flatMap { try members(ofPart: $0.id, transaction) }
    case .card: return try reviews(of: row.entity, transaction)
    case .note:
      let cards = try moment.ids(.decks, ViewIndex.noteCard.key(row.entity.key), transaction)
      return try cards.flatMap { try reviews(of: $0, transaction) }
    default:
      let parts = try moment.joined(into: row.entity, .deck, transaction)
      return try joins(parts, transaction)
        + parts.flatMap { part in
          let cards = try moment.ids(.decks, ViewIndex.deckCard.key(part.id.key), transaction)
          return try cards.compactMap { card in
            try moment.catalog.record(RowKey(.card, card), transaction)[.deck]?.heads.filter {
              $0.value == part.id.bytes
            }
          }
        }
    }
  }

  /// The writes that put items into a collection, of each that lives: a membership shows only then.
  private func members(
    ofPart collection: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> [[Head]] {
    var found: [(item: EntityID, heads: [Head])] = []
    let prefix = [RowKind.membership.rawValue] + collection.key
    try moment.catalog.scan(.collections, from: prefix, below: prefix.after, transaction) {
      key, value in
      let place = try Record(reading: value)[.place]
      if let item = RowKey(key)?.other, Membership(reading: place?.winner?.value ?? []).isIn {
        found.append((item, place?.heads ?? []))
      }
      return .next
    }
    return try found.compactMap { item, heads in
      guard try moment.catalog.record(RowKey(.item, item), transaction).isLive else { return nil }
      return heads.filter { Membership(reading: $0.value).isIn }
    }
  }

  /// The writes that joined others into it: what is in these goes with it too.
  private func joins(
    _ parts: [Moment.Joined], _ transaction: borrowing ReadTransaction
  ) throws -> [[Head]] {
    try parts.dropFirst().compactMap { part in
      try moment.catalog.record(RowKey(row.kind, part.id), transaction)[.life]?.heads.filter {
        Life.joinedInto($0.value.span) != nil
      }
    }
  }

  private func reviews(
    of card: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> [[Head]] {
    let reviews = try moment.catalog.record(RowKey(.reviews, card), transaction)
    return reviews.registers.compactMap { key, register in
      guard key.field == .answer else { return nil }
      let retraction = reviews[FieldKey(.retracted, key.part)]?.winner
      return retraction?.value == [1] ? nil : register.heads
    }
  }
}

extension Moment {
  /// What people call the register of a conflict: the field, with the tag or collection it is
  /// about.
  package func registerName(
    _ conflict: Conflict, _ transaction: borrowing ReadTransaction
  ) throws -> String {
    guard let head = conflict.writes.first else { return conflict.field.field.name }
    return try name(of: conflict.field, head, transaction)
  }

  /// What the things are called that the values in a conflict name, such as decks.
  package func valueLabels(
    _ conflict: Conflict, _ transaction: borrowing ReadTransaction
  ) throws -> [EntityID: Text] {
    var labels: [EntityID: Text] = [:]
    for write in conflict.writes {
      guard let id = conflict.shownValue(write).namedThing else { continue }
      labels[id] = try label(id, transaction)
    }
    return labels
  }
}
