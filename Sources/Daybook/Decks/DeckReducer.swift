public import DaybookEvents

/// What the events about decks, cards and reviews write.
package enum DeckReducer {
  /// The writes of one event; none when its payload cannot be read.
  package static func writes(
    _ kind: EventKind, _ header: EventHeader, _ payload: Payload, _ name: EventName
  ) -> [RegisterWrite] {
    let card = RowKey(.card, header.entity)
    let live = RegisterWrite(card, .life, Life.live)
    switch kind {
    case .cardAdded:
      guard let deck = header.second else { return [] }
      return [
        live, RegisterWrite(card, .created, CreationTime(header).encoded),
        RegisterWrite(card, .deck, deck.bytes),
      ] + CardChange.writes(payload, card)
    case .cardEdited: return [live] + CardChange.writes(payload, card)
    case .cardDeleted: return [RegisterWrite(card, .life, Life.deleted)]
    case .cardRestored: return [live]
    case .cardMoved:
      return header.second.map { [RegisterWrite(card, .deck, $0.bytes)] } ?? []
    case .cardSuspended, .cardResumed:
      return [live, RegisterWrite(card, .suspended, [kind == .cardSuspended ? 1 : 0])]
    case .cardReviewed:
      guard let review = Review(header, payload, name) else { return [] }
      return [RegisterWrite(RowKey(.review, header.entity, review.id), .answer, review.encoded)]
    case .reviewRetracted:
      guard let id = payload.bytes(1).flatMap({ EntityID(bytes: $0) }) else { return [] }
      return [RegisterWrite(RowKey(.review, header.entity, id), .retracted, [1])]
    default: return NamedThing.writes(kind, header, payload, RowKey(.deck, header.entity))
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

  /// Nothing to write.
  public init() {}

  /// The payload.
  package var encoded: [UInt8] {
    var wire = WireWriter()
    if let front { wire.bytes(1, front.bytes) }
    if let back { wire.bytes(2, back.bytes) }
    if let kind { wire.text(3, kind) }
    if let item { wire.bytes(4, item.bytes) }
    return wire.bytes
  }

  static func writes(_ payload: Payload, _ row: RowKey) -> [RegisterWrite] {
    let fields: [(UInt32, Field)] = [(1, .front), (2, .back), (3, .cardKind), (4, .cardItem)]
    return fields.compactMap { number, field in
      payload.bytes(number).map { RegisterWrite(row, field, $0) }
    }
  }
}
