/// A card, with Anki's own numbers: what they mean depends on the queue.
package struct AnkiCard: Equatable, Sendable {
  /// How far it has come.
  package enum Kind: Int, Equatable, Sendable {
    case new = 0
    case learning = 1
    case review = 2
    case relearning = 3
  }

  /// Where it waits.
  package enum Queue: Int, Equatable, Sendable {
    case buriedByUser = -3
    case buriedByScheduler = -2
    case suspended = -1
    case new = 0
    case learning = 1
    case review = 2
    /// A learning step of a day or more.
    case dayLearning = 3
    case preview = 4
  }

  /// Milliseconds since 1970 when it was made, made unique in a collection.
  package var id: Int
  /// Whose card it is.
  package var noteID: Int
  /// Which deck it is in.
  package var deckID: Int
  /// Which template made it, or which number of a deletion, counted from 0.
  package var ordinal: Int
  /// Seconds since 1970.
  package var modifiedSeconds: Int
  /// ``Kind``, where it is one.
  package var kindNumber: Int
  /// ``Queue``, where it is one.
  package var queueNumber: Int
  /// New: its position. Learning and preview: seconds since 1970. Review and day learning: days
  /// since the collection was made.
  package var due: Int
  /// Days.
  package var interval: Int
  /// The ease of SM-2, in permille.
  package var factor: Int
  /// How often it was answered.
  package var reviews: Int
  /// How often it was forgotten.
  package var lapses: Int
  /// Learning steps that remain; old packages add a thousand times those of today.
  package var left: Int
  /// `due` at home, while it is in a filtered deck; else 0.
  package var homeDue: Int
  /// The deck it came from, while it is in a filtered deck; else 0.
  package var homeDeckID: Int
  /// The lowest three bits are a colour, 0 for none.
  package var flags: Int
  /// JSON, see ``AnkiCardData``; kept as it is.
  package var data: String

  /// A new card.
  package init(id: Int, noteID: Int, deckID: Int, ordinal: Int, modifiedSeconds: Int, due: Int) {
    self.id = id
    self.noteID = noteID
    self.deckID = deckID
    self.ordinal = ordinal
    self.modifiedSeconds = modifiedSeconds
    self.due = due
    (kindNumber, queueNumber, interval, factor, reviews, lapses) = (0, 0, 0, 0, 0, 0)
    (left, homeDue, homeDeckID, flags, data) = (0, 0, 0, 0, "{}")
  }

  /// How far it has come; nil for a number that means nothing.
  package var kind: Kind? { Kind(rawValue: kindNumber) }

  /// Where it waits; nil for a number that means nothing.
  package var queue: Queue? { Queue(rawValue: queueNumber) }

  /// The colour of its flag, 1 to 7; 0 for none.
  package var color: Int { flags & 7 }
}

/// One answer to a card.
package struct AnkiReview: Equatable, Sendable {
  /// What was going on.
  package enum Kind: Int, Equatable, Sendable {
    case learning = 0
    case review = 1
    case relearning = 2
    /// In a filtered deck, ahead of time.
    case filtered = 3
    /// The schedule was set by hand.
    case manual = 4
    /// The schedule was computed anew.
    case rescheduled = 5
  }

  /// Milliseconds since 1970 of the answer, made unique in a collection.
  package var id: Int
  /// Which card.
  package var cardID: Int
  /// 1 to 4: again, hard, good, easy; 0 where nobody answered.
  package var ease: Int
  /// Afterwards: days, or seconds where it is negative.
  package var interval: Int
  /// Before: days, or seconds where it is negative.
  package var lastInterval: Int
  /// The ease of SM-2 in permille, or from 100 to 1,100 the difficulty of FSRS.
  package var factor: Int
  /// How long the answer took.
  package var milliseconds: Int
  /// ``Kind``, where it is one.
  package var kindNumber: Int

  /// An answer.
  package init(
    id: Int, cardID: Int, ease: Int, interval: Int, lastInterval: Int, factor: Int,
    milliseconds: Int, kindNumber: Int
  ) {
    self.id = id
    self.cardID = cardID
    self.ease = ease
    self.interval = interval
    self.lastInterval = lastInterval
    self.factor = factor
    self.milliseconds = milliseconds
    self.kindNumber = kindNumber
  }

  /// What was going on; nil for a number that means nothing.
  package var kind: Kind? { Kind(rawValue: kindNumber) }

  /// The first scheduler asked three things of a learning card: again, good, easy.
  var withFourAnswers: AnkiReview {
    guard kind == .learning || kind == .relearning, ease == 2 || ease == 3 else { return self }
    var review = self
    review.ease += 1
    return review
  }
}
