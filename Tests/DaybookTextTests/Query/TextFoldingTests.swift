import DaybookText
import TestSupport
import Testing

struct `Folded text` {
  @Test(arguments: [
    ("Café", "cafe"), ("CAFE\u{301}", "cafe"), ("Ærø", "ærø"), ("İSTANBUL", "istanbul"),
    ("ısı", "isi"), ("ISI", "isi"), ("Straße", "straße"), ("ΟΔΟΣ", "οδοσ"), ("οδός", "οδοσ"),
    ("Ångström", "angstrom"), ("K", "k"), ("Việt Nam", "viet nam"), ("naïve\u{AD}ly", "naively"),
    ("ёлка", "елка"), ("❤\u{FE0F}", "❤"), ("", ""), ("ASCII 123!", "ascii 123!"),
  ])
  func `has neither case nor accents`(text: String, expected: String) {
    #expect(folded(text) == expected)
  }

  @Test func `keeps the marks that spell a letter`() {
    #expect(folded("が") != folded("か"))
    #expect(folded("が") == folded("か\u{3099}"))
    #expect(folded("कि") != folded("क"))
    #expect(folded("한글") == folded("\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}"))
  }

  @Test func `stays the same when folded again`() {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<20_000 {
      let text = randomText(&random)
      let once = folded(text)
      #expect(Array(folded(once).unicodeScalars) == Array(once.unicodeScalars))
    }
  }
}

struct `The identity of a tag` {
  @Test func `is one for both encodings and any case`() {
    let names = ["café", "cafe\u{301}", "Café", "CAFE\u{301}", "  café\n"]
    let identities = names.map { Array(normalizedTagName($0).unicodeScalars) }
    #expect(Set(identities).count == 1)
    #expect(normalizedTagName("café") != normalizedTagName("cafe"))
    #expect(normalizedTagName("ΟΔΟΣ") == normalizedTagName("οδος"))
  }

  @Test func `keeps the Turkish letters apart`() {
    #expect(normalizedTagName("İstanbul") == "i\u{307}stanbul")
    #expect(normalizedTagName("İstanbul") != normalizedTagName("istanbul"))
    #expect(normalizedTagName("ISTANBUL") == "istanbul")
    #expect(normalizedTagName("ısı") != normalizedTagName("isi"))
  }

  @Test func `of white space is empty`() {
    #expect(normalizedTagName(" \t\u{3000}\n") == "")
    #expect(normalizedTagName("two  words") == "two  words")
  }

  @Test func `stays the same when normalised again`() {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<20_000 {
      let text = randomText(&random)
      let once = normalizedTagName(text)
      #expect(Array(normalizedTagName(once).unicodeScalars) == Array(once.unicodeScalars))
    }
  }
}

/// Scalars from the blocks where case and marks are, and some from anywhere.
private func randomText(_ random: inout SeededGenerator) -> String {
  var scalars = String.UnicodeScalarView()
  for _ in 0..<Int.random(in: 0...8, using: &random) {
    let ranges: [ClosedRange<UInt32>] = [
      0...0x24F, 0x300...0x36F, 0x370...0x52F, 0x900...0x97F, 0x1E00...0x1FFF, 0...0x10FFFF,
    ]
    let range = ranges.randomElement(using: &random) ?? 0...0x7F
    if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random)) {
      scalars.append(scalar)
    }
  }
  return String(scalars)
}

struct `Text as it is searched` {
  @Test(arguments: [
    ("Żółw", "zolw"), ("SMØRREBRØD", "smorrebrod"), ("Đà Nẵng", "da nang"), ("Straße", "strasse"),
    ("STRAẞE", "strasse"), ("Ærø", "aero"), ("Œuvre", "oeuvre"), ("þórr ðó", "thorr do"),
    ("ISTANBUL", "istanbul"), ("İstanbul", "istanbul"), ("ısı", "isi"), ("Ħal Ŧ Ŋ ĸ", "hal t n q"),
    ("ﬁne “quotes” – 🐢", "fine “quotes” – 🐢"), ("ΟΔΟΣ łuk", "οδοσ luk"), ("plain", "plain"),
  ])
  func `is what people type for it`(text: String, expected: String) {
    #expect(searchable(text) == expected)
    #expect(searchable(expected) == expected)
  }

  @Test func `is the same letter by letter and as a whole`() {
    var random = SeededGenerator(seed: 10)
    for _ in 0..<20_000 {
      let text = randomText(&random)
      let whole = SearchLetters.plain(folded(text))
      let fast = SearchLetters.fast(text) ?? whole
      #expect(Array(fast.unicodeScalars) == Array(whole.unicodeScalars), "\(text.debugDescription)")
    }
  }
}
