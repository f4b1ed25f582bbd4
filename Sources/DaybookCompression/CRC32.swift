import CZlib

/// The checksum of zip files: CRC-32 (ISO 3309), taken piece by piece.
package struct CRC32: Sendable {
  /// The checksum of what was added so far.
  package private(set) var value: UInt32 = 0

  /// The checksum of nothing.
  package init() {}

  /// Adds bytes.
  package mutating func add(_ bytes: [UInt8]) {
    // zlib counts in 32 bits.
    var start = 0
    while start < bytes.count {
      let end = min(start + 1 << 30, bytes.count)
      value = unsafe bytes.withUnsafeBufferPointer { all in
        let part = unsafe UnsafeBufferPointer(rebasing: all[start..<end])
        return unsafe UInt32(
          truncatingIfNeeded: crc32(UInt(value), part.baseAddress, UInt32(part.count)))
      }
      start = end
    }
  }
}
