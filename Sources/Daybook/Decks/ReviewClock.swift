package import DaybookEvents
import DaybookScheduler

/// By which clock an answer counts for its day, where that is not the one it was written down with:
/// a register of each review, which imports write that know better than an earlier one.
package struct ReviewClock: Hashable, Sendable {
  /// Minutes east of UTC.
  package let offsetMinutes: Int
  /// The hour at which days begin.
  package let rolloverHour: Int

  /// Describes a clock; what no place on earth has is kept within bounds.
  package init(offsetMinutes: Int, rolloverHour: Int) {
    self.offsetMinutes = min(max(offsetMinutes, -1440), 1440)
    self.rolloverHour = min(max(rolloverHour, 0), 23)
  }

  /// The study day of a moment by this clock.
  package func studyDay(at milliseconds: Int64) -> Int {
    StudyDay(
      milliseconds: milliseconds, offsetMinutes: offsetMinutes, rolloverHour: rolloverHour
    ).number
  }

  /// The value of its register.
  package var encoded: [UInt8] {
    var wire = WireWriter()
    wire.signed(2, Int64(offsetMinutes))
    wire.varint(3, UInt64(rolloverHour))
    return wire.bytes
  }

  /// Reads a register's value; nil where the answer's own clock counts again.
  package init?(reading bytes: Span<UInt8>) {
    guard let minutes = bytes.signed(2), let hour = bytes.number(3) else { return nil }
    self.init(offsetMinutes: Int(clamping: minutes), rolloverHour: Int(clamping: hour))
  }

  /// The payload of `reviewDated`.
  package static func payload(_ clocks: [(review: EntityID, value: [UInt8])]) -> [UInt8] {
    var wire = WireWriter()
    for clock in clocks {
      var member = WireWriter()
      member.bytes(1, clock.review.bytes)
      wire.bytes(1, member.bytes + clock.value)
    }
    return wire.bytes
  }

  /// Lists the writes of `reviewDated`.
  static func reduce(
    _ payload: Span<UInt8>, _ row: RowKey, _ writes: inout EventWrites
  ) throws(WireError) {
    var reader = WireReader(payload)
    while let field = try reader.next(in: payload) {
      guard field.number == 1, let range = field.range else { continue }
      let member = payload.extracting(range)
      guard let review = member.id(1) else { continue }
      let value = ReviewClock(reading: member)?.encoded ?? []
      writes.add(row, FieldKey(.reviewDay, review.rawValue)) { $0.append(contentsOf: value) }
    }
  }
}
