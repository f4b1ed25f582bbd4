package import DaybookEvents
package import LMDB

/// Reading the log inside a transaction.
package struct Log: Sendable {
  /// The tables of the store.
  package let tables: LogTables

  /// Reads through these tables.
  package init(tables: LogTables) { self.tables = tables }

  /// The position of an event, given the log it lies in; nil when it is not applied.
  package func position(
    of sequence: UInt64, in number: LogNumber, _ state: LogState,
    _ transaction: borrowing ReadTransaction
  ) throws -> UInt64? {
    let record = state.logs[Int(number)]
    guard sequence >= record.fork, sequence <= record.head else { return nil }
    if sequence >= record.runFirst { return record.runPosition + (sequence - record.runFirst) }
    let row = try transaction.lastRow(
      before: MetaKey.end(ofRowsUpTo: MetaKey.run(number, sequence)), in: tables.meta,
      isSound: MetaCheck.isSound
    ) { key, value -> UInt64? in
      guard MetaKey.isOfLog(key, MetaKey.run(number, 0)) else { return nil }
      let distance = sequence - Self.big(key, 5..<13)
      return distance < Self.big(value, 8..<16) ? Self.big(value, 0..<8) &+ distance : nil
    }
    switch row {
    case .found(let position): return position
    case .none: return nil
    case .broken: throw LogError.damaged(.logRecord)
    }
  }

  /// The event at a position, copied out; nil past the end.
  ///
  /// - Throws: ``LogError/damaged(_:)`` when its bytes are not what was written.
  package func event(
    at position: UInt64, _ transaction: borrowing ReadTransaction
  ) throws -> AppliedEvent? {
    try transaction.value(in: tables.events, for: Hexadecimal.inline(position).span) { value in
      try Self.applied(position, value)
    }
  }

  /// The event of a name; nil when it is not applied here.
  package func event(
    named name: EventName, _ state: LogState, _ transaction: borrowing ReadTransaction
  ) throws -> AppliedEvent? {
    guard let number = try locate(name, state, transaction),
      let position = try position(of: name.sequence, in: number, state, transaction)
    else { return nil }
    let event = try event(at: position, transaction)
    guard event?.header.sequence ?? name.sequence == name.sequence else {
      throw LogError.damaged(.event)
    }
    return event
  }

  /// The log in which the named event lies, comparing its tag; nil when it is not applied.
  package func locate(
    _ name: EventName, _ state: LogState, _ transaction: borrowing ReadTransaction
  ) throws -> LogNumber? {
    for (index, record) in state.logs.enumerated() where record.replica == name.replica {
      guard name.sequence >= record.fork, name.sequence <= record.head else { continue }
      let number = LogNumber(index)
      if name.sequence == record.head {
        if record.headLink.tag == name.tag { return number }
      } else if try isTagged(name, in: number, state, transaction) {
        return number
      }
    }
    return nil
  }

  /// The first 8 bytes of an event's link; of a damaged event what its row bears of them.
  package func tag(
    of sequence: UInt64, in number: LogNumber, _ state: LogState,
    format: UInt64 = StoreFormat.current, _ transaction: borrowing ReadTransaction
  ) throws -> UInt64? {
    guard let position = try position(of: sequence, in: number, state, transaction) else {
      return nil
    }
    return try transaction.value(in: tables.events, for: Hexadecimal.inline(position).span) {
      value in
      // What is damaged is asked for the tag it bears.
      (try? EventPlace(reading: value, format: format).tag)
        ?? EventPlace.unprovenTag(in: value)
    } ?? nil
  }

  /// Whether the event at a place in a log has the tag of a name. A damaged event counts as far as
  /// its tag can still be read: what another one observed need not be readable to be here.
  private func isTagged(
    _ name: EventName, in number: LogNumber, _ state: LogState,
    _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    guard let position = try position(of: name.sequence, in: number, state, transaction) else {
      return false
    }
    let isTagged = try transaction.value(
      in: tables.events, for: Hexadecimal.inline(position).span
    ) { value in
      // What is damaged is asked for the tag it bears.
      let tag = try? EventPlace(reading: value).tag
      return tag ?? EventPlace.unprovenTag(in: value) == name.tag
    }
    return isTagged ?? false
  }

  static func applied(
    _ position: UInt64, _ value: Span<UInt8>
  ) throws(LogError) -> AppliedEvent {
    var lent = LentEvent()
    try lent.read(position: position, value)
    var event = lent.event
    if let payload = lent.payload {
      event.bytes = value.array(payload)
      event.payloadPlace = event.bytes.indices
    }
    return event
  }

  static func big(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
    if range.count == 8, range.upperBound <= bytes.count {
      return bytes.bigEndian64(at: range.lowerBound)
    }
    var value: UInt64 = 0
    for index in range where index < bytes.count { value = value << 8 | UInt64(bytes[index]) }
    return value
  }
}
