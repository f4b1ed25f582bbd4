/// What an event records.
///
/// Raw values are written to disk: add cases at the end of their group, never renumber or reuse
/// one. From 100 on they concern replicas, and from 120 on other events.
public enum EventKind: UInt32, CaseIterable, Sendable {
  /// A new item.
  case itemCaptured = 1
  /// Some fields of an item.
  case itemEdited = 2
  /// An item, deleted.
  case itemDeleted = 3
  /// An item, brought back.
  case itemRestored = 4
  /// A tag put on an item.
  case itemTagged = 5
  /// A tag taken off an item.
  case itemUntagged = 6
  /// An item put into a collection, at a position.
  case itemFiled = 7
  /// An item taken out of a collection.
  case itemUnfiled = 8
  /// An item given another position in a collection.
  case itemMoved = 9

  /// A new collection.
  case collectionCreated = 20
  /// A collection's name.
  case collectionRenamed = 21
  /// A collection, deleted; its items stay.
  case collectionDeleted = 22
  /// A collection, brought back.
  case collectionRestored = 23
  /// A collection whose items belong to another from now on.
  case collectionJoined = 24

  /// A new deck.
  case deckCreated = 40
  /// A deck's name.
  case deckRenamed = 41
  /// A deck, deleted.
  case deckDeleted = 42
  /// A deck, brought back.
  case deckRestored = 43
  /// Some of a deck's options: how it is learned.
  case deckOptionsChanged = 44
  /// A deck whose cards belong to another from now on.
  case deckJoined = 45

  /// A new card in a deck.
  case cardAdded = 60
  /// Some fields of a card.
  case cardEdited = 61
  /// A card, deleted.
  case cardDeleted = 62
  /// A card, brought back.
  case cardRestored = 63
  /// A card put into another deck.
  case cardMoved = 64
  /// A card taken out of review for now.
  case cardSuspended = 65
  /// A suspended card, back in review.
  case cardResumed = 66
  /// An answer to a card.
  case cardReviewed = 67
  /// An answer that shall not count.
  case reviewRetracted = 68
  /// The colour of a card's flag.
  case cardFlagged = 69
  /// A card put off until the next day, or fetched back.
  case cardBuried = 70
  /// A retracted answer that shall count again.
  case reviewReinstated = 71
  /// By which clock answers that came from another program count for their days.
  case reviewDated = 72

  /// What the person set for all their machines.
  case settingChanged = 80

  /// What a program that embeds Daybook records, in a kind of its own, of a thing of its own.
  case customRecorded = 82
  /// A thing of another program, deleted.
  case customDeleted = 83
  /// A thing of another program, brought back.
  case customRestored = 84

  /// What notes of a type consist of, and which cards are made of them.
  case noteTypeDefined = 90
  /// A new note, of which cards are made.
  case noteAdded = 91
  /// Some fields or tags of a note.
  case noteEdited = 92
  /// A note, deleted with its cards.
  case noteDeleted = 93
  /// A note, brought back.
  case noteRestored = 94
  /// A file that notes show, by its name there.
  case mediaAdded = 95
  /// A name that stands for no file any more.
  case mediaRemoved = 96

  /// A replica's clock ran ahead: how its stamps count from one of its events on.
  case clockCorrected = 100

  /// A command taken back, or made again: the first event of the command that does so.
  case commandUndone = 120

  /// All that was known of a thing, erased: the events about it that the command had observed keep
  /// their headers and lose their payloads.
  case thingErased = 121

  /// Writes that count no more in some registers: what decided a conflict, taken back.
  case writesWithdrawn = 122

  /// The name of the case, as JSON and `--kind` show it.
  public var name: String { String(describing: self) }

  /// Whether an erasure takes the payload of such an event: never that of an event that decides
  /// about others, since it could not come back.
  package var isErasable: Bool {
    switch self {
    case .clockCorrected, .commandUndone, .thingErased, .writesWithdrawn: false
    default: true
    }
  }
}
