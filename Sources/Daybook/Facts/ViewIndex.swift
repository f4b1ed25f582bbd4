import DaybookEvents
import DaybookText

/// An index: entries beside the rows of a view, keys that begin with its letter, a small one, so
/// that they come after all rows. Sparse: what is not set has no entry. Each feature declares its
/// own, and its views list them.
package struct ViewIndex: Hashable, Sendable {
  /// The letter.
  package let rawValue: UInt8

  /// Declares an index.
  init(_ letter: Unicode.Scalar) { rawValue = UInt8(ascii: letter) }

  /// A thing with a conflict, or a deleted container that may have one: in every view.
  package static let contested = ViewIndex("c")

  /// A key of this index.
  package func key(_ parts: [UInt8]...) -> [UInt8] { [rawValue] + parts.flatMap { $0 } }

  /// The first 8 bytes of a digest of a name without case and accents.
  package static func nameDigest(_ name: [UInt8]) -> [UInt8] {
    var digest = Digest()
    digest.update(Array(folded(String(decoding: name, as: UTF8.self)).utf8))
    return Array(digest.finalize().prefix(8))
  }

  /// A signed number as bytes that sort as it does.
  package static func sortable(_ value: Int64) -> [UInt8] {
    Hexadecimal.bytes(sortableNumber(value))
  }

  /// A signed number as one without sign that sorts as it does.
  static func sortableNumber(_ value: Int64) -> UInt64 { UInt64(bitPattern: value) ^ 1 << 63 }
}
