package import DaybookEvents

/// One event as a scan lends it, beside its payload, for the length of a call.
package struct LentEvent: ~Copyable {
  /// The event; it holds no payload.
  package internal(set) var event = AppliedEvent(
    position: 0, log: 0, tag: 0, header: .blank, bytes: [], payloadPlace: nil)
  /// The last event of its command.
  package internal(set) var last = CommandEnd(position: 0, sequence: 0, stamp: Stamp(rawValue: 0))
  /// What its command was written on top of.
  package internal(set) var observed = LocalVector()
  /// No sound writer makes its command: it folds to nothing.
  package internal(set) var isImpossible = false
  /// Where in its row of `events` its payload lies; nil when erased.
  private(set) var payload: Range<Int>?

  /// Reads a row of `events` over the event before.
  ///
  /// - Throws: ``LogError/damaged(_:)``.
  mutating func read(position: UInt64, _ value: Span<UInt8>) throws(LogError) {
    let place = try EventPlace(reading: value)
    event.position = position
    event.log = place.log
    event.tag = place.tag
    let bytes = value.extracting(place.start..<value.count)
    do throws(WireError) {
      let parts = try EventBytes(reading: bytes)
      try event.header.read(bytes, in: parts.header)
      payload = parts.payload.map {
        place.start + $0.lowerBound..<place.start + $0.upperBound
      }
    } catch {
      throw .damaged(.event)
    }
  }
}

/// The last event of a command: when the command belongs to a moment, it does.
package struct CommandEnd: Sendable {
  /// Its position in this store's order of application.
  package let position: UInt64
  /// Its place in the log of its replica.
  package let sequence: UInt64
  /// Its stamp, as it was written.
  package let stamp: Stamp
}

extension AppliedEvent {
  /// What is asked of the last event of a command.
  var end: CommandEnd {
    CommandEnd(position: position, sequence: header.sequence, stamp: header.stamp)
  }
}
