import DaybookEvents
import LMDB

extension FormatStep {
  /// Format 2 put a check before every event, so that readers notice damage without a SHA-256 for
  /// each, and gathered the events about one thing in rows of ``EntityRow``, where format 1 had a
  /// row for each.
  ///
  /// Nothing had checked the rows on reading until then. So every event must have its own digest,
  /// lie in a log of its writer and follow the one before; the index is made of the events alone.
  static let checkedRows = FormatStep(format: 2) { tables, before, transaction in
    let state = try LogState(tables, before)
    try transaction.removeAll(in: tables.events)
    try transaction.removeAll(in: tables.entity)
    var index = EntityIndex()
    var head = WireWriter()
    var next: UInt64 = 1
    try before.scan(tables.events) { key, value in
      guard key.count == 8, key.bigEndian64(at: 0) == next else {
        throw LogError.damaged(.missingEvent)
      }
      let place = try EventPlace(readingFormat1: value)
      let event = value.extracting(place.start..<value.count)
      let header = try EventHeader(event: event)
      guard Int(place.log) < state.logs.count,
        state.logs[Int(place.log)].replica == header.replica
      else { throw LogError.damaged(.event) }
      head.removeAll()
      EventPlace.write(log: place.log, tag: place.tag, before: event, to: &head)
      try transaction.append(key, head.bytes.span, event, in: tables.events)
      index.add(header.entity, next)
      if let second = header.second { index.add(second, next) }
      next += 1
      return .next
    }
    guard next == state.nextPosition else { throw LogError.damaged(.missingEvent) }
    try index.write(to: tables.entity, &transaction)
  }
}

extension EventPlace {
  /// Reads the value of a row of `events` in a store of the given format.
  ///
  /// - Throws: ``LogError/damaged(_:)`` when a byte of it is not what was written, as far as that
  ///   format lets one see it.
  init(reading value: Span<UInt8>, format: UInt64) throws(LogError) {
    self =
      format < 2 ? try EventPlace(readingFormat1: value) : try EventPlace(reading: value)
  }

  /// Reads a row of format 1: log number and tag, and behind them the event, whose own digest is
  /// all there is to see damage by.
  ///
  /// Rows of format 2 are taken as well: they were written for a while before the format got its
  /// number.
  fileprivate init(readingFormat1 value: Span<UInt8>) throws(LogError) {
    if let place = EventPlace(withoutCheck: value) {
      self = place
    } else {
      self = try EventPlace(reading: value)
    }
  }

  private init?(withoutCheck value: Span<UInt8>) {
    var reader = WireReader(value)
    // What does not begin with a number is no such row.
    guard let number = try? reader.varint(in: value), let log = LogNumber(exactly: number),
      value.count > reader.position + 8
    else { return nil }
    let start = reader.position + 8
    let event = value.extracting(start..<value.count)
    // As is what does not hold an event there.
    guard let parts = try? EventBytes(reading: event), parts.verifiedDigest(of: event) != nil
    else { return nil }
    self.init(log: log, tag: value.bigEndian64(at: start - 8), start: start)
  }
}

extension EventHeader {
  /// The header of an event in place.
  init(event: Span<UInt8>) throws(LogError) {
    do throws(WireError) {
      self = try EventHeader(reading: event, in: try EventBytes(reading: event).header)
    } catch {
      throw .damaged(.event)
    }
  }
}
