import Synchronization

#if canImport(Glibc)
  @unsafe @preconcurrency import Glibc
#elseif canImport(Darwin)
  @unsafe @preconcurrency import Darwin
#endif

/// How a process ended.
package enum ProcessExit: Equatable, Sendable {
  /// By itself, with a status of 0 to 255.
  case status(Int32)
  /// By a signal.
  case signal(Int32)

  /// Whether it ended by itself with status 0.
  package var isSuccess: Bool { self == .status(0) }
}

/// Starting programs: no shell, arguments as they are, the environment inherited.
enum Spawning {
  /// Between making a pipe and hiding it from children no other child may start.
  static let turn = Mutex(())

  /// Starts a program, searched in `PATH` if its name has no slash.
  ///
  /// - Parameter descriptors: What becomes its descriptor 0, 1, …; the others it inherits.
  static func start(
    _ executable: String, _ arguments: [String], descriptors: [Int32] = []
  ) throws(SystemError) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    for (number, descriptor) in descriptors.enumerated() {
      unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
    }
    var defaults = sigset_t()
    unsafe sigemptyset(&defaults)
    for signal in [SIGPIPE, SIGINT, SIGQUIT, SIGXFSZ] { unsafe sigaddset(&defaults, signal) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
    // Threads of a pool may have blocked what should be able to end the child.
    var blocked = sigset_t()
    unsafe sigemptyset(&blocked)
    unsafe posix_spawnattr_setsigmask(&attributes, &blocked)
    let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    var process: pid_t = 0
    let code = unsafe withArguments([executable] + arguments) { list in
      unsafe posix_spawnp(&process, executable, &actions, &attributes, list, environ)
    }
    guard code == 0 else { throw SystemError(.start, path: executable, code: code) }
    return process
  }

  /// Waits for a child to end.
  static func wait(_ process: pid_t, path: String) throws(SystemError) -> ProcessExit {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { throw SystemError(.wait, path: path) }
    }
    let signal = status & 0x7F
    return signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal)
  }

  /// Lends strings as C wants them: each ended by a zero, the list by a nil.
  static func withArguments<Result>(
    _ arguments: [String],
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var list = unsafe arguments.map { unsafe strdup($0) } + [nil]
    defer { unsafe list.forEach { unsafe free($0) } }
    return unsafe body(&list)
  }
}
