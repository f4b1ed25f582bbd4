import DaybookInterchange

/// A package with some of everything, made here so that the tests need no file from elsewhere.
extension WholePackage {
  static let baseID = 1_700_000_000_000
  static let baseSeconds = 1_700_000_000

  /// - Parameter count: How many notes, every third of them with deletions.
  static func rich(notes count: Int = 12) -> WholePackage {
    var package = WholePackage(
      collection: AnkiCollection(
        createdSeconds: 1_699_930_800, modifiedMilliseconds: baseID, creationMinutesWest: -60))
    package.noteTypes = [twoSided, cloze]
    var hard = AnkiDeckOptions(id: baseID + 1, name: "Hard", modifiedSeconds: baseSeconds)
    hard.learningStepMinutes = [1, 10, 1_440]
    hard.setParameters((0..<21).map { 0.5 + Double($0) / 4 })
    hard.desiredRetention = 0.85
    (hard.newPerDay, hard.reviewsPerDay, hard.leechThreshold) = (7, 99, 5)
    (hard.leechAction, hard.buriesNew, hard.buriesReviews) = (.suspend, true, true)
    (hard.insertsNewAtRandom, hard.newGatherPriority, hard.newSortOrder) = (true, 1, 2)
    package.options = [AnkiDeckOptions(id: 1, name: "Default", modifiedSeconds: 0), hard]
    package.decks = [
      AnkiDeck(id: 1, name: "Default", modifiedSeconds: 0),
      AnkiDeck(id: baseID + 2, name: "Żółw", modifiedSeconds: baseSeconds),
      AnkiDeck(
        id: baseID + 3, name: "Żółw::Deep & deeper", modifiedSeconds: baseSeconds,
        optionsID: hard.id, description: "All \"of\" it", desiredRetention: 0.8),
    ]
    package.entries = (0..<count).map(entry)
    package.media = [
      "dot.png": [0x89, 0x50, 0x4E, 0x47], "_style.css": Array(".card { color: red }".utf8),
      "kraków zdjęcie.png": Array("not really a picture".utf8),
      "empty.mp3": [],
    ]
    return package
  }

  private static let twoSided: AnkiNoteType = {
    var type = AnkiNoteType(
      id: 1_500_000_000_001, name: "Daybook Basic", modifiedSeconds: baseSeconds,
      css: "@import url('_style.css'); .card { font-size: 20px }", sortField: 1,
      fields: [AnkiField("Front"), AnkiField("Back"), AnkiField("Ünrelated")],
      templates: [
        AnkiTemplate("Card 1", question: "{{Front}}", answer: "{{FrontSide}}<hr>{{Back}}"),
        AnkiTemplate("Card 2", question: "{{Back}}", answer: "{{Front}}"),
      ])
    type.templates[1].deckID = baseID + 3
    return type
  }()

  private static let cloze = AnkiNoteType(
    id: 1_500_000_000_002, name: "Daybook Cloze", modifiedSeconds: baseSeconds, kind: .cloze,
    css: ".cloze { color: blue }", fields: [AnkiField("Text"), AnkiField("Extra")],
    templates: [
      AnkiTemplate("Cloze", question: "{{cloze:Text}}", answer: "{{cloze:Text}} {{Extra}}")
    ])

  private static func entry(_ index: Int) -> AnkiNoteEntry {
    let id = baseID + 1_000 + index
    let isCloze = index % 3 == 2
    let fields =
      isCloze
      ? ["{{c1::Warsaw}} lies on the {{c2::Vistula::river}} \(index)", ""]
      : ["Question \(index) <b>&amp;</b> <img src=\"dot.png\">", "Answer\t\(index) 🧮", "ünd\nso"]
    let note = AnkiNote(
      id: id, guid: AnkiNote.guid(of: Array("guid\(index)".utf8)),
      noteTypeID: isCloze ? cloze.id : twoSided.id, modifiedSeconds: baseSeconds + index,
      tags: index.isMultiple(of: 2) ? ["geo::capital", "żaba"] : [], fields: fields)
    let cards = (0..<2).map { ordinal in card(of: id, index, ordinal) }
    return AnkiNoteEntry(note, cards: cards)
  }

  private static func card(of noteID: Int, _ index: Int, _ ordinal: Int) -> AnkiNoteEntry.Card {
    var card = AnkiCard(
      id: baseID + 100_000 + 2 * index + ordinal, noteID: noteID,
      deckID: ordinal == 0 ? baseID + 2 : baseID + 3, ordinal: ordinal,
      modifiedSeconds: baseSeconds + index, due: index + 1)
    guard ordinal == 0, index % 4 != 0 else {
      if index % 5 == 0 { card.queueNumber = AnkiCard.Queue.suspended.rawValue }
      return AnkiNoteEntry.Card(card)
    }
    (card.kindNumber, card.queueNumber, card.due, card.interval) = (2, 2, 3 + index, 2 + index)
    (card.factor, card.reviews, card.lapses, card.flags) = (2_300, 3, index % 2, index % 8)
    var data = AnkiCardData()
    (data.position, data.stability, data.difficulty) = (index, 12.5 + Double(index), 6.25)
    (data.desiredRetention, data.decay) = (0.85, 0.154)
    let reviews = (0..<3).map { step in
      AnkiReview(
        id: baseID + 1_000_000 + 10 * index + step, cardID: card.id, ease: 3 - step % 2,
        interval: step == 0 ? -600 : step, lastInterval: step == 0 ? 0 : -600,
        factor: step == 2 ? 2_300 : 100, milliseconds: 4_000 + step, kindNumber: step == 0 ? 0 : 1)
    }
    data.lastReviewSeconds = (reviews.last?.id ?? 0) / 1_000
    card.data = data.text
    return AnkiNoteEntry.Card(card, reviews: reviews)
  }
}
