import ArgumentParser
import Daybook
import DaybookConsole
import DaybookEvents
import DaybookSystem

/// `daybook review`: learn cards.
struct ReviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "review",
    abstract: "Review the cards that are due, then new ones.",
    discussion: """
      EXAMPLES
        daybook review                                      on the whole screen; ? tells the keys
        daybook review Spanish --plain                      line by line, also in pipes
        daybook review Spanish --cram                       practise; no due date moves
        daybook review --answer 7f3a good --seconds 4.2     for scripts, due or not
        daybook review --undo                               take the last answer back
      """)

  @Argument(
    help: "Only this deck and those below it: its name or id.", completion: Completion.decks)
  var deck: Word?
  @Flag(help: "Line by line.") var plain = false
  @Flag(help: "Practise all cards of the deck; no due date moves.") var cram = false
  @Option(
    parsing: .upToNextOption,
    help: "A card and its grade: 1 again, 2 hard, 3 good, 4 easy; the number or the word.")
  var answer: [Word] = []
  @Option(help: "With --answer: how long the answer took.") var seconds: Double?
  @Flag(help: "Undo the last review made on this machine.") var undo = false
  @OptionGroup var expected: ExpectedVersion
  @OptionGroup var store: StoreArguments

  func run() throws {
    guard !undo || (answer.isEmpty && deck == nil), answer.isEmpty || deck == nil else {
      throw UsageError.contradiction("--answer and --undo stand alone, without a deck")
    }
    guard !cram || deck != nil else {
      throw UsageError.missing("the deck to practise")
    }
    guard answer.isEmpty == false || seconds == nil else {
      throw UsageError.contradiction("--seconds belongs to --answer")
    }
    if undo { return try takeBack() }
    if !answer.isEmpty { return try record() }
    let store = try expected.open(store)
    let decks = try deck.map { try store.decks(meantBy: $0.string) }
    try review(
      cram ? ReviewDesk(store, practising: decks ?? []) : ReviewDesk(store, decks: decks))
  }

  private func review(_ desk: ReviewDesk) throws {
    let output = store.output
    guard !plain, FullScreenReview.isPossible(store) else {
      let session = try PlainReview(desk, store).run()
      let left = session.left
      return output.show(session.tally.json(left: left)) {
        [""] + session.tally.summary(left: left.total)
      }
    }
    switch try FullScreenReview(desk, store).run() {
    case .left(let session):
      let left = session.left
      output.show(session.tally.json(left: left)) { session.tally.summary(left: left.total) }
    case .asked(let signal) where signal == FullScreen.interrupt:
      throw ExitCode(ExitStatus.interrupted.rawValue)
    case .asked(let signal): FullScreen.die(of: signal)
    }
  }

  private func record() throws {
    guard answer.count == 2 else { throw UsageError.missing("a card and a grade") }
    guard let grade = Answer(answer[1].string) else {
      throw UsageError.unknownValue(
        option: "The grade", known: Answer.allCases.map { "\($0.number) or \($0.rawValue)" })
    }
    let time = seconds ?? 0
    guard time >= 0, time <= 86_400 else {
      throw UsageError.unknownValue(option: "--seconds", known: ["0 to 86400"])
    }
    let store = try expected.open(store)
    let card = try store.resolve(answer[0], as: .card)
    let answered = try store.review(
      card, grade, durationMilliseconds: UInt64((time * 1000).rounded()))
    let now = store.options.now()
    let lines = try CardLines(
      self.store.output, clock: TimeReading(store).clock, studyDay: store.studyDay(at: now))
    try ThingReport(store, self.store).confirm(
      card, "Answered \(grade.rawValue)", remark: "  back in \(lines.wait(answered.due, now: now))")
  }

  private func takeBack() throws {
    let store = try expected.open(store)
    guard let card = try store.undoReview() else { throw UsageError.noReview }
    try ThingReport(store, self.store).confirm(card.id, "Undid the last answer to")
  }
}
