public import DaybookEvents

/// What another program had scheduled for a card: where it stands among new cards, and where its
/// learning begins when its first reviews are not known.
package struct CardSeed: Hashable, Sendable {
  /// Its place among new cards; the lowest first.
  package var position: Int64?
  /// The last interval, in days.
  package var intervalDays: Int64?
  /// The factor by which intervals grew, in thousandths.
  package var easePermille: Int64?
  /// The study day on which it is due, days since 1970.
  package var dueDay: Int64?
  /// Stability in days and difficulty 1...10, if the other program had them.
  package var memory: Memory?
  /// How often it was answered, and forgotten.
  package var reviews: Int64?
  /// How often it was forgotten.
  package var lapses: Int64?

  /// A memory state of FSRS.
  package struct Memory: Hashable, Sendable {
    /// In days.
    package var stability: Double
    /// 1 to 10.
    package var difficulty: Double

    /// Describes a state.
    package init(stability: Double, difficulty: Double) {
      self.stability = stability
      self.difficulty = difficulty
    }
  }

  /// Nothing known.
  package init() {}

  /// The value of its register.
  package var encoded: [UInt8] {
    var wire = WireWriter()
    for (number, value) in [
      (1, position), (2, intervalDays), (3, easePermille), (4, dueDay),
    ] as [(UInt32, Int64?)] {
      if let value { wire.signed(number, value) }
    }
    if let memory {
      wire.fixed64(5, memory.stability.bitPattern)
      wire.fixed64(6, memory.difficulty.bitPattern)
    }
    if let reviews { wire.signed(7, reviews) }
    if let lapses { wire.signed(8, lapses) }
    return wire.bytes
  }

  /// Reads a register's value; what cannot be read is not known.
  package init(reading bytes: [UInt8]) {
    // As said above.
    guard let payload = try? Payload(bytes) else { return }
    position = payload.signed(1)
    intervalDays = payload.signed(2)
    easePermille = payload.signed(3)
    dueDay = payload.signed(4)
    if let stability = payload.number(5).map(Double.init(bitPattern:)), stability.isFinite,
      let difficulty = payload.number(6).map(Double.init(bitPattern:)), difficulty.isFinite
    {
      memory = Memory(stability: stability, difficulty: difficulty)
    }
    reviews = payload.signed(7)
    lapses = payload.signed(8)
  }
}

/// The note a card is made of, and which of its cards it is.
public struct CardOrigin: Hashable, Sendable {
  /// The note.
  public let note: EntityID
  /// The place of its template, or of its gap, from 0.
  public let ordinal: Int

  /// Names a card of a note.
  public init(note: EntityID, ordinal: Int) {
    self.note = note
    self.ordinal = ordinal
  }

  /// The card itself: the same on all machines, so that two that make it make one card.
  public var card: EntityID {
    EntityID(name: [Array("card".utf8), note.bytes, [UInt8](bigEndian16: ordinal)])
  }

  /// The value of its register.
  package var encoded: [UInt8] { note.bytes + [UInt8](bigEndian16: ordinal) }

  /// Reads a register's value; nil for another shape.
  package init?(reading bytes: [UInt8]) {
    guard bytes.count == 18 else { return nil }
    let note = EntityID(rawValue: bytes.span.bigEndian128(at: 0))
    self.init(note: note, ordinal: Int(bytes[16]) << 8 | Int(bytes[17]))
  }
}

extension [UInt8] {
  fileprivate init(bigEndian16 number: Int) {
    let number = UInt16(clamping: number)
    self = [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)]
  }
}
