/// What a row of facts is about: the first byte of its key, a capital letter, so that rows come
/// before the entries of indexes. Each feature declares its rows and says in a ``RowSchema`` what
/// they are. Letters are written to disk and into fingerprints: never reuse one.
package struct RowKind: Hashable, Sendable {
  /// The letter.
  package let rawValue: UInt8

  /// Declares a kind.
  init(_ letter: Unicode.Scalar) { self.init(known: UInt8(ascii: letter)) }

  /// A letter that is known to be that of a kind.
  init(known letter: UInt8) { rawValue = letter }
}
