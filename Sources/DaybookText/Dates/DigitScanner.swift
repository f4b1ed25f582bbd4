/// Reads numbers of fixed width and single ASCII characters; used for the formats of ISO 8601.
struct DigitScanner {
  private let bytes: [UInt8]
  private var index = 0

  init(_ text: some Sequence<UInt8>) {
    bytes = Array(text)
  }

  var isAtEnd: Bool { index == bytes.count }

  /// How many of the next bytes are digits.
  var digitCount: Int { bytes[index...].prefix { isDigit($0) }.count }

  /// The next byte as a character, left in place.
  var next: Unicode.Scalar? { index < bytes.count ? Unicode.Scalar(bytes[index]) : nil }

  /// Takes `character` if it is next.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == character else { return false }
    index += 1
    return true
  }

  /// Takes exactly `digits` digits (up to 9), or nothing.
  mutating func number(digits: Int) -> Int? {
    guard bytes.count - index >= digits else { return nil }
    var value = 0
    for byte in bytes[index..<(index + digits)] {
      guard isDigit(byte) else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    index += digits
    return value
  }

  private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
