import DaybookEvents
import DaybookText

/// The fields of decks and their cards.
extension Field {
  /// One register for each option of a deck: ``DeckOptionValue``.
  package static let option = Field(42)
  /// The deck that a card is in.
  package static let deck = Field(50)
  /// What a card asks.
  package static let front = Field(51)
  /// What a card answers.
  package static let back = Field(52)
  /// Whether a card is kept out of review until somebody resumes it.
  package static let suspended = Field(53)
  /// How a card's text is read: `basic` or `cloze`.
  package static let cardKind = Field(54)
  /// The item that a card was made for.
  package static let cardItem = Field(55)
  /// The note a card is made of, and which of its cards it is: ``CardOrigin``.
  package static let cardNote = Field(56)
  /// The coloured flag: ``CardFlag``.
  package static let flag = Field(57)
  /// The last study day on which a card is kept out of review.
  package static let buried = Field(58)
  /// What another program had scheduled for a card whose first reviews are not known:
  /// ``CardSeed``.
  package static let seed = Field(59)
}

extension FieldSchema {
  /// What each of them is. Of two machines' burials the later one counts.
  static let ofDecks = [
    FieldSchema(
      field: .option, name: "option",
      form: .made { value, _ in DeckOptionValue(reading: value).map { .option($0) } ?? .none },
      unwritten: .named { written in
        DeckOptionValue(reading: written).map { DeckOptionValue(name: $0.name, value: "").encoded }
      },
      nameInValue: { DeckOptionValue(reading: $0)?.name }),
    FieldSchema(field: .deck, name: "deck", form: .id, unwritten: .never),
    .prose(.front, "front"),
    .prose(.back, "back"),
    FieldSchema(field: .suspended, name: "suspended", form: .flag, unwritten: .empty([0])),
    FieldSchema(
      field: .cardKind, name: "kind", form: .text, unwritten: .word(Array(Card.initialKind.utf8))),
    FieldSchema(field: .cardItem, name: "item", form: .id, unwritten: .empty([])),
    FieldSchema(
      field: .cardNote, name: "note",
      form: .made { value, _ in CardOrigin(reading: value).map { .id($0.note) } ?? .none },
      unwritten: .never, isContestable: false),
    FieldSchema(
      field: .flag, name: "flag", form: .made { value, _ in .number(Int64(value.first ?? 0)) },
      unwritten: .empty([0])),
    FieldSchema(
      field: .buried, name: "buried", form: .made { value, _ in .burial(value) },
      unwritten: .empty(CardFlag.burial(untilAfter: 0)), isContestable: false),
    FieldSchema(
      field: .seed, name: "seed", form: .made { value, _ in .seed(CardSeed(reading: value)) },
      unwritten: .never, isContestable: false),
  ]
}

extension FieldValue {
  /// What another program keeps about a deck says nothing to people but how much it is.
  fileprivate static func option(_ option: DeckOptionValue) -> FieldValue {
    option.name == DeckOptionName.imported.rawValue
      ? .number(Int64(option.value.utf8.count)) : .text(Text(option.value))
  }

  fileprivate static func burial(_ value: [UInt8]) -> FieldValue {
    let day = Int(clamping: value.span.number(1) ?? 0)
    return day == 0 ? .none : .time(.date(CivilDate(clampingDaysSince1970: day)))
  }

  fileprivate static func seed(_ seed: CardSeed) -> FieldValue {
    let parts: [(String, Int64?)] = [
      ("position", seed.position), ("intervalDays", seed.intervalDays),
      ("easePermille", seed.easePermille), ("reviews", seed.reviews), ("lapses", seed.lapses),
    ]
    var named = parts.compactMap { name, number in
      number.map { Named(name: name, value: .number($0)) }
    }
    if let day = seed.dueDay {
      let date = CivilDate(clampingDaysSince1970: Int(clamping: day))
      named.append(Named(name: "due", value: .time(.date(date))))
    }
    return .fields(named)
  }
}

extension RowKind {
  /// A deck.
  package static let deck = RowKind("D")
  /// A card.
  package static let card = RowKind("R")
}

extension RowSchema {
  /// A deck.
  static let deck = RowSchema(
    kind: .deck, name: "deck", fields: [.life, .created, .name, .option], usualFieldCount: 4,
    index: CollectionIndex.list,
    thing: ThingSchema(
      plural: "decks", creates: .deckCreated, edits: .deckRenamed, deletes: .deckDeleted,
      restores: .deckRestored, joins: .deckJoined, registers: [(1, .name)], label: .name,
      isFoundByName: true),
    hasMembers: true)
  /// A card.
  static let card = RowSchema(
    kind: .card, name: "card",
    fields: [
      .life, .created, .deck, .front, .back, .suspended, .cardKind, .cardItem, .cardNote, .flag,
      .buried, .seed,
    ], usualFieldCount: 8, index: CardIndex.list,
    thing: ThingSchema(
      plural: "cards", creates: .cardAdded, edits: .cardEdited, deletes: .cardDeleted,
      restores: .cardRestored, registers: CardChange.registers,
      otherFields: [.deck, .suspended, .flag, .buried], label: .front),
    hasMembers: true)
}

extension ThingKind {
  /// A deck.
  package static let deck = ThingKind(.deck)
  /// A card.
  package static let card = ThingKind(.card)
}

extension ViewName {
  /// Decks, their cards with the reviews of them, and the notes that cards are made of.
  package static let decks = ViewName("decks", number: 2)
}

extension ViewSchema {
  /// Decks, their cards with the reviews of them, and the notes that cards are made of.
  static let decks = ViewSchema(
    name: .decks,
    // 2: as of items, the reviews of a card in one row; cardReviewed, version 2.
    // 3: notes, options, flags; what is computed of cards is a view of its own.
    // 4: reviews that count again, names without a file.
    // 5: joined into others; withdrawn writes; reviews that count for the days of another clock.
    codeVersion: 6, firstCheckedVersion: 6, factVersion: 5,
    rows: [.deck, .card, .reviews, .note, .noteType, .media],
    indexes: [.contested, .name, .joined, .deckCard, .noteCard, .suspended],
    events: [
      .ofThings(.deck),
      EventSchema(
        kinds: [
          .deckOptionsChanged, .cardAdded, .cardEdited, .cardDeleted, .cardRestored, .cardMoved,
          .cardSuspended, .cardResumed, .cardFlagged, .cardBuried, .cardReviewed,
          .reviewRetracted, .reviewReinstated, .reviewDated,
        ],
        reduce: DeckReducer.reduce),
      .ofNotes,
    ])
}
