/// Names one replica: the first 8 bytes of a digest of its public key, so that nobody can claim
/// an id without holding the key behind it.
public struct ReplicaID: Hashable, Comparable, Sendable {
  /// The 8 bytes as one big-endian number.
  public let rawValue: UInt64

  /// Wraps a number read from an event or a store.
  package init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The id that belongs to an Ed25519 public key (32 bytes).
  package init(publicKey: [UInt8]) {
    var digest = Digest()
    digest.update(Array("daybook/replica/v1".utf8))
    digest.update(publicKey)
    rawValue = digest.value().prefix
  }

  /// Reads the 16 hexadecimal digits that ``description`` prints.
  public init?(_ text: String) {
    guard text.utf8.count == 16, let value = UInt64(text, radix: 16) else { return nil }
    rawValue = value
  }

  /// Orders by the bytes of the id.
  public static func < (left: ReplicaID, right: ReplicaID) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension ReplicaID: CustomStringConvertible {
  /// 16 hexadecimal digits.
  public var description: String { Hexadecimal.digits(rawValue) }
}
