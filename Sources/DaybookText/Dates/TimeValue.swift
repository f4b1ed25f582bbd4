/// When something is due, or the other side of a comparison: a whole day, or a moment.
public enum TimeValue: Hashable, Sendable {
  /// A day wherever the person is.
  case date(CivilDate)
  /// A moment, in milliseconds since 1970 UTC.
  case instant(milliseconds: Int64)
}
