import DaybookEvents
public import DaybookText

/// Fields of an item to write; what is nil stays as it is.
///
/// Its encoding is the payload of `itemCaptured` and `itemEdited`: one field for each register,
/// holding the register's value as it is kept.
public struct ItemChange: Hashable, Sendable {
  /// The values to write, as their registers keep them.
  private var values: [Field: [UInt8]] = [:]
  /// Fields of another program; an empty value removes one.
  package var extras: [ExtraField] = []

  /// What is to be written to a register; nil where it stays as it is.
  subscript(field: Field) -> [UInt8]? {
    get { values[field] }
    set { values[field] = newValue }
  }

  /// A status with the time it was reached.
  public struct StatusChange: Hashable, Sendable {
    /// The status.
    public var status: ItemStatus
    /// When it was done, milliseconds since 1970; nil for the time at which it is written, unless
    /// it was done before.
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
  /// The title.
  public var title: Text? {
    get { self[.title].map { Text(bytes: $0) } }
    set { self[.title] = newValue?.bytes }
  }

  /// The text.
  public var body: Text? {
    get { self[.body].map { Text(bytes: $0) } }
    set { self[.body] = newValue?.bytes }
  }

  /// The sort of thing.
  public var kind: ItemKind? {
    get { word(.kind).map(ItemKind.init(rawValue:)) }
    set { self[.kind] = newValue.map { Array($0.rawValue.utf8) } }
  }

  /// Where it stands, and when it was finished.
  public var status: StatusChange? {
    get { self[.status].flatMap(StatusChange.init(reading:)) }
    set { self[.status] = newValue?.encoded }
  }

  /// When it wants attention.
  public var schedule: Schedule? {
    get { self[.schedule].map { Schedule(reading: $0) } }
    set { self[.schedule] = newValue?.encoded }
  }

  /// What an import saw in its source.
  package var source: [UInt8]? {
    get { self[.source] }
    set { self[.source] = newValue }
  }

  /// What is to be written to a register that holds a word.
  func word(_ field: Field) -> String? { self[field].map { String(decoding: $0, as: UTF8.self) } }
}

extension ItemChange {
  /// The payload.
  package var encoded: [UInt8] {
    var wire = WireWriter()
    for (number, field) in Self.registers {
      if let value = self[field] { wire.bytes(number, value) }
    }
    for extra in extras { wire.bytes(Self.extraNumber, extra.encoded) }
    return wire.bytes
  }

  /// The number of the field that holds one of another program.
  static let extraNumber: UInt32 = 8

  /// The register that a field of the payload is for.
  static func register(_ number: UInt32) -> Field? {
    number < registersByNumber.count ? registersByNumber[Int(number)] : nil
  }

  private static let registersByNumber: [Field?] = registers.reduce(into: []) { table, register in
    while table.count <= register.number { table.append(nil) }
    table[Int(register.number)] = register.field
  }
}
