import DaybookSystem

/// How far something is, on standard error: only on a terminal, and only after a second.
struct Progress {
  private let what: String
  private let total: Int
  private let start = SystemClock.nowMilliseconds()
  private let isOnTerminal = Terminal.isInteractive(Terminal.errorOutput)
  private var isShown = false

  /// Starts.
  init(_ what: String, of total: Int) {
    self.what = what
    self.total = total
  }

  /// Shows how many are done.
  mutating func show(_ done: Int) {
    guard isOnTerminal, SystemClock.nowMilliseconds() - start > 1000 else { return }
    isShown = true
    write("\r\(what): \(done) of \(total)")
  }

  /// Clears the line.
  mutating func end() {
    if isShown { write("\r\u{1B}[K") }
    isShown = false
  }

  private func write(_ text: String) {
    // Progress that nobody can see any more is no reason to stop.
    _ = try? Terminal.write(Array(text.utf8), to: Terminal.errorOutput)
  }
}
