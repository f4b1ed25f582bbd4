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

  /// Every link that was noted lately, by replica and sequence; none without a witness. Who uses
  /// one finds out whether it is true.
  package func links() -> [ReplicaID: [UInt64: Link]] {
    var links: [ReplicaID: [UInt64: Link]] = [:]
    for record in records() {
      let replica = ReplicaID(rawValue: Hexadecimal.bigEndian(record.prefix(8)))
      let sequence = Hexadecimal.bigEndian(record.dropFirst(8).prefix(8))
      links[replica, default: [:]][sequence] = Link(bytes: Array(record.dropFirst(16)))
    }
    return links
  }

  /// The last head noted for each replica; empty without a witness, for then there is nothing to
  /// compare with.
  ///
  /// Read it before the transaction that it is compared with begins: another process may commit
  /// and note a head in between, which that transaction does not see.
  package func heads() -> [ReplicaID: (sequence: UInt64, tag: UInt64)] {
    var heads: [ReplicaID: (sequence: UInt64, tag: UInt64)] = [:]
    for record in records() {
      heads[ReplicaID(rawValue: Hexadecimal.bigEndian(record.prefix(8)))] = (
        Hexadecimal.bigEndian(record.dropFirst(8).prefix(8)),
        Hexadecimal.bigEndian(record.dropFirst(16).prefix(8))
      )
    }
    return heads
  }

  private func records() -> [ArraySlice<UInt8>] {
    // Without a witness there is nothing to compare with.
    guard let bytes = try? FileSystem.readFile(path, limit: 2 * Self.sizeLimit) else { return [] }
    let end = bytes.count - bytes.count % Self.recordSize
    return stride(from: 0, to: end, by: Self.recordSize).map {
      bytes[$0..<$0 + Self.recordSize]
    }
  }
}
