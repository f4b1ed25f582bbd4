/// What text is compared by when a person searches: without case and without accents.
///
/// The same on every machine and in every language: canonical decomposition, accents and invisible
/// characters dropped, simple lowercase. `Café` and `CAFE` both become `cafe`; `İ`, `I` and `ı`
/// become `i`; `Σ` and `ς` become `σ`; `ß` stays. Marks that spell a letter instead of accenting it
/// (Indic vowel signs, viramas and nuktas, the voicing of kana) stay as well.
///
/// - Complexity: O(*n*); text that is ASCII alone is copied once.
package func folded(_ text: String) -> String {
  if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
  var result = String.UnicodeScalarView()
  for scalar in CanonicalForm.decomposed(text) where !isDropped(scalar) {
    switch scalar {
    case "\u{131}": result.append("i")
    case "\u{3C2}": result.append("\u{3C3}")
    default: result.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
    }
  }
  return String(result)
}

/// Accents, and characters without an appearance of their own.
private func isDropped(_ scalar: Unicode.Scalar) -> Bool {
  if scalar.isASCII { return false }
  let properties = scalar.properties
  if properties.isDefaultIgnorableCodePoint { return true }
  guard properties.generalCategory == .nonspacingMark else { return false }
  let spelling: [Unicode.CanonicalCombiningClass] = [
    .notReordered, .nukta, .kanaVoicing, .virama,
  ]
  return !spelling.contains(properties.canonicalCombiningClass)
}
