import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Standard input, buffered once for the process.
package enum StandardInput {
  private struct Buffer {
    var bytes: [UInt8] = []
    var start = 0
    var isAtEnd = false
  }

  private static let buffer = Mutex(Buffer())

  /// The next line without its newline, or nil at the end of the input.
  ///
  /// - Parameter limit: The most bytes of a line.
  /// - Throws: `tooLarge` for a longer line, of which nothing is consumed; `ioError`.
  package static func readLine(limit: Int) throws(SystemError) -> [UInt8]? {
    try buffer.withLock { (buffer) throws(SystemError) in
      var searched = buffer.start
      while true {
        if let end = buffer.bytes[searched...].firstIndex(of: 0x0A) {
          guard end - buffer.start <= limit else {
            throw SystemError(.read, path: "", kind: .tooLarge, limit: limit)
          }
          defer { buffer.start = end + 1 }
          return Array(buffer.bytes[buffer.start..<end])
        }
        guard buffer.bytes.count - buffer.start <= limit else {
          throw SystemError(.read, path: "", kind: .tooLarge, limit: limit)
        }
        if buffer.isAtEnd {
          let rest = Array(buffer.bytes[buffer.start...])
          buffer.start = buffer.bytes.count
          return rest.isEmpty ? nil : rest
        }
        searched = buffer.bytes.count
        let consumed = buffer.start
        try fill(&buffer)
        searched -= consumed
      }
    }
  }

  /// The rest of the input.
  ///
  /// - Throws: `tooLarge` if that is more than `limit` bytes; `ioError`.
  package static func readAll(limit: Int) throws(SystemError) -> [UInt8] {
    try buffer.withLock { (buffer) throws(SystemError) in
      let held = Array(buffer.bytes[buffer.start...])
      guard held.count <= limit else {
        throw SystemError(.read, path: "", kind: .tooLarge, limit: limit)
      }
      buffer = Buffer(isAtEnd: true)
      do throws(SystemError) {
        return try held + Descriptor.readAll(Terminal.input, limit: limit - held.count, path: "")
      } catch {
        guard error.kind == .tooLarge else { throw error }
        throw SystemError(.read, path: "", kind: .tooLarge, limit: limit)
      }
    }
  }

  /// Drops what was consumed and waits for more.
  private static func fill(_ buffer: inout Buffer) throws(SystemError) {
    buffer.bytes.removeFirst(buffer.start)
    buffer.start = 0
    let more = try Descriptor.read(Terminal.input, atMost: 65_536, path: "")
    buffer.isAtEnd = more.isEmpty
    buffer.bytes += more
  }
}
