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

  /// Finds the parts of an event in place. Each part lies there once and in its order, so that
  /// no byte of an event is outside its digest.
  ///
  /// - Throws: ``WireError`` when the bytes are no event.
  package init(reading bytes: Span<UInt8>) throws(WireError) {
    guard bytes.count <= Self.sizeLimit else { throw .malformed(offset: 0) }
    var reader = WireReader(bytes)
    header = try reader.content(of: 1, in: bytes)
    if reader.isAt(field: 2, in: bytes) {
      let random = try reader.content(of: 2, in: bytes)
      let payload = try reader.content(of: 3, in: bytes)
      guard random.count == 8, payload.count <= Self.payloadLimit else {
        throw .malformed(offset: random.lowerBound)
      }
      (self.random, self.payload) = (random, payload)
    } else {
      (random, payload) = (nil, nil)
    }
    digest = try reader.content(of: 4, in: bytes)
    guard reader.isAtEnd, digest.count == (payload == nil ? 32 : 8) else {
      throw .malformed(offset: digest.lowerBound)
    }
  }

  /// Whether the payload was dropped by an erasure.
  package var isErased: Bool { payload == nil }

  /// The 32 bytes of the event's digest: SHA-256(header ‖ random ‖ payload), or what an erased
  /// event kept of it. Nil when the checksum does not agree, so the bytes are damaged.
  package func verifiedDigest(of bytes: Span<UInt8>) -> DigestValue? {
    guard let random, let payload else { return DigestValue(bytes.extracting(digest)) }
    var state = Digest()
    state.update(bytes.extracting(header))
    state.update(bytes.extracting(random))
    state.update(bytes.extracting(payload))
    let full = state.value()
    return full.prefix == bytes.bigEndian64(at: digest.lowerBound) ? full : nil
  }

  /// What stays of an event when its payload is erased: the header and the whole digest, so that
  /// the chain still verifies and nobody can guess a short text from a hash of it. Nil when the
  /// bytes are damaged.
  package func erased(_ bytes: Span<UInt8>) -> [UInt8]? {
    guard let digest = verifiedDigest(of: bytes) else { return nil }
    var wire = WireWriter()
    wire.bytes(1, bytes.extracting(header))
    wire.bytes(4, digest.bytes)
    return wire.bytes
  }

  /// Writes an event and links it to the one before.
  ///
  /// - Returns: the bytes to store and the event's link.
  package static func encode(
    header: [UInt8], random: UInt64, payload: [UInt8], after link: Link
  ) -> (bytes: [UInt8], link: Link) {
    var wire = WireWriter()
    let link = append(
      to: &wire, header: header.span, random: random, payload: payload.span, after: link)
    return (wire.bytes, link)
  }

  /// The same, behind what is in `wire` already.
  ///
  /// - Returns: the event's link.
  package static func append(
    to wire: inout WireWriter, header: Span<UInt8>, random: UInt64, payload: Span<UInt8>,
    after link: Link
  ) -> Link {
    let randomBytes = Hexadecimal.inline(random)
    var state = Digest()
    state.update(header)
    state.update(randomBytes.span)
    state.update(payload)
    let digest = state.value()
    wire.reserve(header.count + payload.count + 32)
    wire.bytes(1, header)
    wire.bytes(2, randomBytes.span)
    wire.bytes(3, payload)
    wire.bytes(4, Hexadecimal.inline(digest.prefix).span)
    return link.next(header: header, digest: digest)
  }
}
