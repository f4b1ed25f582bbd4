/// A fast check of stored bytes against flipped bits and lost writes, which LMDB does not see.
///
/// It proves nothing against a person, who can compute it too: that is what the chain of digests
/// is for, and it costs twenty times as much. Each step multiplies two words of the text, mixed
/// with what came before, to 128 bits and folds them, as wyhash does (Wang Yi, 2019).
package enum Checksum {
  /// The check of a row: of its value, in the context of its key.
  package static func of(_ value: Span<UInt8>, under key: Span<UInt8>) -> UInt32 {
    of(value, seed: UInt64(of(key, seed: 0)) << 32)
  }

  /// The check of `bytes`, which stand in the context of `seed`.
  package static func of(_ bytes: Span<UInt8>, seed: UInt64) -> UInt32 {
    var state = seed ^ UInt64(bytes.count) &* 0x9E37_79B9_7F4A_7C15
    var other = state
    var offset = 0
    // Two chains at once: one multiplication waits for the one before it, not for the other.
    while offset + 32 <= bytes.count {
      state = step(state, bytes, offset)
      other = step(other, bytes, offset + 16)
      offset += 32
    }
    state ^= other &* 0x9E37_79B9_7F4A_7C15
    if offset + 16 <= bytes.count {
      state = step(state, bytes, offset)
      offset += 16
    }
    if offset + 8 <= bytes.count {
      state = fold(state ^ bytes.littleEndian64(at: offset), 0xE703_7ED1_A0B4_28DB)
      offset += 8
    }
    var rest: UInt64 = 0
    while offset < bytes.count {
      rest = rest << 8 | UInt64(bytes[offset])
      offset += 1
    }
    let last = fold(state ^ rest, 0x8EBC_6AF0_9C88_C6E3)
    return UInt32(truncatingIfNeeded: last ^ last >> 32)
  }

  @inline(__always)
  private static func step(_ state: UInt64, _ bytes: Span<UInt8>, _ offset: Int) -> UInt64 {
    fold(
      state ^ bytes.littleEndian64(at: offset),
      0xA076_1D64_78BD_642F ^ bytes.littleEndian64(at: offset + 8))
  }

  @inline(__always)
  private static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }
}
