/// A value of the hybrid logical clock: milliseconds since 1970 << 16 | counter.
public struct Stamp: Hashable, Comparable, Sendable {
  /// The 64 bits.
  public let rawValue: UInt64

  /// Wraps the 64 bits.
  package init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The least stamp of a millisecond; times before 1970 and after 2^48 ms are moved to the ends.
  package init(milliseconds: Int64) {
    rawValue = UInt64(min(max(milliseconds, 0), 0xFFFF_FFFF_FFFF)) << 16
  }

  /// The milliseconds since 1970.
  public var milliseconds: Int64 { Int64(rawValue >> 16) }

  /// Orders by time, then counter.
  public static func < (left: Stamp, right: Stamp) -> Bool { left.rawValue < right.rawValue }
}

extension Stamp: CustomStringConvertible {
  /// 16 hexadecimal digits.
  public var description: String { Hexadecimal.digits(rawValue) }
}
