import DaybookEvents
import DaybookScheduler
import LMDB

extension Moment {
  /// Counts the cards of all live decks that are due or new, from keys of an index.
  func cardCounts(
    at now: Int64, studyDay: Int, _ transaction: borrowing ReadTransaction
  ) throws -> (due: Int, new: Int) {
    var counts = (due: 0, new: 0)
    let today = CardSchedule.Due.studyDay(studyDay).sortMilliseconds
    for deck in try named(.deck, transaction) where !deck.isDeleted {
      for (place, last) in [(QueuePlace.step, now), (.review, today)] {
        try forEachQueued(place, in: deck.id, dueBy: last, transaction) {
          if $0.buriedDay < studyDay { counts.due += 1 }
          return .next
        }
      }
      try forEachQueued(.new, in: deck.id, dueBy: .max, transaction) { _ in
        counts.new += 1
        return .next
      }
    }
    return counts
  }
}
