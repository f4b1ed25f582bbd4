/// What a zip file of a stranger may do. Looked at before anything is unpacked, and held to while
/// it is.
package struct ZipLimits: Equatable, Sendable {
  /// The most entries.
  package var entryCount = 20_000
  /// The most bytes of one entry.
  package var entrySize = 100 << 20
  /// The most bytes of an entry with one of these names, in place of ``entrySize``.
  package var entrySizeByName: [String: Int] = [:]
  /// The most bytes of all entries together.
  package var totalSize = 2 << 30
  /// The most bytes for each packed one, beyond 1 MiB.
  package var ratio = 200
  /// The most bytes of a name.
  package var nameLength = 1_024

  /// The defaults.
  package init() {}

  /// The most bytes of the entry of that name.
  func size(of name: String) -> Int { entrySizeByName[name] ?? entrySize }
}
