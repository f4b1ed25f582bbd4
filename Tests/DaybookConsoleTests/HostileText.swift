import TestSupport

extension SeededGenerator {
  /// Bytes of which most are hostile: controls, direction marks, broken and whole UTF-8.
  mutating func hostileBytes() -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 0...24, using: &self) {
      switch Int.random(in: 0..<6, using: &self) {
      case 0: bytes.append(UInt8.random(in: 0..<0x20, using: &self))
      case 1: bytes.append(UInt8.random(in: 0x20...0xFF, using: &self))
      case 2: bytes += Array(scalar(in: 0x7F...0xA0).utf8)
      case 3: bytes += Array(scalar(in: 0x2020...0x2070).utf8)
      case 4: bytes += Array(scalar(in: 0x20...0xD7FF).utf8)
      default: bytes += Array(scalar(in: 0xE000...0x10FFFF).utf8)
      }
    }
    return bytes
  }

  private mutating func scalar(in range: ClosedRange<UInt32>) -> String {
    Unicode.Scalar(UInt32.random(in: range, using: &self)).map { String(Character($0)) } ?? "?"
  }
}

/// Written apart from the product's own rule, from the contract's words.
func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar {
  case "\n", "\t": false
  case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}":
    true
  default: false
  }
}
