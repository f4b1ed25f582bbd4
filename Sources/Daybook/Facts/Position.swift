import DaybookEvents

/// A place in a list as a fraction, written as bytes: between any two there is a third. Bytes
/// never end in zero, so that there is always room before them.
package enum Position {
  /// The longest position; a writer who would need a longer one renumbers the list.
  package static let byteLimit = 32

  /// A position after `left` and before `right`; nil where there is no room left, because they
  /// are equal or the position would be too long.
  package static func between(_ left: [UInt8]?, _ right: [UInt8]?) -> [UInt8]? {
    if let left, let right, !left.lexicographicallyPrecedes(right) { return nil }
    if right == nil, let next = after(left) { return next }
    var result: [UInt8] = []
    var upper = right
    for index in 0..<byteLimit {
      let low = left.map { index < $0.count ? Int($0[index]) : 0 } ?? 0
      let high = upper.map { index < $0.count ? Int($0[index]) : 0 } ?? 256
      if high - low > 1 {
        result.append(UInt8(low + (high - low) / 2))
        return result
      }
      result.append(UInt8(low))
      if high > low { upper = nil }
    }
    return nil
  }

  /// Positions for a list written anew, evenly spread.
  package static func spread(_ count: Int) -> [[UInt8]] {
    let step = UInt64(0xFFFF_0000) / UInt64(count + 1)
    return (0..<count).map { trimmed(Array(Hexadecimal.bytes(step * UInt64($0 + 1)).suffix(4))) }
  }

  /// The payload of `itemFiled` and `itemMoved`.
  package static func payload(_ position: [UInt8]) -> [UInt8] {
    var wire = WireWriter()
    wire.bytes(1, position)
    return wire.bytes
  }

  /// A short position after another: 4 bytes counted up, so that lists may grow at their end.
  private static func after(_ left: [UInt8]?) -> [UInt8]? {
    guard let left else { return [0x40] }
    let padded = left.prefix(4) + Array(repeating: 0, count: max(0, 4 - left.count))
    let value = Hexadecimal.bigEndian(padded) + 0x100
    guard value <= 0xFFFF_FF00 else { return nil }
    return trimmed(Array(Hexadecimal.bytes(value & ~0xFF).suffix(4)))
  }

  private static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    while bytes.count > 1, bytes.last == 0 { bytes.removeLast() }
    return bytes
  }
}
