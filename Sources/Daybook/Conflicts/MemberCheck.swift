import DaybookEvents
import DaybookLog
import LMDB

/// Looks for members that a deletion of what holds them did not know of.
struct MemberCheck {
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
