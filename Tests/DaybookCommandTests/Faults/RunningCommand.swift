import Foundation
import Synchronization
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// How a command ended, and what it said.
struct Outcome {
  enum End: Equatable {
    case status(Int32)
    case signal(Int32)
  }

  let end: End
  let output: String
  let errors: String

  /// The JSON document on standard output.
  func read<Document: Decodable>(_: Document.Type) throws -> Document {
    try JSONDecoder().decode(Document.self, from: Data(output.utf8))
  }

  /// Whether it failed as a program should: with one of these statuses, and with words that a
  /// person understands.
  func expectRefusal(_ statuses: Int32..., note: Comment? = nil) {
    let isExpected = statuses.contains { end == .status($0) }
    #expect(isExpected, note ?? "\(end): \(errors)")
    #expect(errors.split(separator: "\n").count >= 3, note ?? "\(errors)")
    for word in ["MDB", "LMDB", "Error", "errno", "Fatal", "crashed"] {
      #expect(!errors.contains(word), note ?? "\(errors)")
    }
  }
}

/// A program that was started and can be killed; what it prints goes to files.
struct RunningCommand {
  let process: pid_t
  private let streams: String

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - streams: where files for what it prints are made, named after this.
  ///   - input: the file it reads on standard input; nothing by default.
  ///   - folder: the folder it begins in; this process's own by default.
  init(
    _ words: [String], _ environment: [String], streams: String, input: String = "/dev/null",
    folder: String? = nil
  ) throws {
    self.streams = streams
    // Changing the folder between fork and exec is not in every C library.
    let inFolder = ["/bin/sh", "-c", #"cd "$0" && exec "$@""#]
    let words = folder.map { inFolder + [$0] + words } ?? words
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    let flags = O_WRONLY | O_CREAT | O_TRUNC
    unsafe posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, 1, streams + "-out", flags, 0o600)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, streams + "-err", flags, 0o600)
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    var variables = unsafe environment.map { unsafe strdup($0) } + [nil]
    defer { unsafe (arguments + variables).forEach { unsafe free($0) } }
    var process: pid_t = 0
    let code = unsafe posix_spawnp(&process, words[0], &actions, nil, &arguments, &variables)
    try #require(code == 0, "\(words[0]) cannot be started")
    self.process = process
  }

  /// Ends it at once, wherever it is. Somebody has to wait for it then: Swift Testing never hears
  /// of the end of an exit test while another child has ended that nobody waited for.
  func kill() { sendSignal(process, SIGKILL) }

  /// Ends it at once and waits, whatever it said.
  func end() {
    kill()
    _ = try? wait()  // it has nothing to say
  }

  /// Waits for its end.
  func wait() throws -> Outcome {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 { try #require(errno == EINTR) }
    let signal = status & 0x7F
    let output = try take("-out")
    return Outcome(
      end: signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal), output: output,
      errors: try take("-err"))
  }

  private func take(_ name: String) throws -> String {
    let file = URL(filePath: streams + name)
    defer {
      // It lies in a folder that is removed as a whole.
      try? FileManager.default.removeItem(at: file)
    }
    return String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }
}

/// `kill(2)`, which ``RunningCommand/kill()`` hides.
private func sendSignal(_ process: pid_t, _ signal: Int32) {
  _ = Glibc.kill(process, signal)
}

/// Runs the bodies at the same time, each on a thread of its own; throws what one of them threw.
func together(_ bodies: [@Sendable () throws -> Void]) throws {
  let failures = Failures()
  let ended = DispatchSemaphore(value: 0)
  for body in bodies {
    Thread.detachNewThread {
      failures.collect(body)
      ended.signal()
    }
  }
  for _ in bodies { ended.wait() }
  try failures.rethrow()
}

/// The first error of several threads.
final class Failures: Sendable {
  private let first = Mutex<(any Error)?>(nil)

  func collect(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      first.withLock { $0 = $0 ?? error }
    }
  }

  func rethrow() throws {
    if let error = first.withLock({ $0 }) { throw error }
  }
}
