/// The 32 bytes of a SHA-256 digest, held in place: no array for each of millions of them.
package struct DigestValue: Hashable, Sendable {
  typealias Words = (UInt64, UInt64, UInt64, UInt64)

  /// The bytes as they lie in memory, whatever the byte order of the machine.
  let words: Words

  /// 32 zero bytes.
  package static let zero = DigestValue(words: (0, 0, 0, 0))

  init(words: Words) { self.words = words }

  /// The digest in 32 bytes; nil when there are more or less.
  package init?(_ bytes: Span<UInt8>) {
    guard bytes.count == 32 else { return nil }
    words = (
      UInt64(littleEndian: bytes.littleEndian64(at: 0)),
      UInt64(littleEndian: bytes.littleEndian64(at: 8)),
      UInt64(littleEndian: bytes.littleEndian64(at: 16)),
      UInt64(littleEndian: bytes.littleEndian64(at: 24))
    )
  }

  /// The bytes as four big-endian numbers, first bytes first.
  package var numbers: (UInt64, UInt64, UInt64, UInt64) {
    (
      UInt64(bigEndian: words.0), UInt64(bigEndian: words.1), UInt64(bigEndian: words.2),
      UInt64(bigEndian: words.3)
    )
  }

  /// The first 8 bytes as one big-endian number.
  package var prefix: UInt64 { UInt64(bigEndian: words.0) }

  /// The 32 bytes.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32)
    for number in [words.0, words.1, words.2, words.3] {
      bytes.append(contentsOf: Hexadecimal.bytes(UInt64(bigEndian: number)))
    }
    return bytes
  }

  /// Whether two digests are the same bytes.
  package static func == (left: DigestValue, right: DigestValue) -> Bool {
    left.words == right.words
  }

  /// Feeds the bytes to a hasher; any 8 of them tell digests apart.
  package func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
}
