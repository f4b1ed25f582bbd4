package import DaybookEvents
package import LMDB

extension Moment {
  /// All reviews of a card, in the order in which they count.
  package func reviews(
    of card: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> [PlacedReview] {
    let row = RowKey(.reviews, card)
    if let past = catalog.past { return try past.reviews(row, transaction) }
    return try PlacedReview.all(stored: catalog.stored(row, transaction))
  }
}
