import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The right to write a store, among processes: `flock` on a file that names its holder.
///
/// LMDB's own lock cannot be waited for with a limit, and does not say who holds it. This one is
/// taken before it and released by the system when its holder dies.
final class WriterLock: Sendable {
  static let fileName = "writer.lock"
  /// A process number and a newline, padded so that a shorter one overwrites a longer one.
  private static let recordByteCount = 12

  private let path: String
  private let descriptor = Mutex<Int32>(-1)

  init(directory: String) {
    path = directory + "/" + Self.fileName
  }

  deinit {
    let open = descriptor.withLock { $0 }
    if open >= 0 { close(open) }
  }

  /// Takes the lock, waiting as long as `options` allow.
  ///
  /// - Throws: `writerBusy` with the holder's process number, or what the system said.
  func acquire(_ options: Environment.Options) throws(LMDBError) {
    let file = try openedFile()
    let start = ContinuousClock.now
    let notice = start + .milliseconds(options.writerNoticeMilliseconds)
    let deadline = start + .milliseconds(options.writerTimeoutMilliseconds)
    var hasNotified = false
    var microseconds: UInt32 = 1_000
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw .system(.lock) }
      let now = ContinuousClock.now
      if now >= notice, !hasNotified {
        hasNotified = true
        options.onWriterBusy?(holder(file) ?? 0)
      }
      guard now < deadline else {
        var error = LMDBError(operation: .lock, kind: .writerBusy)
        error.writer = holder(file)
        throw error
      }
      usleep(microseconds)
      microseconds = min(microseconds * 2, 20_000)
    }
    sign(file)
  }

  /// Gives the lock back.
  func release() {
    let file = descriptor.withLock { $0 }
    flock(file, LOCK_UN)
  }

  private func openedFile() throws(LMDBError) -> Int32 {
    let path = path
    return try descriptor.withLock { (descriptor) throws(LMDBError) in
      if descriptor >= 0 { return descriptor }
      descriptor = try openFile(path, O_RDWR | O_CREAT | O_NOFOLLOW, .lock)
      return descriptor
    }
  }

  /// Writes this process's number, unless it is already there: an unchanged file costs no disk.
  private func sign(_ file: Int32) {
    let process = getpid()
    guard holder(file) != process else { return }
    let digits = Array(String(process).utf8)
    let padding = [UInt8](repeating: 0x20, count: Self.recordByteCount - 1 - digits.count)
    let record = padding + digits + [0x0A]
    // Who waits sees no number, or an old one, if this fails; the lock holds all the same.
    _ = unsafe pwrite(file, record, record.count, 0)
  }

  private func holder(_ file: Int32) -> Int32? {
    var record = [UInt8](repeating: 0, count: Self.recordByteCount)
    guard unsafe pread(file, &record, record.count, 0) == record.count else { return nil }
    let digits = record.drop { $0 == 0x20 }.prefix { (0x30...0x39).contains($0) }
    return Int32(String(decoding: digits, as: UTF8.self))
  }
}
