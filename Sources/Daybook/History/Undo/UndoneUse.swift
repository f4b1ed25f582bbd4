import DaybookEvents
import DaybookLog
import LMDB

/// What was done with a thing that is to be deleted: it was filed, reviewed, or something was put
/// into it. None of that writes to the thing itself.
struct UndoneUse {
  private let row: RowKey
  private let scope: UndoScope
  private let observed: LocalVector
  private let moment: Moment
  private let leaving: Set<RegisterName>

  /// - Parameters:
  ///   - observed: what was known where the thing was made or brought back: that is no use since.
  ///   - leaving: what is deleted or taken out with it.
  init(
    _ row: RowKey, since observed: LocalVector, _ scope: UndoScope, _ moment: Moment,
    leaving: Set<RegisterName>
  ) {
    self.row = row
    self.scope = scope
    self.observed = observed
    self.moment = moment
    self.leaving = leaving
  }

  /// The writes that put it into collections since, and the answers to it that count.
  ///
  /// - Parameter history: everything whose writes are about it.
  func heads(_ history: PastFold) -> [Head] {
    history.rows.rows.map(\.key).flatMap { row -> [Head] in
      let record = history.record(row)
      switch row.kind {
      case .membership:
        let place = record[.place]
        return Membership(reading: place?.winner?.value ?? []).isIn ? place?.heads ?? [] : []
      case .reviews:
        return record.registers.flatMap { key, register in
          let retraction = record[FieldKey(.retracted, key.part)]?.winner?.value
          return key.field == .answer && retraction != [1] ? register.heads : []
        }
      default: return []
      }
    }.filter(isSince)
  }

  /// What put something into it since that stays there.
  func member(_ transaction: borrowing ReadTransaction) throws -> Head? {
    switch row.kind {
    case .collection:
      for member in try moment.allMembers(of: row.entity, transaction) {
        let item = RowKey(.item, member.item)
        let place = RowKey(.membership, row.entity, member.item)
        if let head = try head(of: .place, in: place, whileLive: item, transaction) {
          return head
        }
      }
      return try join(.collection, transaction)
    case .deck:
      for card in try moment.ids(.decks, ViewIndex.deckCard.key(row.entity.key), transaction) {
        let row = RowKey(.card, card)
        if let head = try head(of: .deck, in: row, whileLive: row, transaction) { return head }
      }
      return try join(.deck, transaction)
    case .note:
      for card in try moment.cards(ofNote: row.entity, transaction) {
        let row = RowKey(.card, card.id)
        if let head = try head(of: .cardNote, in: row, whileLive: row, transaction) {
          return head
        }
      }
    default: break
    }
    return nil
  }

  /// What joined another into it since that stays so: the contents of that would go with it.
  private func join(
    _ kind: ThingKind, _ transaction: borrowing ReadTransaction
  ) throws -> Head? {
    let prefix = ViewIndex.joined.key([row.kind.rawValue], row.entity.key)
    for other in try moment.ids(row.kind.view, prefix, transaction) {
      let head = try head(of: .life, in: RowKey(row.kind, other), of: other, transaction)
      if let head { return head }
    }
    return nil
  }

  private func head(
    of field: Field, in place: RowKey, whileLive member: RowKey,
    _ transaction: borrowing ReadTransaction
  ) throws -> Head? {
    let life = RegisterName(row: member, field: FieldKey(.life))
    guard !leaving.contains(life), try moment.catalog.record(member, transaction).isLive else {
      return nil
    }
    return try head(of: field, in: place, of: member.entity, transaction)
  }

  /// The write to a register of a member that put it into this since, if that stays.
  private func head(
    of field: Field, in place: RowKey, of member: EntityID,
    _ transaction: borrowing ReadTransaction
  ) throws -> Head? {
    guard !leaving.contains(RegisterName(row: place, field: FieldKey(field))) else { return nil }
    let heads = try moment.catalog.record(place, transaction)[FieldKey(field)]?.heads ?? []
    guard heads.contains(where: isSince) else { return nil }
    // What was taken out and back in is in since it was first put in, and what is taken back only
    // moved what is in without it too.
    let history = try ThingHistory(of: member, scope, moment, transaction)
    let others = try history.foldWithoutUndone(andScope: true).record(place)[FieldKey(field)]
    let counting =
      isIn(others, field)
      ? others : try history.foldWithoutUndone().record(place)[FieldKey(field)]
    return counting?.heads.filter(isSince).greatest
  }

  /// Whether a register that says what its thing is in names this one.
  private func isIn(_ register: Register?, _ field: Field) -> Bool {
    guard let value = register?.winner?.value else { return false }
    switch field {
    case .life: return Life.joinedInto(value.span) == row.entity
    case .place: return Membership(reading: value).isIn
    default: return value == row.entity.bytes
    }
  }

  /// Whether a write was not known where the thing was made or brought back.
  func isSince(_ head: Head) -> Bool {
    !observed.covers(head.log, head.event.sequence)
  }
}
