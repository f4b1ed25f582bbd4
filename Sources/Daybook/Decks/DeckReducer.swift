public import DaybookEvents
public import DaybookText

/// What the events about decks, cards and reviews write.
enum DeckReducer {
  /// Lists the writes of one event.
  ///
  /// - Throws: ``WireError`` when its payload cannot be read, so that it is silent.
  static func reduce(
    _ kind: EventKind, _ header: EventHeader, _ name: EventName, _ payload: Span<UInt8>,
    _ writes: inout EventWrites
  ) throws(WireError) {
    let card = RowKey(.card, header.entity)
    switch kind {
    case .cardAdded:
      guard let deck = header.second else { return }
      writes.add(card, isLive: true)
      writes.add(card, FieldKey(.created), CreationTime(header).write)
      writes.add(card, .deck, deck)
      try CardChange.reduce(payload, card, &writes)
    case .cardEdited:
      writes.add(card, isLive: true)
      try CardChange.reduce(payload, card, &writes)
    case .cardReviewed: try Review.reduce(header, name, payload, &writes)
    case .reviewDated:
      try ReviewClock.reduce(payload, RowKey(.reviews, header.entity), &writes)
    case .deckOptionsChanged:
      try DeckOptionValue.reduce(payload, RowKey(.deck, header.entity), &writes)
    case .deckCreated, .deckRenamed, .deckDeleted, .deckRestored, .deckJoined:
      try NamedThing.reduce(kind, header, payload, RowKey(.deck, header.entity), &writes)
    default:
      try payload.forEachField { _ in }
      reduce(kind, header, payload, card, &writes)
    }
  }

  /// What needs no more of the payload than that it can be read.
  private static func reduce(
    _ kind: EventKind, _ header: EventHeader, _ payload: Span<UInt8>, _ card: RowKey,
    _ writes: inout EventWrites
  ) {
    switch kind {
    case .cardDeleted: writes.add(card, isLive: false)
    case .cardRestored: writes.add(card, isLive: true)
    case .cardMoved:
      if let deck = header.second { writes.add(card, .deck, deck) }
    case .cardSuspended, .cardResumed:
      writes.add(card, isLive: true)
      writes.add(card, .suspended, [kind == .cardSuspended ? 1 : 0])
    case .cardFlagged:
      writes.add(card, isLive: true)
      writes.add(card, .flag, [UInt8(min(payload.number(1) ?? 0, CardFlag.limit))])
    case .cardBuried:
      // Putting a card off is no reason to bring a deleted one back.
      var wire = WireWriter()
      wire.varint(1, payload.number(1) ?? 0)
      writes.add(card, .buried, wire.bytes)
    case .reviewRetracted, .reviewReinstated:
      guard let review = payload.id(1) else { return }
      writes.add(
        RowKey(.reviews, header.entity), FieldKey(.retracted, review.rawValue)
      ) { $0.append(kind == .reviewRetracted ? 1 : 0) }
    default: break
    }
  }
}

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
