#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The wall clock of the machine.
package enum SystemClock {
  /// Milliseconds since 1970, as far as the machine knows.
  package static func nowMilliseconds() -> Int64 {
    var time = timespec()
    // Cannot fail: every system has this clock.
    _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Lets other processes go on for a while.
  package static func pause(milliseconds: Int) {
    usleep(UInt32(clamping: milliseconds * 1_000))
  }
}
