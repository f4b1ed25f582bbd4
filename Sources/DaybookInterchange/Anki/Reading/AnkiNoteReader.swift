import GRDB

/// A note with everything that belongs to it.
package struct AnkiNoteEntry: Equatable, Sendable {
  /// A card and its answers.
  package struct Card: Equatable, Sendable {
    /// The card.
    package var card: AnkiCard
    /// Its answers, by id.
    package var reviews: [AnkiReview]

    /// A card.
    package init(_ card: AnkiCard, reviews: [AnkiReview] = []) {
      self.card = card
      self.reviews = reviews
    }
  }

  /// The note.
  package var note: AnkiNote
  /// Its cards, by ordinal.
  package var cards: [Card]

  /// A note.
  package init(_ note: AnkiNote, cards: [Card]) {
    self.note = note
    self.cards = cards
  }
}

/// Goes through the notes of a package once, in the order of their ids, with their cards and
/// reviews beside them.
///
/// A bad note is told and passed over with its cards. Memory is that of one note; SQLite sorts the
/// cards and reviews, outside of memory where they are many.
package struct AnkiNoteReader {
  /// What one step brings.
  package enum Step: Equatable, Sendable {
    /// A note.
    case note(AnkiNoteEntry)
    /// Something that is not imported.
    case skipped(AnkiProblem)
  }

  private let limits: AnkiLimits
  private let fieldCounts: [Int: Int]
  private let notes: RowCursor
  private var cards: AnkiRowGroups<AnkiCard>
  private var reviews: AnkiRowGroups<AnkiReview>
  /// The note that was read but not given yet.
  private var ahead: AnkiNoteRow?
  private var steps: [Step] = []

  init(
    _ database: Database, _ noteTypes: [AnkiNoteType], schedulerVersion: Int, _ limits: AnkiLimits
  ) throws {
    self.limits = limits
    fieldCounts = Dictionary(noteTypes.map { ($0.id, $0.fields.count) }) { first, _ in first }
    notes = try Row.fetchCursor(database, sql: AnkiNoteRow.selection)
    cards = try AnkiRowGroups(database, AnkiCard.selection) { AnkiCard($0) }
    reviews = try AnkiRowGroups(database, AnkiReview.selection) {
      schedulerVersion == 1 ? AnkiReview($0).withFourAnswers : AnkiReview($0)
    }
  }

  /// The next note, or the next thing that is passed over; nil at the end.
  ///
  /// - Throws: ``AnkiPackageError``, and errors of the database that become one.
  package mutating func next() throws -> Step? {
    while steps.isEmpty {
      guard try readOn() else { return nil }
    }
    return steps.removeFirst()
  }

  /// Reads one note, or one card whose note is not there. Returns false at the end.
  private mutating func readOn() throws -> Bool {
    if ahead == nil { ahead = try notes.next().map(AnkiNoteRow.init) }
    if let card = try cards.next(before: ahead?.id ?? .max) {
      skip(.card(card.id), .noNote)
      return true
    }
    guard let row = ahead else { return false }
    ahead = nil
    while try reviews.next(before: row.id) != nil {}
    let cardGroup = try cards.group(row.id, limit: limits.cardsOfNote)
    let reviewGroup = try reviews.group(row.id, limit: limits.reviewsOfNote)
    switch row.note(fieldCounts: fieldCounts, sizeLimit: limits.noteSize) {
    case .failure(let problem): skip(.note(row.id), problem.kind)
    case .success(let note):
      if cardGroup.isCut || reviewGroup.isCut {
        skip(.note(row.id), .tooLarge)
      } else {
        let cards = entries(cardGroup.elements, reviewGroup.elements)
        steps.append(.note(AnkiNoteEntry(note, cards: cards)))
      }
    }
    return true
  }

  /// The cards of a note with their reviews, without those whose numbers mean nothing.
  private mutating func entries(
    _ cards: [AnkiCard], _ reviews: [AnkiReview]
  ) -> [AnkiNoteEntry.Card] {
    var reviewsByCard: [Int: [AnkiReview]] = [:]
    for review in reviews {
      if (0...4).contains(review.ease), review.kind != nil,
        (1..<1 << 50).contains(review.id)
      {
        reviewsByCard[review.cardID, default: []].append(review)
      } else {
        skip(.review(review.id), .unknownNumber)
      }
    }
    return cards.compactMap { card in
      guard (0...0xFFFF).contains(card.ordinal) else {
        skip(.card(card.id), .unknownNumber)
        return nil
      }
      return AnkiNoteEntry.Card(card, reviews: reviewsByCard[card.id] ?? [])
    }
  }

  private mutating func skip(_ subject: AnkiProblem.Subject, _ kind: AnkiProblem.Kind) {
    steps.append(.skipped(AnkiProblem(subject: subject, kind: kind)))
  }
}
