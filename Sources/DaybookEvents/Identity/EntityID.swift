/// Names an item, collection, tag, deck, card or imported review: 16 bytes, an RFC 9562 UUID.
///
/// New things get version 7 (time and random digits); imported things version 8, derived from
/// where they come from, so that the same import on two machines makes the same entity.
public struct EntityID: Hashable, Sendable {
  /// The 16 bytes as one big-endian number.
  public let rawValue: UInt128

  /// Wraps a number read from an event or a store.
  package init(rawValue: UInt128) { self.rawValue = rawValue }

  /// A new version 7 id made of a time in milliseconds since 1970 and random bits.
  package init(milliseconds: Int64, random: inout some RandomNumberGenerator) {
    let time = UInt128(UInt64(clamping: milliseconds) & 0xFFFF_FFFF_FFFF)
    let high = UInt128(UInt64.random(in: 0..<(1 << 12), using: &random))
    let low = UInt128(UInt64.random(in: 0..<(1 << 62), using: &random))
    rawValue = time << 80 | 7 << 76 | high << 64 | 2 << 62 | low
  }

  /// A version 8 id derived from names with SHA-256; each part is told apart by its length.
  package init(name parts: [[UInt8]]) {
    self.init(digestOf: parts)
  }

  /// A version 8 id: these bits, but for the six that say which version it is.
  package init(version8 bits: UInt128) {
    let cleared = bits & ~(UInt128(15) << 76) & ~(UInt128(3) << 62)
    rawValue = cleared | 8 << 76 | 2 << 62
  }

  /// A version 8 id derived from names, as text.
  package init(name parts: String...) {
    self.init(digestOf: parts.lazy.map(\.utf8))
  }

  private init(digestOf parts: some Sequence<some Collection<UInt8>>) {
    // One array, for one call of the digest: names are short, and imports derive many.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(96)
    bytes.append(contentsOf: "daybook/entity/v1".utf8)
    for part in parts {
      let count = Hexadecimal.inline(UInt64(part.count))
      bytes.append(count.span)
      bytes.append(contentsOf: part)
    }
    var digest = Digest()
    digest.update(bytes)
    let (high, low, _, _) = digest.value().numbers
    self.init(version8: UInt128(high) << 64 | UInt128(low))
  }

  /// The id from 16 bytes.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 16 else { return nil }
    rawValue = bytes.reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
  }

  /// The id from an array of 16 bytes: as above, and many times as fast.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    rawValue = bytes.span.bigEndian128(at: 0)
  }

  /// Reads the form that ``description`` prints, with or without hyphens.
  public init?(_ text: String) {
    let digits = text.filter { $0 != "-" }
    guard digits.utf8.count == 32, text.utf8.count == 36 || text.utf8.count == 32,
      let bytes = Hexadecimal.bytes(digits), let id = EntityID(bytes: bytes)
    else { return nil }
    self = id
  }

  /// The 16 bytes, most significant first.
  package var bytes: [UInt8] { Self.bytes(of: rawValue) }

  /// The 16 bytes, most significant first, without an array.
  package var inlineBytes: InlineArray<16, UInt8> { Self.inline(rawValue) }

  static func bytes(of value: UInt128) -> [UInt8] {
    [UInt8](capacity: 16) { bytes in
      for index in 0..<16 {
        bytes.append(UInt8(truncatingIfNeeded: value >> UInt128(120 - 8 * index)))
      }
    }
  }

  private static func inline(_ value: UInt128) -> InlineArray<16, UInt8> {
    InlineArray { UInt8(truncatingIfNeeded: value >> UInt128(120 - 8 * $0)) }
  }
}

extension EntityID: LosslessStringConvertible {
  /// The usual form of a UUID, 36 characters.
  public var description: String {
    let digits = Array(Hexadecimal.digits(bytes).utf8)
    let parts = [digits[0..<8], digits[8..<12], digits[12..<16], digits[16..<20], digits[20...]]
    return parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
  }
}

extension EntityID: Codable {
  /// Reads the text of an id.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let id = EntityID(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "An id has 32 hexadecimal digits.")
    }
    self = id
  }

  /// Writes its ``description``.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension EntityID {
  /// The id turned so that its random digits come first: what people type, and how tables are
  /// ordered, so that a typed prefix is one index range.
  package var handle: UInt128 { rawValue << 68 | rawValue >> 60 }

  /// The id whose ``handle`` this is.
  package init(handle: UInt128) { rawValue = handle >> 68 | handle << 60 }

  /// The 16 bytes of ``handle``, most significant first.
  package var key: [UInt8] { Self.bytes(of: handle) }

  /// The 16 bytes of ``handle`` without an array.
  package var inlineKey: InlineArray<16, UInt8> { Self.inline(handle) }

  /// The id from the 16 bytes of its handle.
  package init?(key: some Collection<UInt8>) {
    guard let turned = EntityID(bytes: key) else { return nil }
    self.init(handle: turned.rawValue)
  }

  /// The 32 digits of the handle; people see and type a prefix of them.
  public var handleDigits: String { Hexadecimal.digits(key) }
}
