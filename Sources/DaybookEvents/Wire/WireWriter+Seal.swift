/// A check of a small record at its end, as one field more, so that a flipped bit in it is noticed
/// by whoever reads it. Programs before wrote none, and pass over it.
///
/// ```
/// seal = tag of field 31 as fixed64, 2 bytes; check of all before it, 4 bytes; four zeros
/// ```
///
/// No other record ends so by chance: 6 of its bytes are fixed.
extension WireWriter {
  /// Adds a check of everything written so far; nothing may follow it.
  package mutating func seal() {
    fixed64(31, UInt64(Checksum.of(bytes.span, seed: Span<UInt8>.sealSeed)))
  }
}

extension Span<UInt8> {
  fileprivate static var sealSeed: UInt64 { 31 }
  private static var sealByteCount: Int { 10 }

  /// Whether a record is what was written, as far as it has a seal.
  package var hasNoBrokenSeal: Bool {
    let start = count - Self.sealByteCount
    guard start >= 0, self[start] == 31 << 3 | 1, self[start + 1] == 1 else { return true }
    let seal = littleEndian64(at: start + 2)
    guard seal <= UInt64(UInt32.max) else { return true }
    return seal == UInt64(Checksum.of(extracting(0..<start), seed: Self.sealSeed))
  }
}
