public import DaybookEvents
public import DaybookText

/// Fields of a card to write; what is nil stays as it is. Its encoding is the payload of
/// `cardAdded` and `cardEdited`.
public struct CardChange: Hashable, Sendable {
  /// What is asked; of a cloze card, the whole text with its gaps.
  public var front: Text?
  /// What is answered.
  public var back: Text?
  /// `basic` or `cloze`.
  public var kind: String?
  /// The item the card was made from.
  public var item: EntityID?
  /// The note the card is made of; written when the card is added.
  public var origin: CardOrigin?
  /// What another program had scheduled; written when the card is added.
  package var seed: CardSeed?

  /// Nothing to write.
  public init() {}

  /// The payload.
  package var encoded: [UInt8] {
    var wire = WireWriter()
    if let front { wire.bytes(1, front.bytes) }
    if let back { wire.bytes(2, back.bytes) }
    if let kind { wire.text(3, kind) }
    if let item { wire.bytes(4, item.bytes) }
    if let origin { wire.bytes(5, origin.encoded) }
    if let seed { wire.bytes(6, seed.encoded) }
    return wire.bytes
  }

  static func reduce(
    _ payload: Span<UInt8>, _ row: RowKey, _ writes: inout EventWrites
  ) throws(WireError) {
    var reader = WireReader(payload)
    while let field = try reader.next(in: payload) {
      guard let range = field.range, (1...6).contains(field.number) else { continue }
      writes.add(row, registers[Int(field.number) - 1].field, payload: range)
    }
  }

  /// The register each field of the payload is for, by number from 1.
  static let registers: [(number: UInt32, field: Field)] = [
    (1, .front), (2, .back), (3, .cardKind), (4, .cardItem), (5, .cardNote), (6, .seed),
  ]
}
