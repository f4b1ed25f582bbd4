/// A named table of a store: bytes to bytes, in the order of the keys' bytes.
///
/// Only a name. The handle LMDB wants is looked up inside, so a `Table` stays good when the
/// environment is reopened, and using one the store does not hold throws `tableMissing`.
package struct Table: Hashable, Sendable {
  /// 1 to 511 bytes of UTF-8 without a zero byte.
  package let name: String

  /// Names a table; does not make it.
  ///
  /// - Precondition: The name has 1 to 511 bytes and no zero byte.
  package init(name: String) {
    precondition((1...keyByteLimit).contains(name.utf8.count) && !name.utf8.contains(0))
    self.name = name
  }
}

/// The longest key LMDB takes as it is built everywhere (`mdb_env_get_maxkeysize`).
let keyByteLimit = 511

/// LMDB's own number for an open table.
struct TableHandle: Sendable {
  let name: String
  let index: UInt32
}
