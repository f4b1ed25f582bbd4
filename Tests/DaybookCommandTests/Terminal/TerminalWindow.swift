import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// A terminal with a program in it: a pseudo-terminal whose other end a test holds, so that it can
/// type, look, make the window larger and close it.
final class TerminalWindow {
  private var leading: Int32
  private var following: Int32
  private let process: pid_t
  private var written: [UInt8] = []
  private var isWaitedFor = false
  private let usual: termios

  // Linux's own numbers, behind macros that Swift does not read: TIOCSPTLCK and TIOCGPTN of
  // ioctl_tty(2), POSIX_SPAWN_SETSID of <spawn.h>.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430
  private static let newSession: Int32 = 0x80

  /// Opens a window and starts a program in it, as the leader of a session of its own.
  init(
    _ words: [String], _ environment: [String: String], columns: Int, rows: Int
  ) throws {
    leading = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (lock, number): (Int32, Int32) = (0, 0)
    try #require(leading >= 0)
    try #require(unsafe ioctl(leading, Self.setLock, &lock) == 0)
    try #require(unsafe ioctl(leading, Self.getNumber, &number) == 0)
    let path = "/dev/pts/\(number)"
    // Held open, so that what the terminal is set to outlives the program.
    following = unsafe open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(following >= 0)
    usual = try Self.modes(following)
    try Self.resize(leading, columns, rows)
    process = try Self.start(words, environment, path)
  }

  deinit {
    if !isWaitedFor {
      kill(process, SIGKILL)
      var status: Int32 = 0
      _ = unsafe waitpid(process, &status, 0)
    }
    closeWindow()
  }

  /// What the program shows now.
  var screen: PaintedScreen { PaintedScreen(written) }

  /// Whether the terminal is set as it was before the program.
  func isRestored() throws -> Bool {
    let now = try Self.modes(following)
    return now.c_lflag == usual.c_lflag && now.c_iflag == usual.c_iflag
      && now.c_oflag == usual.c_oflag && now.c_cflag == usual.c_cflag
      && screen.modes == PaintedScreen.usualModes
  }

  /// Presses keys.
  func type(_ text: String) throws {
    let bytes = Array(text.utf8)
    let count = unsafe bytes.withUnsafeBytes { buffer in
      unsafe write(leading, buffer.baseAddress, buffer.count)
    }
    try #require(count == bytes.count)
  }

  /// Waits until the screen is as `isMet` wants it.
  @discardableResult
  func look(
    for what: Comment? = nil, within seconds: Double = 30,
    sourceLocation: SourceLocation = #_sourceLocation, until isMet: (PaintedScreen) -> Bool
  ) throws -> PaintedScreen {
    let deadline = Date(timeIntervalSinceNow: seconds)
    while !isMet(screen) {
      try #require(
        Date() < deadline, what ?? "\(screen.text)\n---\n\(screen.beside)",
        sourceLocation: sourceLocation)
      _ = readSome(milliseconds: 50)
    }
    return screen
  }

  /// Waits until a text shows, and types.
  func see(
    _ text: String, thenType keys: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try look(sourceLocation: sourceLocation) { $0.isCovered && $0.text.contains(text) }
    if !keys.isEmpty { try type(keys) }
  }

  /// Gives the window another size; the system tells the program.
  func resize(columns: Int, rows: Int) throws { try Self.resize(leading, columns, rows) }

  /// Sends a signal to the program.
  func send(_ signal: Int32) { kill(process, signal) }

  /// Closes the window, with the program still in it.
  func closeWindow() {
    for descriptor in [leading, following] where descriptor >= 0 { close(descriptor) }
    (leading, following) = (-1, -1)
  }

  /// Waits for the end of the program; what it wrote until then has been read.
  func end(within seconds: Double = 30) throws -> Outcome.End {
    let deadline = Date(timeIntervalSinceNow: seconds)
    var status: Int32 = 0
    while unsafe waitpid(process, &status, WNOHANG) == 0 {
      try #require(Date() < deadline, "it does not end: \(screen.text)")
      _ = readSome(milliseconds: 20)
    }
    isWaitedFor = true
    while readSome(milliseconds: 0) {}
    let signal = status & 0x7F
    return signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal)
  }

  /// - Returns: whether there was something.
  private func readSome(milliseconds: Int32) -> Bool {
    guard leading >= 0 else {
      usleep(UInt32(milliseconds) * 1_000)
      return false
    }
    var request = pollfd(fd: leading, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&request, 1, milliseconds) > 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe read(leading, &buffer, buffer.count)
    guard count > 0 else { return false }
    written += buffer.prefix(count)
    return true
  }

  private static func modes(_ descriptor: Int32) throws -> termios {
    var modes = termios()
    try #require(unsafe tcgetattr(descriptor, &modes) == 0)
    return modes
  }

  private static func resize(_ descriptor: Int32, _ columns: Int, _ rows: Int) throws {
    var size = winsize()
    (size.ws_col, size.ws_row) = (UInt16(columns), UInt16(rows))
    try #require(unsafe ioctl(descriptor, UInt(TIOCSWINSZ), &size) == 0)
  }

  private static func start(
    _ words: [String], _ environment: [String: String], _ path: String
  ) throws -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    // The leader of a session that opens a terminal gets it for its own.
    unsafe posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, 0, 1)
    unsafe posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    for number in [SIGINT, SIGQUIT, SIGPIPE, SIGHUP, SIGTSTP] {
      unsafe sigaddset(&signals, number)
    }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    let flags = newSession | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    var variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    defer { unsafe (arguments + variables).forEach { unsafe free($0) } }
    var process: pid_t = 0
    let code = unsafe posix_spawnp(
      &process, words[0], &actions, &attributes, &arguments, &variables)
    try #require(code == 0, "\(words[0]) cannot be started")
    return process
  }
}

extension Shell {
  /// Opens a terminal with `daybook` in it.
  func window(
    _ words: String..., environment: [String: String] = [:], columns: Int = 80, rows: Int = 24
  ) throws -> TerminalWindow {
    try window(
      program: [Self.executable] + words, environment: environment, columns: columns, rows: rows)
  }

  /// Opens a terminal with a program in it; `$DAYBOOK` is `daybook`.
  func window(
    program: [String], environment: [String: String] = [:], columns: Int = 80, rows: Int = 24
  ) throws -> TerminalWindow {
    let variables = [
      "HOME": path, "TMPDIR": path, "PATH": "/usr/bin:/bin", "TZ": "UTC", "TERM": "xterm",
      "DAYBOOK": Self.executable,
    ].merging(environment) { $1 }
    return try TerminalWindow(program, variables, columns: columns, rows: rows)
  }
}
