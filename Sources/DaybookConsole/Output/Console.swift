import DaybookSystem
import Synchronization

/// Where commands write: results to standard output, everything else to standard error.
package enum Console {
  /// A line of a result.
  package static func print(_ line: String) {
    write(line + "\n", Terminal.output)
  }

  /// Bytes of a result, as they are.
  package static func print(bytes: [UInt8]) {
    emit(bytes, Terminal.output)
  }

  /// Bytes of a result of which a part is worth nothing, such as an export.
  ///
  /// - Throws: an error of ``isOfClosedPipe(_:)`` where nobody reads it any more; what the system
  ///   says.
  package static func send(_ bytes: [UInt8]) throws {
    guard try Terminal.write(bytes) else {
      throw SystemError(.write, path: "-", kind: .endOfFile)
    }
  }

  /// Whether an error says that whoever read the result has gone (`export json - | head -c 100`).
  /// That is no failure to tell of, and no success either: the program ends as the system ends one
  /// that writes to such a pipe.
  static func isOfClosedPipe(_ error: any Error) -> Bool {
    guard let error = error as? SystemError else { return false }
    return error.operation == .write && error.kind == .endOfFile
  }

  /// A message beside the result.
  package static func note(_ line: String) {
    if let taker = noteTaker.withLock(\.self) { return taker(line) }
    write(line + "\n", Terminal.errorOutput)
  }

  /// Shows a line on a terminal while `body` runs, and takes it away then; nothing elsewhere.
  package static func showing<Result>(_ line: String, _ body: () throws -> Result) rethrows
    -> Result
  {
    guard Terminal.isInteractive(Terminal.errorOutput), noteTaker.withLock({ $0 == nil }) else {
      return try body()
    }
    write(line, Terminal.errorOutput)
    defer { write("\r\u{1B}[K", Terminal.errorOutput) }
    return try body()
  }

  /// Hands messages to somebody else while `body` runs: to a face that covers the screen, where a
  /// line written in between would land anywhere.
  package static func takingNotes<Result>(
    _ taker: @escaping @Sendable (String) -> Void, _ body: () throws -> Result
  ) rethrows -> Result {
    noteTaker.withLock { $0 = taker }
    defer { noteTaker.withLock { $0 = nil } }
    return try body()
  }

  private static let noteTaker = Mutex<(@Sendable (String) -> Void)?>(nil)

  private static func write(_ text: String, _ descriptor: Int32) {
    emit(Array(text.utf8), descriptor)
  }

  /// - Throws: what kept a result from being printed, such as a full disk behind a redirection. A
  ///   reader that went away is no failure.
  static func checkPrinted() throws {
    if let failure = failure.withLock(\.self) { throw failure }
  }

  private static let failure = Mutex<SystemError?>(nil)

  private static func emit(_ bytes: [UInt8], _ descriptor: Int32) {
    do {
      _ = try Terminal.write(bytes, to: descriptor)
    } catch {
      if descriptor == Terminal.output { failure.withLock { $0 = error } }
    }
  }
}

/// How results are printed: for people or for programs.
package struct Output: Sendable {
  /// Whether one JSON document is wanted.
  package let isJSON: Bool
  /// Colours, if any.
  package let style: Style
  /// The width of the terminal; nil for a pipe.
  package let width: Int?
  /// Whose clock shows times.
  package let zone: ShownZone

  /// Decides by the options, the environment and what standard output is.
  package init(isJSON: Bool, noColor: Bool, zone: ShownZone = .reader) {
    (self.isJSON, self.zone) = (isJSON, zone)
    let isTerminal = Terminal.isInteractive(Terminal.output)
    style = Style(isTerminal: isTerminal, noColor: noColor) { Host.environment($0) }
    width = isTerminal ? Terminal.size()?.columns : nil
  }

  /// Prints a JSON document if that is wanted, else lines.
  package func show(_ document: @autoclosure () -> JSON, _ lines: () -> [String]) {
    if isJSON {
      Console.print(document().pretty)
    } else {
      for line in lines() { Console.print(line) }
    }
  }

  /// Prints a JSON document if that is wanted, else a list's lines. For a list without any, says
  /// so beside the result, so that a pipe stays empty.
  package func show(
    _ document: @autoclosure () -> JSON, empty: String, _ lines: () -> [String]
  ) {
    show(document()) {
      let lines = lines()
      if lines.isEmpty { Console.note(empty) }
      return lines
    }
  }
}
