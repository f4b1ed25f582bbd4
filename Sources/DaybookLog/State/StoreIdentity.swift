package import DaybookEvents
package import LMDB
import Synchronization

/// Under which key and name a store writes.
package struct StoreIdentity: Sendable {
  /// The key pair.
  package let key: ReplicaKey
  /// The human name, such as "laptop".
  package var name: [UInt8]

  /// Makes an identity of a key and a name.
  package init(key: ReplicaKey, name: [UInt8]) {
    self.key = key
    self.name = name
  }

  /// Reads the identity of a store.
  package init(_ tables: LogTables, _ transaction: borrowing ReadTransaction) throws {
    let check = try transaction.bytes(in: tables.meta, for: MetaKey.identityCheck)
    guard let bytes = try transaction.bytes(in: tables.meta, for: MetaKey.identity),
      check ?? Self.check(bytes) == Self.check(bytes), bytes.count >= 32,
      let key = tables.lastKey.key(secret: Array(bytes.prefix(32)))
    else { throw LogError.damaged(.identity) }
    self.init(key: key, name: Array(bytes.dropFirst(32)))
  }

  /// The replica's id.
  package var replica: ReplicaID { key.replica }

  /// Keeps the identity in the store, in place of the one before.
  package func store(_ tables: LogTables, _ transaction: inout WriteTransaction) throws {
    let bytes = key.secret + name
    try transaction.put(MetaKey.identity, bytes, in: tables.meta)
    try transaction.put(MetaKey.identityCheck, Self.check(bytes), in: tables.meta)
  }

  /// What is kept beside the identity, so that a flipped bit in it is noticed; programs before kept
  /// nothing.
  static func check(_ bytes: [UInt8]) -> [UInt8] {
    Array(Hexadecimal.bytes(UInt64(Checksum.of(bytes.span, seed: 0))).suffix(4))
  }
}

/// The key that a store was last found to write under.
///
/// Making a key of its secret bytes multiplies on the curve, which takes longer than signing with
/// it; a store needs it when it is opened and at every command.
final class LastKey: Sendable {
  private let last = Mutex<(secret: [UInt8], key: ReplicaKey)?>(nil)

  /// The key of a secret; nil when the bytes are none.
  func key(secret: [UInt8]) -> ReplicaKey? {
    last.withLock { last in
      if let last, last.secret == secret { return last.key }
      guard let key = ReplicaKey(secret: secret) else { return nil }
      last = (secret, key)
      return key
    }
  }
}
