extension Environment {
  /// How a store is opened.
  package struct Options: Sendable {
    /// Whether writing is refused, and nothing but the lock file written.
    package var isReadOnly = false
    /// Bytes of address space for a new store; one that exists keeps its own and grows from it.
    package var mapSize = 1 << 30
    /// How long a write waits for another process before it throws `writerBusy`.
    package var writerTimeoutMilliseconds = 30_000
    /// How long a write waits before it calls ``onWriterBusy``.
    package var writerNoticeMilliseconds = 2_000
    /// Called once a write that waits, on the waiting thread, with the writer's process number
    /// (0 when it is not known).
    package var onWriterBusy: (@Sendable (Int32) -> Void)?
    /// Whether a data file shorter than its header says is opened all the same.
    ///
    /// Touching a page that is not there ends the process (SIGBUS), so let a child try first.
    package var allowsShortFile = false
    /// The file system type of the volume that holds a path, as `statfs` numbers it; nil when it
    /// cannot be told. Tests put their own here.
    package var fileSystemMagic: @Sendable (_ path: String) -> UInt64? = {
      FileSystemType.magic(of: $0)
    }

    /// The defaults.
    package init() {}
  }
}
