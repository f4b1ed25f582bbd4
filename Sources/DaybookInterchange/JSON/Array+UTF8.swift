/// UTF-8 read strictly from bytes that may hold anything.
extension [UInt8] {
  /// The three bytes some editors put before UTF-8 text.
  static var byteOrderMark: [UInt8] { [0xEF, 0xBB, 0xBF] }

  /// The scalar that starts at `offset` and the bytes it takes; nil where there is none.
  func scalar(at offset: Int, before end: Int) -> (scalar: Unicode.Scalar, length: Int)? {
    guard offset < end else { return nil }
    let first = self[offset]
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    let (length, least): (Int, UInt32)
    switch first {
    case 0xC2...0xDF: (length, least) = (2, 0x80)
    case 0xE0...0xEF: (length, least) = (3, 0x800)
    case 0xF0...0xF4: (length, least) = (4, 0x10000)
    default: return nil
    }
    guard end - offset >= length else { return nil }
    var value = UInt32(first) & (0x7F >> UInt32(length))
    for index in 1..<length {
      let byte = self[offset + index]
      guard byte & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    // The initialiser refuses surrogates and what lies above 10FFFF.
    guard value >= least, let scalar = Unicode.Scalar(value) else { return nil }
    return (scalar, length)
  }

  /// The first offset in `range` where the bytes stop being UTF-8.
  func firstInvalidUTF8(in range: Range<Int>) -> Int? {
    var offset = range.lowerBound
    while offset < range.upperBound {
      guard let found = scalar(at: offset, before: range.upperBound) else { return offset }
      offset += found.length
    }
    return nil
  }

  /// Whether `pattern` stands at `offset`.
  func has(_ pattern: [UInt8], at offset: Int) -> Bool {
    offset >= 0 && count - offset >= pattern.count
      && self[offset..<(offset + pattern.count)].elementsEqual(pattern)
  }
}
