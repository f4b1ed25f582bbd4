import DaybookEvents
public import DaybookText

/// Fields of an item to write; what is nil stays as it is.
///
/// Its encoding is the payload of `itemCaptured` and `itemEdited`: one field for each register,
/// holding the register's value as it is kept.
public struct ItemChange: Hashable, Sendable {
  /// The title.
  public var title: Text?
  /// The text.
  public var body: Text?
  /// The sort of thing.
  public var kind: ItemKind?
  /// Where it stands, and when it was finished.
  public var status: StatusChange?
  /// When it wants attention.
  public var schedule: Schedule?
  /// How much it matters.
  public var priority: ItemPriority?
  /// What an import saw in its source.
  package var source: [UInt8]?
  /// Fields of another program; an empty value removes one.
  package var extras: [ExtraField] = []

  /// A status with the time it was reached.
  public struct StatusChange: Hashable, Sendable {
    /// The status.
    public var status: ItemStatus
    /// When it was done, milliseconds since 1970.
    public var completedAt: Int64?

    /// A status to write.
    public init(_ status: ItemStatus, completedAt: Int64? = nil) {
      self.status = status
      self.completedAt = completedAt
    }
  }

  /// Nothing to write.
  public init() {}

  /// Whether nothing is to be written.
  public var isEmpty: Bool { self == ItemChange() }
}

extension ItemChange.StatusChange {
  /// The value of its register.
  package var encoded: [UInt8] {
    var wire = WireWriter()
    wire.text(1, status.rawValue)
    if let completedAt { wire.signed(2, completedAt) }
    return wire.bytes
  }

  /// Reads a register's value; nil for another shape.
  package init?(reading bytes: [UInt8]) {
    // Another shape is no status.
    guard let payload = try? Payload(bytes), let text = payload.bytes(1) else { return nil }
    self.init(
      ItemStatus(rawValue: String(decoding: text, as: UTF8.self)),
      completedAt: payload.signed(2))
  }
}

extension ItemChange {
  /// The payload.
  package var encoded: [UInt8] {
    var wire = WireWriter()
    if let title { wire.bytes(1, title.bytes) }
    if let body { wire.bytes(2, body.bytes) }
    if let kind { wire.text(3, kind.rawValue) }
    if let status { wire.bytes(4, status.encoded) }
    if let schedule { wire.bytes(5, schedule.encoded) }
    if let priority { wire.text(6, priority.rawValue) }
    if let source { wire.bytes(7, source) }
    for extra in extras { wire.bytes(Self.extraNumber, extra.encoded) }
    return wire.bytes
  }

  /// The number of the field that holds one of another program.
  static let extraNumber: UInt32 = 8

  /// The register that a field of the payload is for.
  static func register(_ number: UInt32) -> Field? {
    (1...7).contains(number) ? registers[Int(number) - 1].field : nil
  }

  /// The register each field of the payload is for, by number from 1.
  static let registers: [(number: UInt32, field: Field)] = [
    (1, .title), (2, .body), (3, .kind), (4, .status), (5, .schedule), (6, .priority),
    (7, .source),
  ]
}
