import DaybookEvents

/// The coloured flag of a card, a number from 0, which is none, to 7.
package enum CardFlag {
  /// The greatest number.
  static let limit: UInt64 = 7

  /// The payload of `cardFlagged`.
  static func payload(_ flag: Int) -> [UInt8] { number(UInt64(clamping: flag)) }

  /// The payload of `cardBuried`.
  ///
  /// - Parameter day: the last study day on which the card is kept out of review, in days since
  ///   1970; 0 fetches it back.
  static func burial(untilAfter day: Int) -> [UInt8] { number(UInt64(clamping: day)) }

  private static func number(_ value: UInt64) -> [UInt8] {
    var wire = WireWriter()
    wire.varint(1, value)
    return wire.bytes
  }
}
