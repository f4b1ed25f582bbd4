import DaybookEvents

/// The indexes of cards.
extension ViewIndex {
  /// Deck, card.
  package static let deckCard = ViewIndex("k")
  /// Note, card.
  package static let noteCard = ViewIndex("o")
  /// A suspended card.
  package static let suspended = ViewIndex("x")
}

/// The index entries of cards.
enum CardIndex {
  /// Lists those of a card.
  static func list(
    _ row: RowKey, _ shown: borrowing ShownValues, _ bytes: Span<UInt8>,
    _ entries: inout IndexEntries
  ) {
    let card = row.entity
    if let note = shown[.cardNote], note.count == 18 {
      entries.add(.noteCard) {
        $0.append(bigEndian: EntityID(rawValue: bytes.bigEndian128(at: note.lowerBound)).handle)
        $0.append(bigEndian: card.handle)
      }
    }
    guard shown.isLive, let deck = shown[.deck], deck.count == 16 else { return }
    entries.add(.deckCard) {
      $0.append(bigEndian: EntityID(rawValue: bytes.bigEndian128(at: deck.lowerBound)).handle)
      $0.append(bigEndian: card.handle)
    }
    if let suspended = shown[.suspended], bytes.extracting(suspended).isEqual(to: [1].span) {
      entries.add(.suspended) { $0.append(bigEndian: card.handle) }
    }
  }
}
