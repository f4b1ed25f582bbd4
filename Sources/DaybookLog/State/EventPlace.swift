import DaybookEvents

/// What the store keeps before an event's bytes: its log, its tag, and a check of all three.
///
/// LMDB does not notice a flipped bit. The event's own checksum is part of a SHA-256, which takes
/// a quarter of a microsecond to compute; this one takes 20 ns, so every reader can afford it.
struct EventPlace {
  /// The bytes of tag and check.
  private static let fixedByteCount = 12
  private static let logByteLimit = 5

  let log: LogNumber
  let tag: UInt64
  /// Where the event's bytes begin.
  let start: Int

  init(log: LogNumber, tag: UInt64, start: Int) {
    (self.log, self.tag, self.start) = (log, tag, start)
  }

  /// Reads and checks the value of a row of `events`.
  ///
  /// - Throws: ``LogError/damaged(_:)`` when a byte of it is not what was written.
  init(reading value: Span<UInt8>) throws(LogError) {
    var index = 0
    var number: UInt64 = 0
    while index < min(Self.logByteLimit, value.count) {
      number |= UInt64(value[index] & 0x7F) << (7 * UInt64(index))
      index += 1
      if value[index - 1] < 0x80 { break }
    }
    guard value.count > index + Self.fixedByteCount else { throw .damaged(.event) }
    log = LogNumber(truncatingIfNeeded: number)
    tag = value.bigEndian64(at: index)
    start = index + Self.fixedByteCount
    let check = UInt32(truncatingIfNeeded: value.bigEndian64(at: start - 8))
    guard check == Self.check(log, tag, value.extracting(start..<value.count)) else {
      throw .damaged(.event)
    }
  }

  /// The tag that a damaged row bears, which the damage need not have spared: where it is the one
  /// that is looked for, chance did not put it there. Nil where the row is too short for one.
  static func unprovenTag(in value: Span<UInt8>) -> UInt64? {
    let start = unprovenStart(in: value)
    return value.count >= start - 4 ? value.bigEndian64(at: start - fixedByteCount) : nil
  }

  /// Where in a damaged row the event's bytes would begin, which may lie behind its end.
  static func unprovenStart(in value: Span<UInt8>) -> Int {
    var index = 0
    while index < min(logByteLimit, value.count), value[index] >= 0x80 { index += 1 }
    return index + 1 + fixedByteCount
  }

  /// Writes what stands before an event.
  static func write(
    log: LogNumber, tag: UInt64, before event: Span<UInt8>, to wire: inout WireWriter
  ) {
    wire.raw(UInt64(log))
    wire.append(Hexadecimal.inline(tag).span)
    let check = Hexadecimal.inline(UInt64(check(log, tag, event)))
    wire.append(check.span.extracting(4..<8))
  }

  private static func check(_ log: LogNumber, _ tag: UInt64, _ event: Span<UInt8>) -> UInt32 {
    Checksum.of(event, seed: tag ^ UInt64(log) << 32)
  }
}
