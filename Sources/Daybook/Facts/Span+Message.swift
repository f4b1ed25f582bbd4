import DaybookEvents

/// A message, one field at a time, in place: for the few fields of a payload or a value. Where a
/// field is written twice, the last one counts; a message that cannot be read has no fields.
extension Span<UInt8> {
  /// A number, if there is one.
  func number(_ field: UInt32) -> UInt64? {
    last(field) { $0.range == nil }?.value
  }

  /// A zigzag number, if there is one: a time or a day, moved into ``EventHeader/timeRange``.
  func signed(_ field: UInt32) -> Int64? {
    integer(field).map(EventHeader.inTimeRange)
  }

  /// A zigzag number of any size, if there is one.
  func integer(_ field: UInt32) -> Int64? {
    last(field) { $0.range == nil }.map(\.signed)
  }

  /// Where bytes lie, if there are any.
  func content(_ field: UInt32) -> Range<Int>? {
    last(field) { $0.range != nil }?.range
  }

  /// An id, if there is one.
  func id(_ field: UInt32) -> EntityID? {
    guard let range = content(field), range.count == 16 else { return nil }
    return EntityID(rawValue: bigEndian128(at: range.lowerBound))
  }

  @inline(__always)
  private func last(_ number: UInt32, _ isFit: (WireField) -> Bool) -> WireField? {
    var reader = WireReader(self)
    var found: WireField?
    do throws(WireError) {
      while let field = try reader.next(in: self) {
        if field.number == number, isFit(field) { found = field }
      }
    } catch {
      return nil
    }
    return found
  }
}
