import Crypto

/// The Ed25519 key pair of a replica. Signatures are over links, so one signature vouches for
/// all of a log up to that event.
package struct ReplicaKey: Sendable {
  private let key: Curve25519.Signing.PrivateKey
  /// The id that belongs to the key.
  package let replica: ReplicaID

  private init(_ key: Curve25519.Signing.PrivateKey) {
    self.key = key
    replica = ReplicaID(publicKey: Array(key.publicKey.rawRepresentation))
  }

  /// A new key from a random source, which must be the system's but in tests.
  package init(random: inout some RandomNumberGenerator) {
    let words = (0..<4).map { _ in random.next() as UInt64 }
    guard let key = ReplicaKey(secret: words.flatMap { Hexadecimal.bytes($0) }) else {
      preconditionFailure("Every 32 bytes are a key.")
    }
    self = key
  }

  /// The key from its 32 secret bytes; nil when they are no key.
  package init?(secret: [UInt8]) {
    // Any failure means the same: these bytes are not a key.
    guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: secret) else {
      return nil
    }
    self.init(key)
  }

  /// The 32 secret bytes; they never leave the store.
  package var secret: [UInt8] { Array(key.rawRepresentation) }

  /// The 32 public bytes.
  package var publicKey: [UInt8] { Array(key.publicKey.rawRepresentation) }

  /// 64 bytes that prove the holder of this key wrote everything up to `link`.
  package func sign(_ link: Link) throws -> [UInt8] {
    try Array(key.signature(for: Self.message(link)))
  }

  /// Whether `signature` was made over `link` by the holder of `publicKey`.
  package static func isValid(
    _ signature: [UInt8], of link: Link, by publicKey: [UInt8]
  ) -> Bool {
    // A malformed key signs nothing.
    guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: publicKey) else {
      return false
    }
    return key.isValidSignature(signature, for: message(link))
  }

  private static func message(_ link: Link) -> [UInt8] {
    Array("daybook/v1/link".utf8) + link.bytes
  }
}
