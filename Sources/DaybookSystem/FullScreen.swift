#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The whole terminal, lent to a program: keys arrive at once and without echo, and what is shown
/// covers what was there, which comes back afterwards.
///
/// However it ends, the terminal is as it was: when the body returns or throws, when it is asked to
/// end by a signal, while it is stopped (Ctrl-Z), while the terminal is lent on to an editor, and
/// when the program dies by a fault of its own. Only `SIGKILL` leaves it as it is.
package final class FullScreen {
  /// What happened at the terminal.
  package enum Event: Equatable, Sendable {
    /// Keys were pressed, or something was pasted.
    case bytes([UInt8])
    /// It has another size now: ask ``FullScreen/size``.
    case resized
    /// The program was stopped and goes on: all has to be painted again.
    case resumed(afterMilliseconds: Int64)
    /// Somebody asks the program to end: Ctrl-C (`SIGINT`), `SIGTERM`, `SIGHUP`, `SIGQUIT`.
    case asked(signal: Int32)
    /// Nobody is there any more.
    case closed
    /// Nothing happened in the time given.
    case quiet
  }

  private var signals: TerminalSignals
  private var unanswered: [Int32] = []
  private var isEntered = false

  private init() throws(SystemError) { signals = try TerminalSignals() }

  /// Takes the terminal, runs `body`, and gives it back, whatever happens.
  ///
  /// - Throws: what `body` throws; ``SystemError`` where standard input is no terminal.
  package static func run<Result>(_ body: (FullScreen) throws -> Result) throws -> Result {
    let screen = try FullScreen()
    defer { screen.leave() }
    try screen.enter()
    return try body(screen)
  }

  /// Ends this process by a signal it was asked with.
  package static func die(of signal: Int32) -> Never { TerminalSignals.die(of: signal) }

  /// The signal that Ctrl-C sends.
  package static let interrupt = SIGINT

  /// The present size; 80x24 where the terminal does not tell.
  package var size: Terminal.Size {
    guard let size = Terminal.size(), size.rows > 0 else {
      return Terminal.Size(columns: 80, rows: 24)
    }
    return size
  }

  /// Shows `bytes`.
  ///
  /// - Returns: False if nobody is there any more.
  package func write(_ bytes: [UInt8]) throws(SystemError) -> Bool {
    do {
      return try Terminal.write(bytes)
    } catch {
      // What a terminal says that was hung up.
      guard error.kind == .ioError else { throw error }
      return false
    }
  }

  /// Waits for what happens next.
  ///
  /// - Parameter timeoutMilliseconds: When to give up waiting; nil is never.
  package func next(timeoutMilliseconds: Int? = nil) throws(SystemError) -> Event {
    while true {
      unanswered += try signals.received()
      // A terminal that hangs up sends SIGHUP and SIGCONT, in either order.
      if let stop = unanswered.firstIndex(where: TerminalSignals.stopping.contains) {
        return .asked(signal: unanswered.remove(at: stop))
      }
      if !unanswered.isEmpty {
        if let event = try answer(unanswered.removeFirst()) { return event }
        continue
      }
      var requests = [Terminal.input, signals.readEnd].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      let timeout = Int32(clamping: timeoutMilliseconds ?? -1)
      let count = unsafe poll(&requests, nfds_t(requests.count), timeout)
      if count == 0 { return .quiet }
      guard count > 0 || errno == EINTR else { throw SystemError(.read, path: "") }
      guard count > 0, requests[1].revents == 0, requests[0].revents != 0 else { continue }
      return try read()
    }
  }

  /// Gives the terminal back while `body` runs: for an editor. All has to be painted again then.
  package func lend<Result>(_ body: () throws -> Result) throws -> Result {
    leave()
    do {
      let result = try body()
      try enter()
      return result
    } catch {
      try enter()
      throw error
    }
  }

  private func read() throws(SystemError) -> Event {
    do {
      let bytes = try Descriptor.read(Terminal.input, atMost: 4_096, path: "")
      if !bytes.isEmpty { return .bytes(bytes) }
    } catch {
      guard error.kind == .ioError else { throw error }
    }
    return try hungUp()
  }

  /// Nobody is there any more. The signal that says so may come a moment later: then it is what
  /// ends the program.
  private func hungUp() throws(SystemError) -> Event {
    unanswered += try signals.received(waitingMilliseconds: 100)
    let signal = unanswered.first { TerminalSignals.stopping.contains($0) }
    return signal.map { .asked(signal: $0) } ?? .closed
  }

  /// Does what a signal asks for that is about the terminal itself.
  ///
  /// - Returns: what the program has to know of it.
  private func answer(_ signal: Int32) throws(SystemError) -> Event? {
    switch signal {
    case SIGWINCH:
      unanswered.removeAll { $0 == SIGWINCH }
      return .resized
    case SIGTSTP:
      unanswered.removeAll { $0 == SIGTSTP }
      let stoppedAt = SystemClock.nowMilliseconds()
      leave()
      raise(SIGTSTP)  // goes on from here when the shell says so
      try enter()
      return .resumed(afterMilliseconds: SystemClock.nowMilliseconds() - stoppedAt)
    case SIGCONT:
      // It was stopped without being asked, and somebody may have used the terminal since.
      do {
        try takeKeys()
        guard try show(TerminalGuard.enterSequence) else { return try hungUp() }
      } catch {
        guard error.kind == .ioError else { throw error }
        return try hungUp()
      }
      return .resumed(afterMilliseconds: 0)
    default: return nil
    }
  }

  private func enter() throws(SystemError) {
    precondition(!isEntered, "the terminal is taken once")
    var modes = termios()
    guard unsafe tcgetattr(Terminal.input, &modes) == 0 else {
      throw SystemError(.inspect, path: "")
    }
    signals.listen()
    TerminalGuard.arm(restoring: modes)
    isEntered = true
    try takeKeys()
    _ = try show(TerminalGuard.enterSequence)
  }

  private func leave() {
    guard isEntered else { return }
    isEntered = false
    TerminalGuard.restore(dropsInput: true)
    TerminalGuard.disarm()
    signals.release()
  }

  /// Every byte at once, as it is, without echo. Control-C and Control-Z go on sending signals:
  /// they work even where nobody reads keys.
  private func takeKeys() throws(SystemError) {
    var modes = termios()
    guard unsafe tcgetattr(Terminal.input, &modes) == 0 else {
      throw SystemError(.inspect, path: "")
    }
    let input = IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON
    modes.c_iflag &= ~tcflag_t(input)
    modes.c_oflag &= ~tcflag_t(OPOST)
    modes.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | IEXTEN)
    modes.c_cflag |= tcflag_t(CS8)
    unsafe withUnsafeMutableBytes(of: &modes.c_cc) { bytes in
      unsafe bytes[Int(VMIN)] = 1
      unsafe bytes[Int(VTIME)] = 0
    }
    guard unsafe tcsetattr(Terminal.input, TCSADRAIN, &modes) == 0 else {
      throw SystemError(.inspect, path: "")
    }
  }

  private func show(_ text: StaticString) throws(SystemError) -> Bool {
    try write(text.withUTF8Buffer { unsafe Array($0) })
  }
}
