import DaybookEvents
import DaybookLog
import LMDB

/// The events that end one conflict.
struct Resolution {
  let conflict: Conflict
  let moment: Moment

  init(_ conflict: Conflict, _ moment: Moment) {
    self.conflict = conflict
    self.moment = moment
  }

  func drafts(
    keeping head: Head, _ transaction: borrowing ReadTransaction
  ) throws -> [EventDraft] {
    let values = ValueDrafts(row: conflict.row, moment: moment)
    let drafts = try values.drafts([(conflict.key, head.value)], transaction)
    if conflict.key.field == .life { return drafts }
    return try drafts + deletionAgain(after: drafts, transaction)
  }

  /// Every write to a thing's own fields brings it back. What everybody had deleted, or joined into
  /// another, stays so.
  private func deletionAgain(
    after drafts: [EventDraft], _ transaction: borrowing ReadTransaction
  ) throws -> [EventDraft] {
    guard conflict.row.kind.thing != nil, drafts.contains(where: { $0.kind != .cardMoved })
    else { return [] }
    let record = try moment.catalog.record(conflict.row, transaction)
    guard let life = record.value(.life), life != Life.live,
      !record.contested.contains(FieldKey(.life))
    else { return [] }
    return try ValueDrafts(row: conflict.row, moment: moment)
      .drafts([(FieldKey(.life), life)], transaction)
  }
}
