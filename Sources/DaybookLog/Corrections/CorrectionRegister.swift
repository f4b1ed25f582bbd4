package import DaybookEvents

/// The register of what is said of one replica's clock: the corrections that no other one
/// observed, of which the greatest counts.
package struct CorrectionRegister: Equatable, Sendable {
  /// One correction, and the event that makes it.
  package struct Head: ConcurrentWrite, Equatable, Sendable {
    /// The event.
    package let event: EventName
    /// The log it lies in, here.
    package let log: LogNumber
    /// Raw, never as it counts: what corrections are worth must not depend on corrections.
    package let stamp: Stamp
    /// Whether a rule made it and not a person.
    package let isRuleMade: Bool
    /// What it says.
    package let correction: ClockCorrection

    init?(_ event: AppliedEvent) {
      let found = event.withPayload { ClockCorrection(event.header, $0) }
      guard let correction = found ?? nil else { return nil }
      self.init(
        event: event.name, log: event.log, stamp: event.header.stamp,
        isRuleMade: event.header.isRuleMade, correction: correction)
    }

    fileprivate init(
      event: EventName, log: LogNumber, stamp: Stamp, isRuleMade: Bool,
      correction: ClockCorrection
    ) {
      (self.event, self.log, self.stamp) = (event, log, stamp)
      (self.isRuleMade, self.correction) = (isRuleMade, correction)
    }
  }

  /// In no particular order.
  package private(set) var heads: [Head] = []

  init() {}

  /// The correction that counts.
  package var winner: Head? { heads.greatest }

  /// Drops the heads that a correction observed, those before it in its own log among them, and
  /// adds it.
  mutating func fold(_ head: Head, observed: LocalVector) {
    heads.removeAll { head.supersedes($0.log, $0.event.sequence, observing: observed) }
    heads.append(head)
  }

  /// Folds what a command says of a replica's clock.
  mutating func fold(_ command: AppliedCommand, about replica: ReplicaID) {
    guard !command.isImpossible else { return }
    for head in command.events.lazy.compactMap(Head.init) where head.correction.replica == replica {
      fold(head, observed: command.observed)
    }
  }
}

extension CorrectionRegister {
  func encoded() -> [UInt8] {
    var wire = WireWriter()
    for head in heads.sorted(by: { $0.event < $1.event }) {
      wire.message(1) {
        $0.message(1) { head.event.encode(to: &$0) }
        $0.varint(2, UInt64(head.log))
        $0.fixed64(3, head.stamp.rawValue)
        if head.isRuleMade { $0.varint(4, 1) }
        $0.bytes(5, head.correction.encoded)
      }
    }
    wire.seal()
    return wire.bytes
  }

  /// - Throws: ``LogError/damaged(_:)``.
  init(reading bytes: Span<UInt8>) throws(LogError) {
    guard bytes.hasNoBrokenSeal else { throw .damaged(.logRecord) }
    do throws(WireError) {
      var reader = WireReader(bytes)
      while let field = try reader.next(in: bytes) {
        guard field.number == 1, let range = field.range else { continue }
        heads.append(try Self.head(bytes, range))
      }
    } catch {
      throw .damaged(.logRecord)
    }
  }

  private static func head(
    _ bytes: Span<UInt8>, _ range: Range<Int>
  ) throws(WireError) -> Head {
    var reader = WireReader(bytes, in: range)
    var (log, stamp, isRuleMade): (UInt64, UInt64, Bool) = (0, 0, false)
    var (event, correction): (EventName?, ClockCorrection?)
    while let field = try reader.next(in: bytes) {
      switch (field.number, field.range) {
      case (1, let range?): event = try EventName(reading: bytes, in: range)
      case (2, nil): log = field.value
      case (3, nil): stamp = field.value
      case (4, nil): isRuleMade = field.value == 1
      case (5, let range?): correction = ClockCorrection(reading: bytes.extracting(range))
      default: break
      }
    }
    guard let event, let correction else { throw .malformed(offset: range.lowerBound) }
    return Head(
      event: event, log: LogNumber(truncatingIfNeeded: log), stamp: Stamp(rawValue: stamp),
      isRuleMade: isRuleMade, correction: correction)
  }
}
