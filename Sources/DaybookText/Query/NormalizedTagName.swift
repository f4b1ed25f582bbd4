/// What makes two tag names the same tag: canonical composition and simple lowercase, without
/// white space around it.
///
/// The two encodings of `café` are one tag, and so are `Café` and `CAFÉ`; `cafe` is another.
/// Language plays no part: `İstanbul` becomes `i̇stanbul` with a dot above, which is not
/// `istanbul`, and `ı` is not `i`. A tag of white space alone becomes the empty text.
///
/// Identities on disk are derived from the result: never change it.
package func normalizedTagName(_ name: String) -> String {
  // Letters of ASCII alone have one encoding, and there is no white space to look for: most tags.
  if name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) { return name.lowercased() }
  let trimmed = name.unicodeScalars.drop { $0.properties.isWhitespace }
  let end = trimmed.lastIndex { !$0.properties.isWhitespace }
  guard let end else { return "" }
  var lowercased = String.UnicodeScalarView()
  for scalar in trimmed[...end] {
    // Lowercase of Σ is σ wherever it stands, so the form for the end of a word has to be too.
    if scalar == "\u{3C2}" {
      lowercased.append("\u{3C3}")
    } else {
      lowercased.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
    }
  }
  return CanonicalForm.composed(String(lowercased))
}
