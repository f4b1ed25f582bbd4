import DaybookEvents

/// What the events about options of decks, cards and reviews write.
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
