import Synchronization

#if canImport(Glibc)
  @unsafe @preconcurrency import Glibc
#elseif canImport(Darwin)
  @unsafe @preconcurrency import Darwin
#endif

/// Turns signals into bytes of a pipe, which whoever waits for keys can wait for as well: a
/// handler may do next to nothing, a reader may do anything.
struct TerminalSignals {
  /// Where the numbers of signals are read.
  let readEnd: Int32
  private var previous: [(number: Int32, handler: TerminalGuard.Handler?)] = []

  /// What a person or the system wants when it asks a program to end.
  static let stopping = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  private static let handled = stopping + [SIGTSTP, SIGCONT, SIGWINCH]

  private static let writeEnd = Atomic<Int32>(-1)
  private static let unansweredStops = Atomic<Int>(0)

  /// Makes the pipe, once for the process: a signal may still arrive while a face closes.
  init() throws(SystemError) {
    readEnd = try Self.pipe.get()
  }

  private static let pipe = Result<Int32, SystemError> { () throws(SystemError) in
    guard let ends = Descriptor.pipe() else { throw SystemError(.read, path: "") }
    for end in [ends.read, ends.write] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    writeEnd.store(ends.write, ordering: .sequentiallyConsistent)
    return ends.read
  }

  /// Begins to listen. What this process was told to ignore (`nohup`) stays ignored.
  mutating func listen() {
    Self.unansweredStops.store(0, ordering: .sequentiallyConsistent)
    previous = Self.handled.compactMap { number in
      let handler = signal(number, Self.onSignal)
      guard Self.isIgnoring(handler) else { return (number, handler) }
      signal(number, handler)
      return nil
    }
  }

  /// Gives the signals back to whoever had them.
  mutating func release() {
    for (number, handler) in previous { signal(number, handler) }
    previous = []
  }

  /// The signals that have come, in order.
  ///
  /// - Parameter milliseconds: how long to wait for the first.
  func received(waitingMilliseconds milliseconds: Int32 = 0) throws(SystemError) -> [Int32] {
    var request = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&request, 1, milliseconds) > 0 else { return [] }
    return try Descriptor.read(readEnd, atMost: 64, path: "").map(Int32.init)
  }

  /// Ends this process by a signal, as if it had never been listened for.
  static func die(of number: Int32) -> Never {
    signal(number, SIG_DFL)
    raise(number)
    _exit(128 + number)  // the signal is blocked, which nobody here does
  }

  private static func isIgnoring(_ handler: TerminalGuard.Handler?) -> Bool {
    unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  private static let onSignal: TerminalGuard.Handler = { number in
    let code = errno
    defer { errno = code }
    if number == SIGINT || number == SIGTERM || number == SIGHUP || number == SIGQUIT,
      unansweredStops.add(1, ordering: .sequentiallyConsistent).oldValue > 0
    {
      // Nobody has answered the first one: the program is stuck. It ends as this returns.
      TerminalGuard.restore(dropsInput: true)
      signal(number, SIG_DFL)
      raise(number)
      return
    }
    var byte = UInt8(truncatingIfNeeded: number)
    _ = unsafe write(writeEnd.load(ordering: .sequentiallyConsistent), &byte, 1)
  }
}
