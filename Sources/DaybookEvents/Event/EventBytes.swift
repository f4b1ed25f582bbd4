/// One event as it is stored and sent, and where its parts lie:
/// header, 8 random bytes, payload, and the first 8 bytes of its digest as a checksum.
/// An erased event has neither random bytes nor payload, and keeps all 32 bytes of the digest.
package struct EventBytes: Sendable {
  /// The most bytes one text may have.
  package static let textLimit = 1 << 20
  /// The most bytes a payload may have: one text, and room for the other fields.
  package static let payloadLimit = textLimit + (1 << 16)
  /// The most bytes a whole event may have.
  package static let sizeLimit = payloadLimit + (1 << 18)

  /// Where the header lies.
  package let header: Range<Int>
  /// Where the random bytes lie; nil when erased.
  package let random: Range<Int>?
  /// Where the payload lies; nil when erased.
  package let payload: Range<Int>?
  /// Where the checksum, or the whole digest of an erased event, lies.
  package let digest: Range<Int>

  /// Finds the parts of an event in place.
  ///
  /// - Throws: ``WireError`` when the bytes are no event.
  package init(reading bytes: Span<UInt8>) throws(WireError) {
    guard bytes.count <= Self.sizeLimit else { throw .malformed(offset: 0) }
    var reader = WireReader(bytes)
    var parts: (Range<Int>?, Range<Int>?, Range<Int>?, Range<Int>?) = (nil, nil, nil, nil)
    while let field = try reader.next(in: bytes) {
      switch field.number {
      case 1: parts.0 = field.range
      case 2: parts.1 = field.range
      case 3: parts.2 = field.range
      case 4: parts.3 = field.range
      default: throw .malformed(offset: 0)
      }
    }
    guard let header = parts.0, let digest = parts.3 else { throw .truncated(offset: bytes.count) }
    let isErased = parts.1 == nil && parts.2 == nil
    guard digest.count == (isErased ? 32 : 8), isErased || parts.1?.count == 8,
      isErased || parts.2 != nil, (parts.2?.count ?? 0) <= Self.payloadLimit
    else { throw .malformed(offset: 0) }
    (self.header, self.random, self.payload, self.digest) = (header, parts.1, parts.2, digest)
  }

  /// Whether the payload was dropped by an erasure.
  package var isErased: Bool { payload == nil }

  /// The 32 bytes of the event's digest: SHA-256(header ‖ random ‖ payload), or what an erased
  /// event kept of it. Nil when the checksum does not agree, so the bytes are damaged.
  package func verifiedDigest(of bytes: Span<UInt8>) -> [UInt8]? {
    guard let random, let payload else { return bytes.array(digest) }
    var state = Digest()
    state.update(bytes.extracting(header))
    state.update(bytes.extracting(random))
    state.update(bytes.extracting(payload))
    let full = state.finalize()
    for index in 0..<8 where full[index] != bytes[digest.lowerBound + index] { return nil }
    return full
  }

  /// Writes an event and links it to the one before.
  ///
  /// - Returns: the bytes to store and the event's link.
  package static func encode(
    header: [UInt8], random: UInt64, payload: [UInt8], after link: Link
  ) -> (bytes: [UInt8], link: Link) {
    let randomBytes = Hexadecimal.bytes(random)
    var state = Digest()
    state.update(header)
    state.update(randomBytes)
    state.update(payload)
    let digest = state.finalize()
    var wire = WireWriter()
    wire.bytes(1, header)
    wire.bytes(2, randomBytes)
    wire.bytes(3, payload)
    wire.bytes(4, digest.prefix(8))
    return (wire.bytes, link.next(header: header.span, digest: digest))
  }
}
