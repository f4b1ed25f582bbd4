/// What a row of facts is about: the first byte of its key, a capital letter, so that rows come
/// before the entries of indexes. Each feature declares its rows and says in a ``RowSchema`` what
/// they are. Letters are written to disk and into fingerprints: never reuse one.
package struct RowKind: Hashable, Sendable {
  /// The letter.
  package let rawValue: UInt8

  /// Declares a kind.
  init(_ letter: Unicode.Scalar) { rawValue = UInt8(ascii: letter) }

  /// Reads a letter; nil of a kind that this program does not know.
  package init?(rawValue: UInt8) {
    guard Schema.knowsRows(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  /// What such a row is.
  ///
  /// - Precondition: It stands in a view of ``Schema/views``.
  package var schema: RowSchema { Schema.schema(of: self) }

  /// The view whose rows these are.
  package var view: ViewName { Schema.view(of: self) }
}
