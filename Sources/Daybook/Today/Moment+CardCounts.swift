import DaybookEvents
import LMDB

extension Moment {
  /// How many cards a review of all decks would show now: those reviewed before, and new ones.
  func cardCounts(
    at now: Int64, studyDay: Int, _ transaction: borrowing ReadTransaction
  ) throws -> (due: Int, new: Int) {
    let decks = try deckTree(transaction).all
    let queue = try reviewQueue(of: decks, at: now, studyDay: studyDay, transaction)
    return (queue.learning.count + queue.reviews.count, queue.new.count)
  }
}
