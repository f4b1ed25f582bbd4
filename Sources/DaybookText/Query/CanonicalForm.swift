// The standard library normalises text itself, and exports that only under this name.
@_spi(_Unicode) import Swift

/// The canonical forms of Unicode (UAX #15).
package enum CanonicalForm {
  /// Every character taken apart into its base and its marks, in canonical order (NFD).
  static func decomposed(_ text: String) -> [Unicode.Scalar] { Array(text._nfd) }

  /// Bases and marks put together wherever one character exists for them (NFC).
  package static func composed(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: text._nfc)
    return String(scalars)
  }
}
