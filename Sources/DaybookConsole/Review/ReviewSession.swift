package import Daybook
package import DaybookEvents

/// A session of reviewing as a value: which card is asked, what shows of it, what was answered,
/// and what can be taken back. It reads and writes nothing itself: what is to be done to the
/// store it hands out as a ``Deed``, and is told what came of it. The full-screen face and the one
/// line by line share it, and so every rule of reviewing.
package struct ReviewSession: Sendable {
  /// The card a person looks at.
  package struct Asked: Equatable, Sendable {
    /// The card.
    package fileprivate(set) var card: Card
    /// What is seen of it.
    package fileprivate(set) var face: ReviewCardFace
    /// Whether the answer shows.
    package fileprivate(set) var isAnswerShown = false
    /// What was typed before the answer showed.
    package fileprivate(set) var typed: String?
    fileprivate var shownAt: Int64
  }

  /// What a person wants to happen.
  package enum Action: Equatable, Sendable {
    /// The card was remembered so.
    case answer(Answer)
    /// The last thing done is taken back.
    case undo
    /// Not today.
    case bury
    /// Not until it is taken back into review.
    case suspend
    /// Marked with a number, 1 to 7; 0 takes the mark away.
    case flag(Int)
    /// Changed in the editor.
    case edit
  }

  /// What is to be done to the store.
  package enum Deed: Equatable, Sendable {
    /// An answer is recorded.
    case record(EntityID, Answer, milliseconds: UInt64)
    /// The last answer of this machine is taken back.
    case takeBack
    /// A card is buried until tomorrow, or brought back.
    case bury(EntityID, Bool)
    /// A card is taken out of review, or back in.
    case suspend(EntityID, Bool)
    /// A card gets a flag; `before` is what it had, nil where this is taking back.
    case setFlag(EntityID, Int, before: Int?)
    /// A card is opened in the editor.
    case edit(EntityID)
  }

  /// The card that is asked; nil before ``advance(at:studyDay:card:queue:)`` and at the end.
  package private(set) var asked: Asked?
  /// What was answered.
  package private(set) var tally = ReviewTally()
  /// Whether answers count for nothing, and cards come due or not.
  package let isPractice: Bool
  private var queue: ReviewQueue
  private var readAt: Int64
  /// Cards that come before the queue, the next one last: what was taken back, and what it
  /// interrupted.
  private var front: [Card] = []
  /// How to take back what was done, the last thing last.
  private var done: [Deed] = []

  /// How long a queue counts as what the store says: cards come due meanwhile, and other programs
  /// add and change some.
  package static let renewalMilliseconds: Int64 = 30_000

  /// A session with what a store had to show at a time.
  package init(_ queue: ReviewQueue, readAt now: Int64, isPractice: Bool = false) {
    self.queue = queue
    self.isPractice = isPractice
    readAt = now
  }

  /// What is left, the card that is asked included.
  package var left: ReviewCounts {
    var counts = ReviewCounts(
      new: queue.new.count, learning: queue.learning.count, due: queue.reviews.count)
    for card in front { counts.add(card.line) }
    if let asked { counts.add(asked.card.line) }
    return counts
  }

  /// Shows the answer.
  ///
  /// - Parameter typed: what the person typed, where the card asks for it.
  package mutating func showAnswer(typed: String? = nil) {
    asked?.isAnswerShown = true
    asked?.typed = typed
  }

  /// Leaves time out of how long the answer took: the person was elsewhere.
  package mutating func leaveOut(milliseconds: Int64) { asked?.shownAt += max(0, milliseconds) }

  /// What an action does; nil for an answer while only the question shows, and where no card is
  /// asked.
  package func deed(_ action: Action, at now: Int64) -> Deed? {
    guard let asked else { return nil }
    let id = asked.card.id
    switch action {
    case .answer(let answer):
      let milliseconds = UInt64(max(0, now - asked.shownAt))
      return asked.isAnswerShown ? .record(id, answer, milliseconds: milliseconds) : nil
    case .undo: return done.last ?? .takeBack
    case .bury: return .bury(id, true)
    case .suspend: return .suspend(id, true)
    case .flag(let number): return .setFlag(id, number, before: asked.face.flag)
    case .edit: return .edit(id)
    }
  }

  /// Goes on after a deed was done.
  ///
  /// - Parameter card: the card it was done to, as it is now; nil when there was none.
  package mutating func finish(_ deed: Deed, with card: Card?, at now: Int64) {
    switch deed {
    case .record(let id, let answer, let milliseconds):
      tally.note(answer, to: id, milliseconds: milliseconds)
      done.append(.takeBack)
      asked = nil
      if isPractice {
        // Until it is remembered.
        if answer == .again { queue.putLast(id) }
      } else if let card {
        putBack(card, at: now)
      }
    case .takeBack:
      _ = done.popLast()
      guard let card else { return }
      tally.takeBack(card.id)
      askFirst(card, at: now)
    case .bury(let id, let isAway), .suspend(let id, let isAway):
      if isAway {
        done.append(deed.isBurying ? .bury(id, false) : .suspend(id, false))
        asked = nil
      } else {
        _ = done.popLast()
        if let card { askFirst(card, at: now) }
      }
    case .setFlag(let id, _, let before):
      if let before { done.append(.setFlag(id, before, before: nil)) } else { _ = done.popLast() }
      renew(card)
    case .edit: renew(card)
    }
  }

  /// Passes the card by that is asked: it is gone.
  package mutating func drop() { asked = nil }

  /// Asks the next card, where none is asked: steps that are over, what is due, new cards, then
  /// steps that are nearly over. What was deleted, suspended or answered elsewhere meanwhile is
  /// passed by, and what came due meanwhile is taken up.
  ///
  /// - Parameters:
  ///   - card: reads a card; nil when there is none.
  ///   - queue: reads what is to be shown now.
  package mutating func advance(
    at now: Int64, studyDay: Int, card: (EntityID) throws -> Card?,
    queue: () throws -> ReviewQueue
  ) rethrows {
    guard asked == nil else { return }
    while let first = front.popLast() {
      guard let card = try card(first.id), card.isInReview, !card.isBuried(onStudyDay: studyDay)
      else { continue }
      return ask(card, at: now)
    }
    var isFresh = false
    while true {
      if isFresh || isPractice || now - readAt < Self.renewalMilliseconds {
        try askNext(at: now, studyDay: studyDay, card)
        if asked != nil || isFresh || isPractice { return }
      }
      self.queue = try queue()
      (readAt, isFresh) = (now, true)
    }
  }
}

extension ReviewSession {
  private mutating func askNext(
    at now: Int64, studyDay: Int, _ read: (EntityID) throws -> Card?
  ) rethrows {
    var early: Set<EntityID> = []
    while let id = queue.next(at: now) {
      guard let card = try read(id) else { continue }
      if isPractice, card.isInReview { return ask(card, at: now) }
      guard !isPractice, card.isWaiting(at: now, studyDay: studyDay) else { continue }
      // Its step goes on for a while: others first, if there are any.
      if case .instant(let due) = card.due, due > now, queue.count > 0,
        early.insert(id).inserted
      {
        putBack(card, at: now)
        continue
      }
      return ask(card, at: now)
    }
  }

  private mutating func ask(_ card: Card, at now: Int64) {
    asked = Asked(card: card, face: ReviewCardFace(card), shownAt: now)
  }

  /// Asks a card before the one that is asked now, which follows.
  private mutating func askFirst(_ card: Card, at now: Int64) {
    if let asked, asked.card.id != card.id { front.append(asked.card) }
    front.removeAll { $0.id == card.id }
    forget(card.id, at: now)
    front.append(card)
    asked = nil
  }

  /// Shows the card as it is now, on the side that shows.
  private mutating func renew(_ card: Card?) {
    guard let card, card.id == asked?.card.id else { return }
    guard card.isInReview else { return drop() }
    asked?.card = card
    asked?.face = ReviewCardFace(card)
  }

  private mutating func putBack(_ card: Card, at now: Int64) {
    forget(card.id, at: now)
    queue.putBack(card, at: now)
  }

  /// Takes a card off the line of those on steps, where it can be put again.
  private mutating func forget(_ id: EntityID, at now: Int64) {
    queue.putFirst(id)
    _ = queue.next(at: now)
  }
}

extension ReviewSession.Deed {
  fileprivate var isBurying: Bool {
    if case .bury = self { true } else { false }
  }
}

extension Card {
  /// The line it waits in.
  package var line: ReviewCounts.Line {
    switch state {
    case "new": .new
    case "review": .due
    default: .learning
    }
  }

  fileprivate var isInReview: Bool { !isDeleted && !isSuspended }

  /// Whether a session that begins now would show it.
  fileprivate func isWaiting(at now: Int64, studyDay: Int) -> Bool {
    guard isInReview, !isBuried(onStudyDay: studyDay) else { return false }
    return switch due {
    case .instant(let milliseconds): milliseconds <= now + ReviewQueue.learnAheadMilliseconds
    case .date(let date): date.daysSince1970 <= studyDay
    case nil: true
    }
  }
}
