import Daybook
import DaybookEvents

/// What the numbers of days and times in a collection mean.
struct AnkiClock {
  /// Minutes east of UTC where the collection was made.
  let offsetMinutes: Int
  /// The hour at which days begin.
  let rolloverHour: Int
  private let collection: AnkiCollection

  init(_ collection: AnkiCollection, _ store: Store) {
    self.collection = collection
    offsetMinutes =
      collection.creationMinutesWest.map { -$0 }
      ?? store.options.offsetMinutes(Int64(collection.createdSeconds) * 1000)
    rolloverHour = collection.rolloverHour
  }

  /// The study day of a day number, in days since 1970.
  func studyDay(_ number: Int) -> Int64 {
    Int64(collection.calendarDay(of: number, elseMinutesWest: -offsetMinutes))
  }

  /// The study day of a moment, in days since 1970.
  func studyDay(seconds: Int) -> Int64 {
    Int64(max(0, seconds + offsetMinutes * 60 - rolloverHour * 3600) / 86_400)
  }
}
