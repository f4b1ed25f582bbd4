import DaybookEvents
import LMDB

/// The checks of rows of `meta` that are no records, so that no seal fits into them.
///
/// What a command observed bears its check at the end of the key, for every byte of the value is a
/// head; where events lie and what was lost bear it at the end of the value. Programs before wrote
/// none, and pass over them.
package enum MetaCheck {
  private static let byteCount = 4
  private static let placeByteCount = 13
  private static let runByteCount = 16

  /// The key of what a command observed, with its check.
  static func observed(_ log: LogNumber, _ sequence: UInt64, of value: [UInt8]) -> [UInt8] {
    let place = MetaKey.observed(log, sequence)
    return place + check(value.span, under: place.span)
  }

  /// A value of two numbers, with its check.
  package static func numbers(_ first: UInt64, _ second: UInt64, under key: [UInt8]) -> [UInt8] {
    let numbers = Hexadecimal.bytes(first) + Hexadecimal.bytes(second)
    return numbers + check(numbers.span, under: key.span)
  }

  /// Whether a row is what was written, as far as it has a check.
  static func isSound(_ key: Span<UInt8>, _ value: Span<UInt8>) -> Bool {
    switch key.isEmpty ? 0 : key[0] {
    case UInt8(ascii: "o"):
      guard key.count != placeByteCount else { return true }
      return holds(key, after: placeByteCount) {
        check(value, under: key.extracting(0..<placeByteCount))
      }
    case UInt8(ascii: "r"), UInt8(ascii: "g"):
      guard value.count != runByteCount else { return true }
      return holds(value, after: runByteCount) {
        check(value.extracting(0..<runByteCount), under: key)
      }
    default: return true
    }
  }

  private static func check(_ value: Span<UInt8>, under key: Span<UInt8>) -> [UInt8] {
    Hexadecimal.bytes(UInt64(Checksum.of(value, under: key))).suffix(byteCount)
  }

  /// Whether bytes end in a check.
  private static func holds(
    _ bytes: Span<UInt8>, after count: Int, _ check: () -> [UInt8]
  ) -> Bool {
    bytes.count == count + byteCount && bytes.array(count..<bytes.count) == check()
  }
}
