/// What text is searched by: ``folded(_:)``, and letters that no accent makes as what people type
/// for them where their keyboard lacks them, so that `zolw` finds `Żółw`, `strasse` finds `Straße`,
/// and the other way round.
///
/// For searching alone. Names and tags are told apart by other forms, which are stored and must
/// never change.
///
/// - Complexity: O(*n*); European text is looked up letter by letter in a table.
package func searchable(_ text: String) -> String {
  if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
  return SearchLetters.fast(text) ?? SearchLetters.plain(folded(text))
}

/// Letters as they are searched by.
package enum SearchLetters {
  /// What is typed for letters, in lower case, that do not come apart into a base and a mark; as
  /// Unicode's transliteration Latin-ASCII has it, but for `þ` and marks of length.
  private static let typed: [Unicode.Scalar: String] = [
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h",
    "ŧ": "t", "ŋ": "n", "ĸ": "q", "ſ": "s", "ĳ": "ij", "ŀ": "l", "ŉ": "n", "ƀ": "b", "ƒ": "f",
    "ƙ": "k", "ƚ": "l", "ƥ": "p", "ƭ": "t", "ƴ": "y", "ƶ": "z", "ǆ": "dz", "ǉ": "lj", "ǌ": "nj",
    "ǳ": "dz", "ǥ": "g", "ȥ": "z", "ȼ": "c", "ɇ": "e", "ɉ": "j", "ɍ": "r", "ɏ": "y",
    "\u{FB00}": "ff", "\u{FB01}": "fi", "\u{FB02}": "fl", "\u{FB03}": "ffi", "\u{FB04}": "ffl",
    "\u{FB05}": "st", "\u{FB06}": "st",
  ]

  /// Where the letters of Europe end.
  private static let tableEnd: UInt32 = 0x250

  /// For every scalar below ``tableEnd`` what it is searched by.
  private static let table: [String.UnicodeScalarView] = (0..<tableEnd).map { value in
    let scalar = Unicode.Scalar(value).map { String(Character($0)) } ?? ""
    return plain(folded(scalar)).unicodeScalars
  }

  /// Folded text with every letter as it is typed.
  package static func plain(_ folded: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in folded.unicodeScalars {
      if !scalar.isASCII, let letters = typed[scalar] {
        result.append(contentsOf: letters.unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// The whole in one walk; nil where a scalar is none of those that can be looked up.
  package static func fast(_ text: String) -> String? {
    var result = String.UnicodeScalarView()
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x41...0x5A: result.append(Unicode.Scalar(UInt8(scalar.value) | 0x20))
      case 0..<0x80: result.append(scalar)
      case 0x80..<tableEnd: result.append(contentsOf: table[Int(scalar.value)])
      // Marks that accent, and those that choose an appearance.
      case 0x300..<0x370, 0xFE00...0xFE0F: continue
      // Dashes, quotes and their kind, and pictures: none has a case or comes apart.
      case 0x2010...0x2027, 0x2030...0x205E, 0x1F300...0x1FAFF: result.append(scalar)
      default: return nil
      }
    }
    return String(result)
  }
}
