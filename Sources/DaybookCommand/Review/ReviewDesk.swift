import Daybook
import DaybookConsole
import DaybookEvents

/// A session of reviewing at a store: does to it what the session says is to be done, and says
/// what came of it. Both faces sit at it.
struct ReviewDesk {
  /// The store.
  let store: Store
  /// The session.
  private(set) var session: ReviewSession
  private let decks: [EntityID]?

  /// Prepares a session of some decks, or of all.
  init(_ store: Store, decks: [EntityID]?) throws {
    self.store = store
    self.decks = decks
    session = ReviewSession(try store.reviewQueue(of: decks), readAt: store.options.now())
  }

  /// Prepares a session to practise some decks.
  init(_ store: Store, practising decks: [EntityID]) throws {
    self.store = store
    self.decks = decks
    session = ReviewSession(
      try store.practiceQueue(of: decks), readAt: store.options.now(), isPractice: true)
  }

  /// The present, milliseconds since 1970.
  var now: Int64 { store.options.now() }

  /// Asks the next card, where none is asked and there is one.
  mutating func advance() throws {
    let (now, day) = (now, try store.studyDay(at: now))
    try session.advance(at: now, studyDay: day) {
      try store.card($0)
    } queue: {
      try store.reviewQueue(of: decks)
    }
  }

  /// Shows the answer.
  mutating func showAnswer(typed: String? = nil) { session.showAnswer(typed: typed) }

  /// Leaves time out of how long the answer took.
  mutating func leaveOut(milliseconds: Int64) { session.leaveOut(milliseconds: milliseconds) }

  /// Does what a person wants.
  ///
  /// - Parameter lending: lends the terminal to the editor.
  /// - Returns: what came of it, in a few words; nil where the action means nothing now.
  mutating func perform(
    _ action: ReviewSession.Action, lending: (() throws -> Bool) throws -> Bool = { try $0() }
  ) throws -> String? {
    guard let deed = session.deed(action, at: now) else { return nil }
    do {
      return try perform(deed, lending)
    } catch let error as StoreError where error.isMissing {
      session.drop()
      return "That card was deleted meanwhile."
    }
  }

  private mutating func perform(
    _ deed: ReviewSession.Deed, _ lending: (() throws -> Bool) throws -> Bool
  ) throws -> String {
    var card: Card?
    var words: String
    switch deed {
    case .record(let id, let answer, let milliseconds):
      let answered = try store.review(
        id, answer, durationMilliseconds: milliseconds, isPractice: session.isPractice)
      let lines = try CardLines(
        Output(isJSON: false, noColor: true), clock: TimeReading(store).clock,
        studyDay: store.studyDay(at: now))
      card = answered
      words =
        session.isPractice
        ? "practised" : "back in \(lines.wait(answered.due, now: now))"
    case .takeBack:
      card = try store.undoReview()
      words = card == nil ? "There is no answer to undo." : "Undid the last answer."
    case .suspend(let id, let isAway):
      try store.suspend([id], isAway)
      (card, words) = (try store.card(id), isAway ? "Suspended." : "Back in review.")
    case .bury(let id, let isAway):
      try store.bury([id], isAway)
      (card, words) = (try store.card(id), isAway ? "Buried until tomorrow." : "Back in review.")
    case .setFlag(let id, let number, _):
      try store.setFlag(number, of: [id])
      (card, words) = (try store.card(id), number == 0 ? "No flag." : "Flag \(number).")
    case .edit(let id):
      let start = now
      let isChanged = try lending { try CardEditor(store, id).run() }
      session.leaveOut(milliseconds: now - start)
      (card, words) = (try store.card(id), isChanged ? "Edited." : "Nothing changed.")
    }
    session.finish(deed, with: card, at: now)
    return words
  }

  /// When the card that is asked would come back, by answer.
  func choices() throws -> [(answer: Answer, due: TimeValue?)] {
    guard let card = session.asked?.card else { return [] }
    let day = try store.studyDay(at: now)
    return Answer.allCases.map { ($0, card.due(after: $0, at: now, studyDay: day)) }
  }

  /// All about the card that is asked.
  func facts(_ output: Output) throws -> [StyledLine] {
    guard let card = session.asked?.card else { return [] }
    let lines = try CardLines(
      output, clock: TimeReading(store).clock, studyDay: store.studyDay(at: now))
    return lines.facts(
      card, handle: try store.shortHandle(of: card.id),
      itemHandle: try card.item.map { try store.shortHandle(of: $0) })
  }
}

extension StoreError {
  /// Whether the card, or its deck, is not there any more.
  fileprivate var isMissing: Bool {
    switch self {
    case .unknownID, .deleted: true
    default: false
    }
  }
}
