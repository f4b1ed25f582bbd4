#if canImport(Glibc)
  import CSystem
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reading and writing descriptors whole, through interruptions and partial transfers.
enum Descriptor {
  /// Makes a pipe that no program inherits; nil where the system says no, in `errno`.
  static func pipe() -> (read: Int32, write: Int32)? {
    var ends: [Int32] = [-1, -1]
    #if canImport(Glibc)
      // In one call: another thread may start a program meanwhile, which would keep the ends open.
      guard unsafe pipe2(&ends, O_CLOEXEC) == 0 else { return nil }
    #else
      guard unsafe Darwin.pipe(&ends) == 0 else { return nil }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #endif
    return (ends[0], ends[1])
  }

  /// Writes all of `bytes`. Returns false if nobody reads the other end any more.
  static func writeAll(
    _ bytes: [UInt8], to descriptor: Int32, path: String, _ operation: SystemError.Operation
  ) throws(SystemError) -> Bool {
    BrokenPipes.ignore()
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
        return unsafe write(descriptor, rest.baseAddress, rest.count)
      }
      if count >= 0 {
        written += count
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN: wait(descriptor, for: Int16(POLLOUT))
      case EPIPE: return false
      default: throw SystemError(operation, path: path)
      }
    }
    return true
  }

  /// Reads what is there, at most `count` bytes, waiting for the first; empty at the end.
  static func read(
    _ descriptor: Int32, atMost count: Int, path: String
  ) throws(SystemError) -> [UInt8] {
    while true {
      var failed = false
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
        let result = unsafe posixRead(descriptor, buffer.baseAddress, count)
        failed = result < 0
        initialized = max(result, 0)
      }
      guard failed else { return bytes }
      switch errno {
      case EINTR: continue
      case EAGAIN: wait(descriptor, for: Int16(POLLIN))
      default: throw SystemError(.read, path: path)
      }
    }
  }

  /// Reads what is there from `offset` on, at most `count` bytes; empty at the end. The place where
  /// other readings go on stays as it is.
  static func read(
    _ descriptor: Int32, atMost count: Int, at offset: Int, path: String
  ) throws(SystemError) -> [UInt8] {
    while true {
      var failed = false
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
        let result = unsafe pread(descriptor, buffer.baseAddress, count, off_t(offset))
        failed = result < 0
        initialized = max(result, 0)
      }
      guard failed else { return bytes }
      guard errno == EINTR else { throw SystemError(.read, path: path) }
    }
  }

  /// Reads to the end.
  ///
  /// - Throws: `tooLarge` if that is more than `limit` bytes.
  static func readAll(
    _ descriptor: Int32, limit: Int, expected: Int = 0, path: String
  ) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(expected, limit))
    while true {
      // One byte more than allowed tells a file of just that length from a longer one.
      let room = min(max(expected - bytes.count, 65_536), limit - bytes.count + 1)
      let chunk = try read(descriptor, atMost: room, path: path)
      if chunk.isEmpty { return bytes }
      bytes += chunk
      guard bytes.count <= limit else {
        throw SystemError(.read, path: path, kind: .tooLarge, limit: limit)
      }
    }
  }

  private static func wait(_ descriptor: Int32, for events: Int16) {
    var request = pollfd(fd: descriptor, events: events, revents: 0)
    _ = unsafe poll(&request, 1, -1)
  }

  /// `read(2)`, which `Descriptor.read` hides.
  private static func posixRead(
    _ descriptor: Int32, _ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int
  ) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.read(descriptor, buffer, count)
    #else
      unsafe Darwin.read(descriptor, buffer, count)
    #endif
  }
}

/// Writing to a pipe nobody reads is an error here, not the end of the process.
enum BrokenPipes {
  private static let isIgnored: Bool = {
    _ = signal(SIGPIPE, SIG_IGN)
    return true
  }()

  /// Takes effect for the whole process, once; children get the default back.
  static func ignore() {
    _ = isIgnored
  }
}
