import Daybook
import DaybookConsole
import DaybookEvents
import DaybookSystem

/// Reviewing line by line: shows a question, waits, shows the answer, asks how it went.
struct ReviewSession {
  private let store: Store
  private let arguments: StoreArguments
  private var queue = ReviewQueue()
  private var tally = ReviewTally()

  /// Prepares a session of some decks, or of all.
  init(_ store: Store, _ arguments: StoreArguments, decks: [EntityID]?) throws {
    self.store = store
    self.arguments = arguments
    let now = store.options.now()
    let day = try store.studyDay(at: now)
    queue = try store.read { moment, transaction in
      let all = try moment.decks(at: now, studyDay: day, transaction).filter { !$0.isDeleted }
      return try moment.reviewQueue(
        of: decks ?? all.map(\.id), at: now, studyDay: day, transaction)
    }
  }

  /// Goes on until nothing is left, the person stops, or the input ends.
  func run() throws {
    var session = self
    try session.reviewAll()
  }

  private mutating func reviewAll() throws {
    if queue.count > 0 {
      say(
        "\(queue.learning.count) learning, \(queue.reviews.count) due, \(queue.new.count) new."
          + "  Enter shows the answer, q stops.")
    }
    var isGoingOn = true
    while isGoingOn, let id = queue.next(at: store.options.now()) {
      let found = try store.read { try $0.card(id, $1) }
      // It may have been deleted or suspended elsewhere meanwhile.
      guard let card = found, !card.isDeleted, !card.isSuspended else { continue }
      isGoingOn = try review(card)
    }
    let output = arguments.output
    output.show(tally.json(left: queue)) { ["", tally.summary(left: queue.count)] }
  }

  /// Asks one card.
  ///
  /// - Returns: whether to go on.
  private mutating func review(_ card: Card) throws -> Bool {
    say("")
    say(arguments.output.style.marked(VisibleText.lines(card.question.bytes), .bold))
    let start = store.options.now()
    guard let pause = try readLine(), !Self.isStop(pause) else { return putBack(card) }
    say(VisibleText.lines(card.answer.bytes))
    say(try choices(card))
    while let line = try readLine() {
      if Self.isStop(line) { break }
      if line == "u" || line == "undo" {
        try takeBack(card)
        return true
      }
      guard let answer = Answer(line) else {
        say("Type 1 to 4, u to take the last answer back, or q to stop.")
        continue
      }
      try record(answer, to: card, since: start)
      return true
    }
    return putBack(card)
  }

  private mutating func record(_ answer: Answer, to card: Card, since start: Int64) throws {
    let now = store.options.now()
    let milliseconds = UInt64(max(0, now - start))
    let answered = try store.review(card.id, answer, durationMilliseconds: milliseconds)
    tally.note(answer, milliseconds: milliseconds)
    queue.putBack(answered, at: now)
    let lines = try cardLines(now)
    say(arguments.output.style.marked("back in \(lines.wait(answered.due, now: now))", .dim))
  }

  private mutating func takeBack(_ current: Card) throws {
    queue.putFirst(current.id)
    guard let card = try store.undoReview() else {
      say("There is no answer to take back.")
      return
    }
    say("Took back the last answer.")
    tally.takeBack()
    queue.putFirst(card.id)
  }

  private mutating func putBack(_ card: Card) -> Bool {
    queue.putFirst(card.id)
    return false
  }

  private func choices(_ card: Card) throws -> String {
    let now = store.options.now()
    let lines = try cardLines(now)
    let day = try store.studyDay(at: now)
    return Answer.allCases.map { answer in
      let due = card.due(after: answer, at: now, studyDay: day)
      return "\(answer.number) \(answer.rawValue) (\(lines.wait(due, now: now)))"
    }.joined(separator: "   ")
  }

  private func cardLines(_ now: Int64) throws -> CardLines {
    try CardLines(
      arguments.output, clock: TimeReading(store).clock, studyDay: store.studyDay(at: now))
  }

  /// The next line without white space around it, in lower case; nil at the end.
  private func readLine() throws -> String? {
    guard let bytes = try StandardInput.readLine(limit: 65_536) else { return nil }
    let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    return words.joined(separator: " ").lowercased()
  }

  private static func isStop(_ line: String) -> Bool { line == "q" || line == "quit" }

  /// What belongs to the conversation: beside the document where one is wanted.
  private func say(_ line: String) {
    if arguments.json { Console.note(line) } else { Console.print(line) }
  }
}
