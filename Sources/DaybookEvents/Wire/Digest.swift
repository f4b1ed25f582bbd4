import Crypto

/// SHA-256 over pieces, without copying them.
///
/// The one place of this module with unsafe code: the library takes raw buffers only.
package struct Digest {
  private var state = SHA256()

  /// Starts an empty digest.
  package init() {}

  /// Adds bytes in place.
  package mutating func update(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBytes { unsafe state.update(bufferPointer: $0) }
  }

  /// Adds the bytes of an array.
  package mutating func update(_ bytes: [UInt8]) {
    update(bytes.span)
  }

  /// Adds the 32 bytes of another digest.
  package mutating func update(_ value: DigestValue) {
    unsafe withUnsafeBytes(of: value.words) { unsafe state.update(bufferPointer: $0) }
  }

  /// The digest, in place.
  package func value() -> DigestValue {
    let words = unsafe state.finalize().withUnsafeBytes {
      unsafe $0.loadUnaligned(as: DigestValue.Words.self)
    }
    return DigestValue(words: words)
  }

  /// The 32 bytes of the digest.
  package func finalize() -> [UInt8] { Array(state.finalize()) }
}
