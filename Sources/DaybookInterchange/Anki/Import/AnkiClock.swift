import Daybook
import DaybookEvents
import DaybookScheduler

/// What the numbers of days and times in a collection mean.
///
/// Anki counts days by the clock of the machine that computes, all of history by its time zone and
/// hour of today. Neither stands in its review log, so an answer counts for the day that this
/// machine's clock showed at that moment, by the rules of its zone.
struct AnkiClock {
  /// The hour at which days begin: as the package says, else as here.
  let rolloverHour: Int
  /// What was taken for granted.
  let dating: AnkiImport.Dating
  private let offsetMinutes: @Sendable (Int64) -> Int
  /// Minutes west of UTC where the collection was made.
  private let creationMinutesWest: Int
  private let collection: AnkiCollection

  init(_ collection: AnkiCollection, _ store: Store) throws {
    self.collection = collection
    let offsetMinutes = store.options.offsetMinutes
    self.offsetMinutes = offsetMinutes
    let creationHere = -offsetMinutes(Int64(collection.createdSeconds) * 1000)
    creationMinutesWest = collection.creationMinutesWest ?? creationHere
    let here = try store.read { try $0.rolloverHour(orElse: store.options.rolloverHour, $1) }
    rolloverHour = collection.rolloverHour ?? here
    dating = AnkiImport.Dating(
      rolloverHour: rolloverHour, otherHour: here == rolloverHour ? nil : here,
      isAssumed: collection.rolloverHour == nil
        || collection.creationMinutesWest != creationHere)
  }

  /// Minutes east of UTC at a moment.
  func offsetMinutes(at milliseconds: Int64) -> Int { offsetMinutes(milliseconds) }

  /// The study day of a day number, in days since 1970.
  func studyDay(_ number: Int) -> Int64 {
    Int64(collection.calendarDay(of: number, elseMinutesWest: creationMinutesWest))
  }

  /// The study day of a moment, in days since 1970.
  func studyDay(seconds: Int) -> Int64 {
    let milliseconds = Int64(seconds) * 1000
    return Int64(
      StudyDay(
        milliseconds: milliseconds, offsetMinutes: offsetMinutes(milliseconds),
        rolloverHour: rolloverHour
      ).number)
  }
}
