/// Bytes that cannot be unpacked, or that nobody should unpack.
package enum CompressionError: Error, Equatable, Sendable, CaseIterable {
  /// They are not what their method makes, or something follows their end.
  case damaged
  /// They end before what they stand for does.
  case truncated
  /// They stand for more bytes than the caller allows.
  case tooLarge
  /// They stand for far more bytes than honest files do: ``OutputLimit/ratio``.
  case expandsTooMuch
  /// There was no memory for the work.
  case outOfMemory
}

/// How bytes are packed.
package enum CompressionMethod: Equatable, Sendable {
  /// As they are.
  case stored
  /// Raw deflate (RFC 1951), without a header.
  case deflate
  /// One or more Zstandard frames (RFC 8878).
  case zstd
}

/// How much may come out of packed bytes. It is held to while they are unpacked, so no more than
/// one piece too much is ever made.
package struct OutputLimit: Equatable, Sendable {
  /// The most bytes.
  package var byteCount: Int
  /// The most bytes for each byte that went in, once more than ``ratioThreshold`` came out.
  package var ratio: Int
  /// How much may come out before the ratio counts: small files shrink well.
  package var ratioThreshold: Int

  /// Allows so many bytes, and 200 for each that went in beyond 1 MiB.
  package init(byteCount: Int, ratio: Int = 200, ratioThreshold: Int = 1 << 20) {
    self.byteCount = byteCount
    self.ratio = ratio
    self.ratioThreshold = ratioThreshold
  }
}
