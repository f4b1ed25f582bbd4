#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Waits until something happens in folders, such as a file that is written or comes there.
///
/// Where the system tells of it (Linux), nothing runs meanwhile. Elsewhere, and on file systems
/// that tell nothing, the caller looks again after the time that it waits at most.
package final class FolderWatch {
  #if canImport(Glibc)
    private let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
  #endif

  /// Watches nothing yet.
  package init() {}

  deinit {
    #if canImport(Glibc)
      if descriptor >= 0 { close(descriptor) }
    #endif
  }

  /// Watches a folder from now on, but not those in it. One that is watched already stays so, and
  /// one that is not there is passed over.
  package func add(_ folder: String) {
    #if canImport(Glibc)
      let events = IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_DELETE
      if descriptor >= 0 { _ = unsafe inotify_add_watch(descriptor, folder, UInt32(events)) }
    #endif
  }

  /// Waits until something happens, at most for some time, and then until nothing more has happened
  /// for a moment, since what writes one file mostly writes others.
  ///
  /// - Returns: whether something did.
  package func wait(milliseconds: Int64) -> Bool {
    guard hears(milliseconds) else { return false }
    var calm = 0
    while calm < 20, hears(Self.pause) { calm += 1 }
    return true
  }

  /// Whether the system tells of what happens.
  package var isTold: Bool {
    #if canImport(Glibc)
      return descriptor >= 0
    #else
      return false
    #endif
  }

  private static let pause: Int64 = 50

  /// Whether something happened, or happens within some time; forgets it.
  private func hears(_ milliseconds: Int64) -> Bool {
    #if canImport(Glibc)
      if descriptor >= 0 {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&request, 1, Int32(clamping: milliseconds)) > 0 else { return false }
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        let count = buffer.count
        while unsafe read(descriptor, &buffer, count) == count {}
        return true
      }
    #endif
    if milliseconds > 0 { SystemClock.pause(milliseconds: Int(clamping: milliseconds)) }
    return false
  }
}
