package import DaybookEvents

/// How the stamps of a log's own part count, because its writer's clock was corrected.
///
/// By definition a corrected event counts as stamped max(stamp − minus, 0, that of the one before
/// in its chain + 1). Where stamps rise, as those of sound writers do, that is the greater of
/// stamp − minus and a floor that rises by one from event to event; so a few floors stand for all
/// events, and any one of them is known without those before it.
package struct StampShift: Equatable, Sendable {
  /// The least that an event, and those that follow it, count as.
  struct Floor: Equatable, Sendable {
    let sequence: UInt64
    let stamp: UInt64
  }

  /// By how much the stamps are too great.
  package let minus: UInt64
  /// In the order of sequences: the first corrected event, and those whose stamps do not rise.
  private(set) var floors: [Floor] = []

  /// A shift that begins at an event.
  ///
  /// - Parameter before: what the event before it in the chain counts as; nil for none.
  package init(minus: UInt64, from sequence: UInt64, _ raw: Stamp, after before: Stamp?) {
    self.minus = minus
    addFloor(at: sequence, raw, after: before)
  }

  /// The first sequence that is corrected.
  package var first: UInt64 { floors.first?.sequence ?? .max }

  /// The first sequence that can count otherwise by one shift than by another.
  static func firstDifference(_ one: StampShift?, _ other: StampShift?) -> UInt64 {
    let (ours, theirs) = (one?.floors ?? [], other?.floors ?? [])
    var shared = zip(ours, theirs).prefix { $0 == $1 }.count
    if one?.minus != other?.minus { shared = 0 }
    let next = [ours, theirs].compactMap { $0.dropFirst(shared).first?.sequence }
    return next.min() ?? .max
  }

  /// What an event counts as.
  package func stamp(_ raw: Stamp, at sequence: UInt64) -> Stamp {
    guard let floor = floors.last(where: { $0.sequence <= sequence }) else { return raw }
    let (least, isTooMuch) = floor.stamp.addingReportingOverflow(sequence - floor.sequence)
    return Stamp(rawValue: max(lowered(raw), isTooMuch ? .max : least))
  }

  /// Notes an event whose stamp does not rise over that of the one before.
  package mutating func addFloor(at sequence: UInt64, _ raw: Stamp, after before: Stamp?) {
    let least = before.map { $0.rawValue == .max ? .max : $0.rawValue + 1 } ?? 0
    floors.append(Floor(sequence: sequence, stamp: max(lowered(raw), least)))
  }

  private func lowered(_ raw: Stamp) -> UInt64 {
    raw.rawValue > minus ? raw.rawValue - minus : 0
  }
}

extension StampShift {
  func encode(to wire: inout WireWriter) {
    wire.varint(1, minus)
    for floor in floors {
      wire.message(2) {
        $0.varint(1, floor.sequence)
        $0.fixed64(2, floor.stamp)
      }
    }
  }

  init(reading bytes: Span<UInt8>) throws(WireError) {
    var reader = WireReader(bytes)
    var minus: UInt64 = 0
    while let field = try reader.next(in: bytes) {
      if field.number == 1 { minus = field.value }
      guard field.number == 2, let range = field.range else { continue }
      var parts = WireReader(bytes, in: range)
      var (sequence, stamp): (UInt64, UInt64) = (0, 0)
      while let part = try parts.next(in: bytes) {
        if part.number == 1 { sequence = part.value }
        if part.number == 2 { stamp = part.value }
      }
      floors.append(Floor(sequence: sequence, stamp: stamp))
    }
    self.minus = minus
  }
}

extension LogState {
  /// What an event counts as stamped.
  package func stamp(of header: EventHeader, in log: LogNumber) -> Stamp {
    stamp(header.stamp, at: header.sequence, in: log)
  }

  /// What an event at a sequence of a log counts as stamped.
  package func stamp(_ raw: Stamp, at sequence: UInt64, in log: LogNumber) -> Stamp {
    logs[Int(log)].shift?.stamp(raw, at: sequence) ?? raw
  }

  /// The header of an event as it counts, where its writer's clock was corrected; nil where it
  /// counts as it stands. Whoever folds, orders or dates events asks this, so that live views,
  /// rebuilding and history cannot disagree.
  ///
  /// With the stamp, recorded-at is moved into the 24 hours before it, as for counting days, where
  /// it came from the same wrong clock. Where it lies further back, the wall clock had been put
  /// right and only the hybrid clock still ran ahead; then it says when it was.
  package func corrected(_ header: EventHeader, in log: LogNumber) -> EventHeader? {
    guard let shift = logs[Int(log)].shift, header.sequence >= shift.first else { return nil }
    var counted = header
    counted.stamp = shift.stamp(header.stamp, at: header.sequence)
    let day = HybridClock.followLimitMilliseconds
    if header.recordedAt >= header.stamp.milliseconds - day {
      let end = counted.stamp.milliseconds
      counted.recordedAt = min(max(header.recordedAt, end - day), end)
    }
    return counted
  }

  /// The header of an event as it counts.
  package func counted(_ header: EventHeader, in log: LogNumber) -> EventHeader {
    corrected(header, in: log) ?? header
  }
}
