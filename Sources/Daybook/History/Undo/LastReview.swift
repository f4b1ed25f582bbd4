package import DaybookEvents
import DaybookLog
package import LMDB

/// A review that can be taken back.
package struct LastReview {
  /// The card it is a review of.
  package let card: EntityID
  /// What recorded it.
  package let event: EventName
}

extension Moment {
  /// The last review that a replica made by hand and nobody has taken back; nil when there is
  /// none. Looks back through that replica's own log. O(n) in the events since.
  package func lastReview(
    of replica: ReplicaID, _ transaction: borrowing ReadTransaction
  ) throws -> LastReview? {
    guard let number = state.numbers(of: replica).last else { return nil }
    let record = state.logs[Int(number)]
    var sequence = record.head
    while sequence >= record.fork, sequence > 0 {
      defer { sequence -= 1 }
      guard let position = try log.position(of: sequence, in: number, state, transaction),
        let event = try log.event(at: position, transaction),
        event.header.knownKind == .cardReviewed, !event.header.isRuleMade
      else { continue }
      for write in Reducer.writes(of: event) where write.field.field == .answer {
        let known = try catalog.record(write.row, transaction)
        let isRetracted = known[FieldKey(.retracted, write.field.part)]?.winner?.value == [1]
        guard known[write.field] != nil, !isRetracted else { continue }
        return LastReview(card: event.header.entity, event: event.name)
      }
    }
    return nil
  }
}
