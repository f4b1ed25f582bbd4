import DaybookEvents
import DaybookLog

/// The values of a row that show, as places in its bytes: what index entries are made of.
struct ShownValues {
  /// Where a value lies.
  private struct Place {
    var start: UInt32 = 0
    var end: UInt32 = 0
  }

  /// The events that the row's writes come from.
  private(set) var origins: [WriteOrigin] = []
  /// The registers of which there are many of a field, such as tags, in the order of their keys.
  private(set) var parts: [(key: FieldKey, value: Range<Int>)] = []
  /// Whether the thing is there: created or restored, and not deleted since.
  private(set) var isLive = false
  /// Whether any head deletes the thing.
  private(set) var isDeletedByAny = false
  /// Whether a register has several heads.
  private(set) var hasRivals = false
  /// A bit for the number of each field there is one of that has a value.
  private var known: UInt64 = 0
  private var places = InlineArray<64, Place>(repeating: Place())

  /// The value of a field there is one of; nil where nothing was written.
  subscript(_ field: Field) -> Range<Int>? {
    guard known >> UInt64(field.rawValue) & 1 == 1 else { return nil }
    let place = places[Int(field.rawValue)]
    return Int(place.start)..<Int(place.end)
  }

  /// Finds them in a row.
  mutating func read(_ bytes: Span<UInt8>) throws(ViewError) {
    known = 0
    (isDeletedByAny, hasRivals) = (false, false)
    parts.removeAll(keepingCapacity: true)
    var reader = try FactsReader(bytes)
    origins = reader.origins
    let (live, deleted) = (Life.live, Life.deleted)
    while let (key, count) = try reader.nextRegister(in: bytes) {
      if count > 1 { hasRivals = true }
      var winner: (origin: Int, value: Range<Int>)?
      for _ in 0..<count {
        let head = try reader.nextHead(in: bytes)
        if key.field == .life, bytes.extracting(head.value).isEqual(to: deleted.span) {
          isDeletedByAny = true
        }
        guard let known = winner,
          !reader.origins[known.origin].precedes(reader.origins[head.origin])
        else {
          winner = head
          continue
        }
      }
      if let winner { note(key, winner.value) }
    }
    isLive = self[.life].map { bytes.extracting($0).isEqual(to: live.span) } ?? false
  }

  private mutating func note(_ key: FieldKey, _ value: Range<Int>) {
    guard key.part == 0 else { return parts.append((key, value)) }
    known |= 1 << UInt64(key.field.rawValue)
    places[Int(key.field.rawValue)] = Place(
      start: UInt32(value.lowerBound), end: UInt32(value.upperBound))
  }
}
