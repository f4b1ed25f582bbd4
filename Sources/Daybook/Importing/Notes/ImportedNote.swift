package import DaybookEvents
package import DaybookText

/// A type of notes as another program has it.
package struct ImportedNoteType: Sendable {
  /// Its id here, derived from where it comes from.
  package let id: EntityID
  /// What it consists of.
  package let type: NoteType

  /// Describes a type.
  package init(id: EntityID, type: NoteType) {
    self.id = id
    self.type = type
  }
}

/// A deck as another program has it.
package struct ImportedDeck: Sendable {
  /// Its whole name, with `::` between its levels.
  package let name: String
  /// What is set for it.
  package var options: [DeckOptionValue] = []
  /// The deck it is here, one at most; none where its name tells. No optional id, for the reason
  /// that an export of packages has none.
  package var ids: [EntityID] = []

  /// A deck of which nothing is set.
  package init(name: String) { self.name = name }
}

/// A note as another program has it, with its cards.
package struct ImportedNote: Sendable {
  /// A card of a note.
  package struct Card: Sendable {
    /// Which of the note's cards it is, from 0.
    package let ordinal: Int
    /// The whole name of its deck.
    package let deck: String
    /// What had been scheduled.
    package var seed: CardSeed?
    /// Whether it was out of review.
    package var isSuspended = false
    /// The colour of its flag, 0 for none.
    package var flag = 0

    /// A new card in a deck.
    package init(ordinal: Int, deck: String) {
      self.ordinal = ordinal
      self.deck = deck
    }
  }

  /// Its id here, derived from where it comes from.
  package let id: EntityID
  /// What it comes from, the same on every machine and at every import.
  package let source: String
  /// What people call that.
  package var sourceName: String
  /// Where it was found, for messages.
  package let place: ImportPlace
  /// The id of its type.
  package let type: EntityID
  /// The values of its fields, in the order of the type's.
  package var fields: [Text] = []
  /// Names of its tags.
  package var tags: [String] = []
  /// Names of tags whose absence says nothing.
  package var unspokenTags: [String] = []
  /// What that program keeps about it besides.
  package var extras: [ExtraField] = []
  /// Its cards.
  package var cards: [Card] = []
  /// When it was made there, milliseconds since 1970.
  package var createdAt: Int64?
  /// When it was last changed there, milliseconds since 1970: what is older than what was imported
  /// before is passed over.
  package var modifiedAt: Int64?

  /// A note of which nothing is known yet.
  package init(id: EntityID, type: EntityID, source: String, place: ImportPlace) {
    self.id = id
    self.type = type
    self.source = source
    sourceName = source
    self.place = place
  }

  /// Roughly what it takes in memory.
  var byteCount: Int {
    fields.reduce(512) { $0 + $1.bytes.count + 32 } + tags.reduce(0) { $0 + $1.utf8.count + 32 }
      + extras.reduce(0) { $0 + $1.value.count + 64 } + 256 * cards.count
  }
}

/// Some answers to a card as another program has them. They come after the card's note.
package struct ImportedReviews: Sendable {
  /// The most answers of one entry.
  package static let limit = 1000

  /// One answer.
  package struct Answer: Sendable {
    /// Its id here, derived from where it comes from.
    package let id: EntityID
    /// When it was given, milliseconds since 1970.
    package let milliseconds: Int64
    /// Minutes east of UTC there.
    package let offsetMinutes: Int
    /// The hour at which days began there.
    package let rolloverHour: Int
    /// 1 again, 2 hard, 3 good, 4 easy.
    package let grade: UInt8
    /// How long it took.
    package let durationMilliseconds: UInt64
    /// What the card was when it was shown.
    package let shown: Review.Shown
    /// What was scheduled after it.
    package let scheduled: Review.Scheduled

    /// Describes an answer.
    package init(
      id: EntityID, milliseconds: Int64, offsetMinutes: Int, rolloverHour: Int, grade: UInt8,
      durationMilliseconds: UInt64, shown: Review.Shown, scheduled: Review.Scheduled
    ) {
      self.id = id
      self.milliseconds = milliseconds
      self.offsetMinutes = offsetMinutes
      self.rolloverHour = rolloverHour
      self.grade = grade
      self.durationMilliseconds = durationMilliseconds
      self.shown = shown
      self.scheduled = scheduled
    }
  }

  /// The card.
  package let card: EntityID
  /// Its note; of a card by itself, the card.
  package let note: EntityID
  /// The answers, at most ``limit``.
  package let answers: [Answer]

  /// Describes answers.
  package init(card: EntityID, note: EntityID, answers: [Answer]) {
    precondition(answers.count <= Self.limit, "a command holds an entry whole")
    self.card = card
    self.note = note
    self.answers = answers
  }
}

/// A card by itself that went out as a note and comes back as one.
package struct ReturningCard: Sendable {
  /// Its id here.
  package let id: EntityID
  /// Where it was found, for messages.
  package let place: ImportPlace
  /// What is asked there, as HTML; nil where that cannot be told.
  package var front: String?
  /// What is answered there, likewise.
  package var back: String?
  /// When it was last changed there, milliseconds since 1970.
  package var modifiedAt: Int64?

  /// A card of which no text is known.
  package init(id: EntityID, place: ImportPlace) {
    self.id = id
    self.place = place
  }

  /// Roughly what it takes in memory.
  var byteCount: Int { 256 + (front?.utf8.count ?? 0) + (back?.utf8.count ?? 0) }
}
