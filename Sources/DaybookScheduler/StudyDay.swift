/// A person's day, which begins at an hour of the night instead of midnight: answers count for it.
///
/// It is what the wall showed that counts, where and when the answer was given. Another time zone,
/// or another hour, changes no day that was counted before.
package struct StudyDay: Hashable, Sendable {
  /// The hour at which days begin where nothing says another.
  package static let usualRolloverHour = 4

  /// In whole days since 1970-01-01, never below 0.
  package let number: Int

  /// The day at a moment.
  ///
  /// - Parameters:
  ///   - milliseconds: Since 1970.
  ///   - offsetMinutes: East of UTC, where and when it was.
  ///   - rolloverHour: The hour at which days begin there.
  package init(milliseconds: Int64, offsetMinutes: Int, rolloverHour: Int) {
    let shift = Int64(offsetMinutes) * 60_000 - Int64(rolloverHour) * 3_600_000
    number = Int(max(0, milliseconds.addingSaturated(shift)) / 86_400_000)
  }
}
