extension String {
  /// How many terminal cells the text takes, as one line. Pass ``VisibleText`` first: control
  /// characters count as nothing. O(n).
  package var displayWidth: Int {
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return utf8.count }
    return reduce(0) { $0 + $1.displayWidth }
  }

  /// The text, cut so that it takes at most `width` cells, with `…` where something was cut.
  /// Characters are never cut in two. A width of zero or less gives an empty string. Reads no
  /// further than the cut.
  package func truncated(toDisplayWidth width: Int) -> String {
    guard width > 0 else { return "" }
    var used = 0
    var kept = startIndex
    for index in indices {
      used += self[index].displayWidth
      if used > width { return self[..<kept] + "…" }
      if used <= width - 1 { kept = self.index(after: index) }
    }
    return self
  }
}

extension Character {
  /// How many terminal cells one character takes: 0, 1 or 2.
  ///
  /// The widest of its scalars decides, so a letter with its marks takes one cell and a family
  /// joined from four faces two. A sign followed by the emoji variation selector takes two.
  package var displayWidth: Int {
    var widest = 0
    for scalar in unicodeScalars {
      if scalar.value == 0xFE0F { return 2 }
      widest = max(widest, scalar.displayWidth)
    }
    return widest
  }
}

extension Unicode.Scalar {
  fileprivate var displayWidth: Int {
    if value < 0x7F { return value < 0x20 ? 0 : 1 }
    if Self.wideRanges.contains(where: { $0.contains(value) }) { return 2 }
    if properties.isEmojiPresentation { return 2 }
    // Vowels and finals of Hangul written in parts join the consonant before them.
    if (0x1160...0x11FF).contains(value) { return 0 }
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .format, .control, .surrogate: return 0
    default: return 1
    }
  }

  /// East Asian Width W and F, Unicode standard annex 11, without the emoji, which the standard
  /// library knows. Unassigned places inside a block count as its neighbours do.
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF,
    0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
    0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18D08, 0x1AFF0...0x1B2FF,
    0x1F200...0x1F265, 0x20000...0x3FFFD,
  ]
}
