import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a thread is given to run.
private final class Work: Sendable {
  let body: @Sendable () throws -> Void
  let failure = Mutex<(any Error)?>(nil)

  init(_ body: @escaping @Sendable () throws -> Void) { self.body = body }
}

/// A thread of the operating system: LMDB's rules are about those.
package final class Thread: Sendable {
  private let work: Work
  private let identifier: UInt

  /// Starts it.
  package init(_ body: @escaping @Sendable () throws -> Void) {
    work = Work(body)
    var thread = pthread_t()
    let argument = unsafe Unmanaged.passRetained(work).toOpaque()
    let code = unsafe pthread_create(
      &thread, nil,
      { argument in
        guard let argument = unsafe argument else { return nil }
        let work = unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue()
        do { try work.body() } catch { work.failure.withLock { $0 = error } }
        return nil
      }, argument)
    precondition(code == 0)
    identifier = UInt(thread)
  }

  /// Waits for its end and throws what it threw.
  package func join() throws {
    pthread_join(pthread_t(identifier), nil)
    if let failure = work.failure.withLock({ $0 }) { throw failure }
  }
}

/// Runs `body` on a thread of its own and waits for it.
package func onOtherThread(_ body: @escaping @Sendable () throws -> Void) throws {
  try Thread(body).join()
}

/// Lets other threads run for a millisecond.
package func pause() {
  usleep(1_000)
}

/// Sets the time zone of this process, before anything has asked for it.
package func setLocalZone(_ zone: String) {
  unsafe setenv("TZ", zone, 1)
}

/// Ends this process.
package func leave(_ status: Int32) -> Never {
  exit(status)
}
