package import DaybookEvents
import DaybookSystem

/// A small file beside the store that remembers the last head this store wrote, because LMDB
/// cannot see that it was rolled back. Written after each commit; it may lag, never lead.
package struct Witness: Sendable {
  private static let recordSize = 48
  private static let sizeLimit = 64 << 10
  private let path: String

  /// The witness of the store in a directory.
  package init(storeAt directory: String) { path = directory + "/witness" }

  /// Notes a head.
  package func note(_ replica: ReplicaID, _ sequence: UInt64, _ link: Link) throws {
    let record =
      Hexadecimal.bytes(replica.rawValue) + Hexadecimal.bytes(sequence) + link.bytes
    // A missing file has no size; appending makes it. After half a record nothing behind it
    // could be read, so such a file is begun anew.
    if let size = try? FileSystem.size(path),
      size >= Self.sizeLimit || !size.isMultiple(of: Self.recordSize)
    {
      try FileSystem.writeFileAtomically(path, record, permissions: 0o600)
    } else {
      try FileSystem.appendToFile(path, record)
    }
  }

  /// The last head noted for each replica; empty without a witness, for then there is nothing to
  /// compare with.
  ///
  /// Read it before the transaction that it is compared with begins: another process may commit
  /// and note a head in between, which that transaction does not see.
  package func heads() -> [ReplicaID: (sequence: UInt64, tag: UInt64)] {
    // As above: nothing to compare with.
    guard let bytes = try? FileSystem.readFile(path, limit: 2 * Self.sizeLimit) else { return [:] }
    var heads: [ReplicaID: (sequence: UInt64, tag: UInt64)] = [:]
    let end = bytes.count - bytes.count % Self.recordSize
    for start in stride(from: 0, to: end, by: Self.recordSize) {
      let record = bytes[start..<start + Self.recordSize]
      heads[ReplicaID(rawValue: Hexadecimal.bigEndian(record.prefix(8)))] = (
        Hexadecimal.bigEndian(record.dropFirst(8).prefix(8)),
        Hexadecimal.bigEndian(record.dropFirst(16).prefix(8))
      )
    }
    return heads
  }
}
