import DaybookEvents

/// One thing to bring in.
package enum ImportEntry: Sendable {
  /// An item of another program.
  case item(ImportedItem)
  /// A vault whose notes follow.
  case vault(KnownVault)
  /// What an export of a store took out, and where it was found.
  case portable(PortableEntry, ImportPlace)
  /// A type of notes; before its notes.
  case noteType(ImportedNoteType)
  /// A deck; before its cards.
  case deck(ImportedDeck)
  /// A file that notes show, whose content is here.
  case media(MediaFile)
  /// A note with its cards.
  case note(ImportedNote)
  /// A card by itself that went out to another program as a note, and is back.
  case card(ReturningCard)
  /// Answers to a card; after its note.
  case reviews(ImportedReviews)

  /// What it is about.
  var subject: PortableEntry.Subject {
    switch self {
    case .item(let item): PortableEntry.Subject(row: RowKey(.item, item.id))
    case .vault(let vault): PortableEntry.Subject(row: RowKey(.setting, vault.setting.entity))
    case .portable(let entry, _): entry.subject
    case .noteType(let type): PortableEntry.Subject(row: RowKey(.noteType, type.id))
    case .deck(let deck):
      PortableEntry.Subject(row: RowKey(.deck, EntityID(name: "deck", folded(deck.name))))
    case .media(let file): PortableEntry.Subject(row: RowKey(.media, MediaFile.id(file.name)))
    case .note(let note): PortableEntry.Subject(row: RowKey(.note, note.id))
    case .card(let card): PortableEntry.Subject(row: RowKey(.card, card.id))
    case .reviews(let reviews):
      PortableEntry.Subject(
        row: RowKey(.reviews, reviews.card), review: reviews.answers.first?.id)
    }
  }

  /// Roughly what it takes in memory.
  var byteCount: Int {
    switch self {
    case .item(let item):
      (item.fields.title?.bytes.count ?? 0) + (item.fields.body?.bytes.count ?? 0)
        + item.fields.extras.reduce(256) { $0 + $1.value.count + 64 }
    case .portable(.thing(let thing), _): thing.byteCount
    case .portable(.noteType(let type), _): type.byteCount
    case .portable, .deck, .media, .vault: 256
    case .noteType(let type): type.type.payload.count + 256
    case .note(let note): note.byteCount
    case .card(let card): card.byteCount
    case .reviews(let reviews): 256 * reviews.answers.count
    }
  }
}
