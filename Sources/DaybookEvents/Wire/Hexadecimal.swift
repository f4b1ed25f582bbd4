/// Bytes, numbers and their hexadecimal digits.
package enum Hexadecimal {
  private static let alphabet = Array("0123456789abcdef".utf8)

  /// 16 lower-case digits of a number.
  package static func digits(_ value: UInt64) -> String {
    digits(bytes(value))
  }

  /// Two lower-case digits for each byte.
  package static func digits(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    for byte in bytes {
      text.append(alphabet[Int(byte >> 4)])
      text.append(alphabet[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes that pairs of digits stand for; nil when there is anything but pairs of digits.
  package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = nibble(digits[index]), let low = nibble(digits[index + 1]) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  /// The 8 bytes of a number, most significant first.
  package static func bytes(_ value: UInt64) -> [UInt8] {
    [UInt8](capacity: 8) { bytes in
      for index in 0..<8 {
        bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(56 - 8 * index)))
      }
    }
  }

  /// The 8 bytes of a number, most significant first, without an array.
  package static func inline(_ value: UInt64) -> InlineArray<8, UInt8> {
    InlineArray { UInt8(truncatingIfNeeded: value >> UInt64(56 - 8 * $0)) }
  }

  /// A number from at most 8 bytes, most significant first.
  package static func bigEndian(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func nibble(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 48...57: digit - 48
    case 65...70: digit - 55
    case 97...102: digit - 87
    default: nil
    }
  }
}
