import Synchronization

#if canImport(Glibc)
  @unsafe @preconcurrency import Glibc
#elseif canImport(Darwin)
  @unsafe @preconcurrency import Darwin
#endif

/// Gives the terminal back as it was, also when the program dies by its own fault.
///
/// What is here may be used inside a handler of signals: it allocates nothing, takes no lock, and
/// calls only what POSIX lists as safe there (`tcsetattr`, `write`, `signal`, `raise`).
enum TerminalGuard {
  typealias Handler = @convention(c) (Int32) -> Void

  /// Alternate screen, no cursor, no wrapping at the edge, pasted text marked as such (xterm,
  /// "private modes"). A terminal that does not know one of them passes it over.
  static let enterSequence: StaticString = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004h"
  /// The same back, and no colour left on.
  private static let leaveSequence: StaticString =
    "\u{1B}[0m\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  private static let isArmed = Atomic<Bool>(false)
  // Written only while the guard is not armed and no handler can read them.
  nonisolated(unsafe) private static var modes = termios()
  nonisolated(unsafe) private static var damageHandlers:
    (bus: Handler?, segment: Handler?, abort: Handler?)

  /// Remembers how the terminal was, and what to do when the program is about to die.
  static func arm(restoring modes: termios) {
    unsafe self.modes = modes
    isArmed.store(true, ordering: .sequentiallyConsistent)
    unsafe damageHandlers = (
      signal(SIGBUS, onFault), signal(SIGSEGV, onFault), signal(SIGABRT, onFault)
    )
    for number in [SIGILL, SIGTRAP, SIGFPE] { signal(number, onFault) }
  }

  /// Lets faults take their usual course again. The terminal must have been restored.
  static func disarm() {
    unsafe signal(SIGBUS, damageHandlers.bus)
    unsafe signal(SIGSEGV, damageHandlers.segment)
    unsafe signal(SIGABRT, damageHandlers.abort)
    for number in [SIGILL, SIGTRAP, SIGFPE] { signal(number, SIG_DFL) }
  }

  /// Restores the terminal, once.
  ///
  /// - Parameter dropsInput: Whether keys that were pressed and not read are forgotten, so that
  ///   the shell does not take them for a command.
  static func restore(dropsInput: Bool) {
    guard isArmed.exchange(false, ordering: .sequentiallyConsistent) else { return }
    let text = leaveSequence
    _ = unsafe write(Terminal.output, text.utf8Start, text.utf8CodeUnitCount)
    _ = unsafe tcsetattr(Terminal.input, dropsInput ? TCSAFLUSH : TCSANOW, &modes)
  }

  /// A failed precondition, a damaged page: the terminal first, then whoever answered for it
  /// before, as soon as this returns.
  private static let onFault: Handler = { number in
    restore(dropsInput: false)
    switch number {
    case SIGBUS: unsafe signal(number, damageHandlers.bus)
    case SIGSEGV: unsafe signal(number, damageHandlers.segment)
    case SIGABRT: unsafe signal(number, damageHandlers.abort)
    default: signal(number, SIG_DFL)
    }
    raise(number)
  }
}
