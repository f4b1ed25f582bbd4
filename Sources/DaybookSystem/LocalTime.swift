#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The time zone of the machine, as the environment variable `TZ` or the system says.
package enum LocalTime {
  private static let zone: Bool = {
    tzset()
    return true
  }()

  /// What is added to UTC to get the time on the wall at that moment, in minutes.
  ///
  /// - Parameter milliseconds: Since 1970; before it and beyond the year 9999 too.
  package static func offsetMinutes(atMilliseconds milliseconds: Int64) -> Int {
    _ = zone
    var (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
    if rest < 0 { seconds -= 1 }
    rest = 0
    var time = time_t(seconds)
    var local = unsafe tm()
    guard unsafe localtime_r(&time, &local) != nil else { return 0 }
    return unsafe Int(local.tm_gmtoff) / 60
  }
}
