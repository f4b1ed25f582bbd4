import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program this process started and talks to through pipes; its errors go to our terminal.
///
/// One thread may read while another writes. If it is let go of without ``wait()``, its pipes
/// are closed, and it stays as a zombie until this process ends.
package final class ChildProcess: Sendable {
  /// The number the system knows it by.
  package let processIdentifier: Int32
  private let executable: String
  private let output: Int32
  private let input: Mutex<Int32?>

  /// Starts a program, searched in `PATH` if its name has no slash. No shell is involved.
  ///
  /// - Parameter arguments: Without the program's own name.
  /// - Throws: `notFound`, `permissionDenied`, `other`.
  package init(starting executable: String, _ arguments: [String]) throws(SystemError) {
    let started = try Spawning.turn.withLock { _ throws(SystemError) in
      let toChild = try Self.pipe(executable)
      let fromChild: (read: Int32, write: Int32)
      do throws(SystemError) {
        fromChild = try Self.pipe(executable)
      } catch {
        Self.close(toChild.read, toChild.write)
        throw error
      }
      do throws(SystemError) {
        let process = try Spawning.start(
          executable, arguments, descriptors: [toChild.read, fromChild.write])
        Self.close(toChild.read, fromChild.write)
        return (process: process, input: toChild.write, output: fromChild.read)
      } catch {
        Self.close(toChild.read, toChild.write, fromChild.read, fromChild.write)
        throw error
      }
    }
    self.executable = executable
    processIdentifier = started.process
    output = started.output
    input = Mutex(started.input)
  }

  deinit {
    closeInput()
    Self.close(output)
  }

  /// Writes to the child's standard input. Returns false if it does not read any more.
  ///
  /// - Precondition: ``closeInput()`` has not been called.
  package func write(_ bytes: [UInt8]) throws(SystemError) -> Bool {
    guard let descriptor = input.withLock({ $0 }) else {
      preconditionFailure("writing to a child whose input is closed")
    }
    return try Descriptor.writeAll(bytes, to: descriptor, path: executable, .write)
  }

  /// Tells the child that nothing more comes. May be called again.
  package func closeInput() {
    input.withLock { descriptor in
      if let open = descriptor { Self.close(open) }
      descriptor = nil
    }
  }

  /// What the child has written, at most `count` bytes; waits for some. Empty at its end.
  package func read(atMost count: Int) throws(SystemError) -> [UInt8] {
    try Descriptor.read(output, atMost: count, path: executable)
  }

  /// The next `count` bytes the child writes, or nil if it ended before the first of them.
  ///
  /// - Throws: `endOfFile` if it ended after the first.
  package func readExactly(_ count: Int) throws(SystemError) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count {
      let more = try read(atMost: count - bytes.count)
      guard !more.isEmpty else {
        if bytes.isEmpty { return nil }
        throw SystemError(.read, path: executable, kind: .endOfFile)
      }
      bytes += more
    }
    return bytes
  }

  /// Waits for the child to end. Call it once; close its input before if it reads to the end.
  package func wait() throws(SystemError) -> ProcessExit {
    try Spawning.wait(processIdentifier, path: executable)
  }

  /// Asks the child to end (`SIGTERM`).
  package func terminate() {
    kill(processIdentifier, SIGTERM)
  }

  private static func pipe(
    _ executable: String
  ) throws(SystemError) -> (read: Int32, write: Int32) {
    guard let ends = Descriptor.pipe() else { throw SystemError(.start, path: executable) }
    return ends
  }

  private static func close(_ descriptors: Int32...) {
    for descriptor in descriptors {
      #if canImport(Glibc)
        _ = Glibc.close(descriptor)
      #else
        _ = Darwin.close(descriptor)
      #endif
    }
  }
}
