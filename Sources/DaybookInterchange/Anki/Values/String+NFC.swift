import Foundation

extension String {
  /// With its letters composed, as Anki stores text.
  var nfc: String { precomposedStringWithCanonicalMapping }
}
