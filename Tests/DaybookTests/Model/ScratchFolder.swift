import DaybookSystem
import Synchronization

/// A folder that is removed with its contents when the last user lets go of it.
final class ScratchFolder: Sendable {
  private static let count = Atomic<Int>(0)
  let path: String

  init() throws {
    let base =
      FileSystem.isDirectory("/dev/shm")
      ? "/dev/shm" : Host.environment("TMPDIR") ?? "/tmp"
    let number = Self.count.add(1, ordering: .relaxed).oldValue
    path = "\(base)/daybook-model-\(Host.processIdentifier)-\(number)"
    try FileSystem.makeDirectory(path, permissions: 0o700, intermediates: true)
  }

  deinit {
    // What cannot be removed stays behind in a folder for temporary things.
    try? FileSystem.removeRecursively(path)
  }
}
