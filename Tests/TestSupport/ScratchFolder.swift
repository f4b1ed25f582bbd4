import DaybookSystem
import Synchronization

/// A folder that is removed with its contents when the last user lets go of it.
package final class ScratchFolder: Sendable {
  private static let count = Atomic<Int>(0)
  /// Where it is.
  package let path: String

  /// A new folder: in memory where there is such a file system.
  package init() throws {
    let base = FileSystem.isDirectory("/dev/shm") ? "/dev/shm" : Host.temporaryFolder
    let number = Self.count.add(1, ordering: .relaxed).oldValue
    path = "\(base)/daybook-tests-\(Host.processIdentifier)-\(number)"
    try FileSystem.makeDirectory(path, permissions: 0o700)
  }

  deinit {
    // What cannot be removed stays behind in a folder for temporary things.
    try? FileSystem.removeRecursively(path)
  }

  /// The path of a file in it.
  package func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  /// The bytes of a file in it.
  package func bytes(_ name: String) throws -> [UInt8] {
    try FileSystem.readFile(self(name), limit: 1 << 30)
  }

  /// Makes a file in it, or makes it anew.
  package func write(_ name: String, _ bytes: [UInt8]) throws {
    try FileSystem.writeFileAtomically(self(name), bytes)
  }

  /// What lies in it now.
  package func names() throws -> [String] { try FileSystem.listDirectory(path) }
}
