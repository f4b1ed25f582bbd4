import DaybookEvents
import LMDB

extension Conflict {
  /// The conflicts of a row, with those between what people wrote and what the source of an import
  /// says.
  static func offered(
    in row: RowKey, _ record: Record, beside conflicts: [Conflict], _ moment: Moment,
    _ transaction: borrowing ReadTransaction
  ) throws -> [Conflict] {
    var conflicts = conflicts
    for (offer, head) in try moment.undecidedOffers(record, transaction) {
      let index = conflicts.firstIndex { $0.key == offer.key }
      let others = index.map { conflicts.remove(at: $0).heads } ?? shown(offer.key, record)
      conflicts.append(
        try Conflict(row, offer.key, others + [head], offer: offer, moment, transaction))
    }
    return conflicts
  }

  /// What the source said, as one of the writes.
  func isOffer(_ write: Head) -> Bool {
    offer != nil && write == writes.last?.head
  }

  /// What people call the source that said one of the writes; nil of what somebody wrote.
  package func source(of write: Write) -> String? { isOffer(write.head) ? offer?.source : nil }

  private static func shown(_ key: FieldKey, _ record: Record) -> [Head] {
    (record[key]?.winner).map { [$0] } ?? []
  }
}
