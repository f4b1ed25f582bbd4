import DaybookEvents

/// A piece of a file that notes show, as a bundle carries it: before the segments, so that a file
/// is there when an event names it. The pieces of one file come one after another.
package struct BundlePiece: Equatable, Sendable {
  /// SHA-256 of the whole file.
  package let digest: [UInt8]
  /// The length of the whole file.
  package let byteCount: UInt64
  /// Where the piece begins.
  package let offset: UInt64
  /// The piece.
  package let bytes: [UInt8]

  /// Describes a piece.
  package init(digest: [UInt8], byteCount: UInt64, offset: UInt64, bytes: [UInt8]) {
    self.digest = digest
    self.byteCount = byteCount
    self.offset = offset
    self.bytes = bytes
  }

  /// The content of its frame.
  package var encoded: [UInt8] {
    var wire = WireWriter()
    wire.bytes(1, digest)
    wire.varint(2, byteCount)
    if offset > 0 { wire.varint(3, offset) }
    wire.bytes(4, bytes)
    return wire.bytes
  }

  /// Reads the content of a frame.
  ///
  /// - Throws: ``LogError/segmentMalformed``.
  package init(reading content: [UInt8]) throws {
    var (digest, byteCount, offset, bytes) = ([UInt8](), UInt64(0), UInt64(0), [UInt8]())
    let span = content.span
    do {
      var reader = WireReader(span)
      while let field = try reader.next(in: span) {
        let value = field.range.map { span.array($0) } ?? []
        switch field.number {
        case 1: digest = value
        case 2: byteCount = field.value
        case 3: offset = field.value
        case 4: bytes = value
        default: break
        }
      }
    } catch {
      throw LogError.segmentMalformed
    }
    guard digest.count == 32, offset <= byteCount, UInt64(bytes.count) <= byteCount - offset
    else { throw LogError.segmentMalformed }
    self.init(digest: digest, byteCount: byteCount, offset: offset, bytes: bytes)
  }
}
