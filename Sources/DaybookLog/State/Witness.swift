package import DaybookEvents
import DaybookSystem

/// A small file beside the store that remembers the last head this store wrote, because LMDB
/// cannot see that it was rolled back. Written after each commit; it may lag, never lead.
///
/// A record is followed by its check, which looks like a record that speaks of nothing to programs
/// of before. A record that is not what its check says is none. One without a check was written by
/// such a program: it may be believed where that costs nothing.
package struct Witness: Sendable {
  private static let recordSize = 48
  /// What a check begins with, in the place of replica and sequence.
  private static let checkBeginning = [UInt8](repeating: 0, count: 16)
  private static let sizeLimit = 64 << 10
  private let path: String

  /// The witness of the store in a directory.
  package init(storeAt directory: String) { path = directory + "/witness" }

  /// Notes a head.
  package func note(_ replica: ReplicaID, _ sequence: UInt64, _ link: Link) throws {
    let record =
      Hexadecimal.bytes(replica.rawValue) + Hexadecimal.bytes(sequence) + link.bytes
    let written = record + Self.checkBeginning + Self.check(of: record[...])
    // A missing file has no size; appending makes it. After half a record nothing behind it
    // could be read, so such a file is begun anew.
    if let size = try? FileSystem.size(path),
      size >= Self.sizeLimit || !size.isMultiple(of: Self.recordSize)
    {
      try FileSystem.writeFileAtomically(path, written, permissions: 0o600)
    } else {
      try FileSystem.appendToFile(path, written)
    }
  }

  /// Every link that was noted lately, by replica and sequence; none without a witness. Who uses
  /// one finds out whether it is true.
  package func links() -> [ReplicaID: [UInt64: Link]] {
    var links: [ReplicaID: [UInt64: Link]] = [:]
    for (record, _) in records() {
      let replica = ReplicaID(rawValue: Hexadecimal.bigEndian(record.prefix(8)))
      links[replica, default: [:]][Self.sequence(of: record)] = Link(
        bytes: Array(record.dropFirst(16)))
    }
    return links
  }

  /// The last head noted for each replica; empty without a witness, for then there is nothing to
  /// compare with.
  ///
  /// Read it before the transaction that it is compared with begins: another process may commit
  /// and note a head in between, which that transaction does not see.
  ///
  /// - Parameter isProven: only those whose records have checks.
  package func heads(
    isProven: Bool = false
  ) -> [ReplicaID: (sequence: UInt64, tag: UInt64)] {
    var heads: [ReplicaID: (sequence: UInt64, tag: UInt64)] = [:]
    for (record, isChecked) in records() where isChecked || !isProven {
      heads[ReplicaID(rawValue: Hexadecimal.bigEndian(record.prefix(8)))] = (
        Self.sequence(of: record), Hexadecimal.bigEndian(record.dropFirst(16).prefix(8))
      )
    }
    return heads
  }

  private func records() -> [(record: ArraySlice<UInt8>, isChecked: Bool)] {
    // Without a witness there is nothing to compare with.
    guard let bytes = try? FileSystem.readFile(path, limit: 2 * Self.sizeLimit) else { return [] }
    let end = bytes.count - bytes.count % Self.recordSize
    var records: [(record: ArraySlice<UInt8>, isChecked: Bool)] = []
    var last: ArraySlice<UInt8>?
    for start in stride(from: 0, to: end, by: Self.recordSize) {
      let part = bytes[start..<start + Self.recordSize]
      let isRight = last.map { part.suffix(32).elementsEqual(Self.check(of: $0)) } ?? false
      // Of a check its beginning or its digest may be damaged, too.
      if isRight || part.starts(with: Self.checkBeginning) {
        if last != nil {
          if isRight { records[records.count - 1].isChecked = true } else { records.removeLast() }
        }
        last = nil
      } else {
        records.append((part, false))
        last = part
      }
    }
    return records.filter { Self.sequence(of: $0.record) < LogRecord.sequenceLimit }
  }

  private static func check(of record: ArraySlice<UInt8>) -> [UInt8] {
    var digest = Digest()
    digest.update(Array(record))
    return digest.finalize()
  }

  private static func sequence(of record: ArraySlice<UInt8>) -> UInt64 {
    Hexadecimal.bigEndian(record.dropFirst(8).prefix(8))
  }
}
