import Daybook
import DaybookConsole
import DaybookEvents
import DaybookSystem

/// Reviewing line by line, for screen readers and pipes: shows a question, waits, shows the
/// answer, asks how it went.
struct PlainReview {
  private let arguments: StoreArguments
  private var desk: ReviewDesk

  /// Sits down at a desk.
  init(_ desk: ReviewDesk, _ arguments: StoreArguments) {
    self.desk = desk
    self.arguments = arguments
  }

  /// Goes on until nothing is left, the person stops, or the input ends.
  ///
  /// - Returns: the session as it ended.
  func run() throws -> ReviewSession {
    var review = self
    try review.reviewAll()
    return review.desk.session
  }

  private mutating func reviewAll() throws {
    let left = desk.session.left
    if left.total > 0 {
      say(
        "\(left.learning) learning, \(left.due) due, \(left.new) new."
          + "  Enter shows the answer, q stops, ? tells the rest.")
    }
    try desk.advance()
    while let asked = desk.session.asked, try review(asked) { try desk.advance() }
  }

  /// Asks one card, or shows the other side of it.
  ///
  /// - Returns: whether to go on.
  private mutating func review(_ asked: ReviewSession.Asked) throws -> Bool {
    guard asked.isAnswerShown else { return try ask(asked) }
    while let line = try readLine() {
      if Self.isStop(line) { return false }
      if try take(line) { return true }
      say("Type 1 to 4, u to take the last answer back, q to stop, or ? for the rest.")
    }
    return false
  }

  /// - Returns: whether to go on.
  private mutating func ask(_ asked: ReviewSession.Asked) throws -> Bool {
    say("")
    show(asked.face.question, .bold)
    let typing = asked.face.expectedTyping != nil
    if typing { say("Type the answer; a line that begins with / is a word such as /q or /u.") }
    while true {
      guard let bytes = try readBytes() else { return false }
      let typed = String(decoding: bytes, as: UTF8.self)
      if !typing || typed.hasPrefix("/") {
        let line = Self.words(typing ? String(typed.dropFirst()) : typed)
        if Self.isStop(line) { return false }
        // A grade means nothing yet: as any other line it asks for the answer.
        if Answer(line) == nil, try take(line) {
          if desk.session.asked?.card.id != asked.card.id { return true }
          continue
        }
      }
      desk.showAnswer(typed: typing ? typed : nil)
      break
    }
    show(asked.face.answer(typed: desk.session.asked?.typed))
    say(try choices())
    return true
  }

  /// Does what a line says.
  ///
  /// - Returns: whether it said something.
  private mutating func take(_ line: String) throws -> Bool {
    if let action = Self.action(line) {
      guard let words = try perform(action) else { return false }
      say(arguments.output.style.marked(words, .dim))
      return true
    }
    switch line {
    case "i": show(try desk.facts(arguments.output))
    case "?", "help": show(ReviewHelp.words)
    default: return false
    }
    return true
  }

  private mutating func perform(_ action: ReviewSession.Action) throws -> String? {
    guard action != .edit || arguments.mayAsk else { return "There is no terminal for an editor." }
    do {
      return try desk.perform(action)
    } catch let error as EditorError {
      return error.explanation.sentences
    }
  }

  private static func action(_ line: String) -> ReviewSession.Action? {
    if let answer = Answer(line) { return .answer(answer) }
    if line.first == "*", let number = Int(line.dropFirst()), (0...7).contains(number) {
      return .flag(number)
    }
    return switch line {
    case "u", "undo": .undo
    case "-", "bury": .bury
    case "@", "suspend": .suspend
    case "e", "edit": .edit
    default: nil
    }
  }

  private func choices() throws -> String {
    let lines = try CardLines(
      arguments.output, clock: TimeReading(desk.store).clock,
      studyDay: desk.store.studyDay(at: desk.now))
    return try desk.choices().map { answer, due in
      "\(answer.number) \(answer.rawValue) (\(lines.wait(due, now: desk.now)))"
    }.joined(separator: "   ")
  }

  /// The next line without white space around it, in lower case; nil at the end.
  private func readLine() throws -> String? {
    try readBytes().map { Self.words(String(decoding: $0, as: UTF8.self)) }
  }

  private static func words(_ line: String) -> String {
    line.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
  }

  /// The next line; nil at the end, and where nobody may be asked.
  private func readBytes() throws -> [UInt8]? {
    if arguments.noInput, Terminal.isInteractive(Terminal.input) { return nil }
    return try StandardInput.readLine(limit: 65_536)
  }

  private static func isStop(_ line: String) -> Bool { line == "q" || line == "quit" }

  private func show(_ lines: [StyledLine], _ marks: Style.Mark...) {
    let style = arguments.output.style
    for line in lines { say(style.marked(line.rendered(style), marks)) }
  }

  /// What belongs to the conversation: beside the document where one is wanted.
  private func say(_ line: String) {
    if arguments.json { Console.note(line) } else { Console.print(line) }
  }
}
