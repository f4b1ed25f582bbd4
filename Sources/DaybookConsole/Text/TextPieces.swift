/// One step through bytes that should be UTF-8.
enum TextPiece {
  /// A well-formed scalar.
  case scalar(UInt32)
  /// A byte that belongs to no well-formed scalar.
  case invalid(UInt8)
}

/// Copies text while replacing some of its pieces. Shared by terminal text and JSON, so that
/// both have the same idea of what is hidden and what is broken.
enum TextPieces {
  /// Copies `bytes` to `output`, putting what `replacement` returns in the place of a piece, and
  /// the piece itself where it returns nil. O(n).
  @inline(__always)
  static func copy(
    _ bytes: [UInt8], to output: inout [UInt8], replacement: (TextPiece) -> String?
  ) {
    output.reserveCapacity(output.count + bytes.count)
    var copied = 0
    var index = 0
    while index < bytes.count {
      let (piece, length) = next(in: bytes, at: index)
      if let replaced = replacement(piece) {
        output.append(contentsOf: bytes[copied..<index])
        output.append(contentsOf: replaced.utf8)
        copied = index + length
      }
      index += length
    }
    output.append(contentsOf: bytes[copied...])
  }

  /// The piece that begins at `index` and its length. Looks at most four bytes ahead and follows
  /// table 3-7 of the Unicode standard, so overlong forms and surrogates are invalid.
  @inline(__always)
  private static func next(in bytes: [UInt8], at index: Int) -> (TextPiece, Int) {
    let first = bytes[index]
    if first < 0x80 { return (.scalar(UInt32(first)), 1) }
    let (length, least): (Int, UInt32)
    switch first {
    case 0xC2...0xDF: (length, least) = (2, 0x80)
    case 0xE0...0xEF: (length, least) = (3, 0x800)
    case 0xF0...0xF4: (length, least) = (4, 0x10000)
    default: return (.invalid(first), 1)
    }
    guard index + length <= bytes.count else { return (.invalid(first), 1) }
    var scalar = UInt32(first) & (0x7F >> UInt32(length))
    for offset in 1..<length {
      let byte = bytes[index + offset]
      guard byte & 0xC0 == 0x80 else { return (.invalid(first), 1) }
      scalar = scalar << 6 | UInt32(byte & 0x3F)
    }
    guard scalar >= least, scalar <= 0x10FFFF, !(0xD800...0xDFFF).contains(scalar) else {
      return (.invalid(first), 1)
    }
    return (.scalar(scalar), length)
  }
}
