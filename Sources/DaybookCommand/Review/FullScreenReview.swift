import Daybook
import DaybookConsole
import DaybookEvents
import DaybookSystem
import Synchronization

/// Reviewing on the whole screen, with keys as in Anki.
struct FullScreenReview {
  private let arguments: StoreArguments
  private var desk: ReviewDesk
  private var screen = ReviewScreen()
  private var painter: FramePainter
  private var decoder = KeyDecoder()
  private var isAskingFlag = false
  /// The card the screen shows, to notice another one.
  private var shown: EntityID?

  /// How long a byte that may begin a key waits for the rest, as in other programs.
  private static let escapeMilliseconds = 50

  /// How it ended.
  enum End {
    /// By itself: nothing was left, or the person left.
    case left(ReviewSession)
    /// Somebody asked the program to end.
    case asked(signal: Int32)
  }

  /// Whether there is a terminal that can place characters, and somebody who may be asked.
  static func isPossible(_ arguments: StoreArguments) -> Bool {
    let terminal = Host.environment("TERM") ?? ""
    return arguments.mayAsk && !terminal.isEmpty && terminal != "dumb"
  }

  /// Sits down at a desk.
  init(_ desk: ReviewDesk, _ arguments: StoreArguments) {
    self.desk = desk
    self.arguments = arguments
    painter = FramePainter(arguments.output.style)
  }

  /// Goes on until nothing is left or the person leaves. The terminal is as it was then.
  func run() throws -> End {
    var review = self
    try review.desk.advance()
    guard review.desk.session.asked != nil else { return .left(review.desk.session) }
    let notes = Notes()
    // They count as well when the screen that covered them is gone.
    defer { for note in notes.all { Console.note(note) } }
    return try Console.takingNotes(notes.take) {
      try FullScreen.run { try review.converse($0, notes) }
    }
  }

  private mutating func converse(_ terminal: FullScreen, _ notes: Notes) throws -> End {
    while true {
      try desk.advance()
      guard desk.session.asked != nil else { return .left(desk.session) }
      try refresh(terminal)
      if let note = notes.takeNew() {
        screen.message = note
        painter.forget()
      }
      guard try paint(terminal) else { return .left(desk.session) }
      let timeout = decoder.isPending ? Self.escapeMilliseconds : nil
      let event = try terminal.next(timeoutMilliseconds: timeout)
      switch event {
      case .bytes(let bytes):
        if let end = try take(decoder.keys(bytes), terminal) { return end }
      case .quiet:
        if let end = try take(decoder.flush(), terminal) { return end }
      case .resized: continue
      case .resumed(let milliseconds):
        desk.leaveOut(milliseconds: milliseconds)
        painter.forget()
      case .asked(let signal): return .asked(signal: signal)
      case .closed: return .left(desk.session)
      }
    }
  }

  /// - Returns: False if nobody is there any more.
  private mutating func paint(_ terminal: FullScreen) throws -> Bool {
    let size = terminal.size
    let layout = screen.layout(size)
    screen.scroll = layout.scroll
    return try terminal.write(painter.bytes(for: layout.frame, size))
  }

  /// Brings the screen up to what the session says.
  private mutating func refresh(_ terminal: FullScreen) throws {
    guard let asked = desk.session.asked else { return }
    if shown != asked.card.id || (screen.answer != nil && !asked.isAnswerShown) {
      shown = asked.card.id
      screen.scroll = 0
      screen.field = asked.face.expectedTyping.map { _ in LineEditor() }
      screen.isTyping = screen.field != nil
    }
    screen.deckName = VisibleText.line(asked.card.deckName.bytes)
    screen.left = desk.session.left
    screen.line = asked.card.line
    screen.done = desk.session.tally.count
    screen.flag = asked.face.flag
    screen.question = asked.face.question
    let isNewSide = asked.isAnswerShown && screen.answer == nil
    screen.answer = asked.isAnswerShown ? asked.face.answer(typed: asked.typed) : nil
    screen.buttons = []
    if asked.isAnswerShown {
      let (now, day) = (desk.now, try desk.store.studyDay(at: desk.now))
      screen.buttons = try desk.choices().map { answer, due in
        ReviewScreen.Button(
          number: answer.number, name: answer.rawValue,
          interval: ShortInterval.text(due, now: now, studyDay: day))
      }
    }
    if isNewSide { screen.scroll = screen.scrollToAnswer(terminal.size) }
  }
}

extension FullScreenReview {
  /// - Returns: how it ended, where a key ends it.
  private mutating func take(_ keys: [Key], _ terminal: FullScreen) throws -> End? {
    for key in keys {
      if let end = try take(key, terminal) { return end }
      // The next key may be meant for the next card.
      try desk.advance()
      guard desk.session.asked != nil else { return .left(desk.session) }
      try refresh(terminal)
    }
    return nil
  }

  private mutating func take(_ key: Key, _ terminal: FullScreen) throws -> End? {
    if key == .control("c") { return .asked(signal: FullScreen.interrupt) }
    if key == .control("l") { painter.forget() }
    if scroll(key, terminal) { return nil }
    if screen.page != nil {
      (screen.page, screen.scroll) = (nil, 0)
      return nil
    }
    screen.message = nil
    if isAskingFlag {
      isAskingFlag = false
      if case .character(let digit) = key, let number = digit.wholeNumberValue, number <= 7 {
        try perform(.flag(number), terminal)
      }
      return nil
    }
    if screen.isTyping, screen.answer == nil, try type(key) { return nil }
    switch key {
    case .escape, .character("q"): return .left(desk.session)
    case .enter, .character(" "):
      if screen.answer == nil {
        desk.showAnswer(typed: screen.field?.text)
      } else {
        try perform(.answer(.good), terminal)
      }
    case .tab: screen.isTyping = screen.field != nil && screen.answer == nil
    case .help: open(ReviewHelp.page)
    case .character(let character): try take(character, terminal)
    default: break
    }
    return nil
  }

  private mutating func take(_ character: Character, _ terminal: FullScreen) throws {
    switch character {
    case "u": try perform(.undo, terminal)
    case "e": try perform(.edit, terminal)
    case "-": try perform(.bury, terminal)
    case "@": try perform(.suspend, terminal)
    case "*":
      isAskingFlag = true
      screen.message = "Which flag? 1 to 7, 0 for none"
    case "?": open(ReviewHelp.page)
    case "i":
      open(ReviewScreen.Page(title: "This card", lines: try desk.facts(arguments.output)))
    default:
      guard let answer = Answer(String(character)) else { return }
      guard screen.answer != nil else {
        screen.message = "Look at the answer first: Space shows it."
        return
      }
      try perform(.answer(answer), terminal)
    }
  }

  /// Types into the field.
  ///
  /// - Returns: whether the key belonged there.
  private mutating func type(_ key: Key) throws -> Bool {
    switch key {
    case .tab:
      screen.isTyping = false
      return true
    case .enter, .escape: return false
    default: return screen.field?.take(key) ?? false
    }
  }

  private mutating func open(_ page: ReviewScreen.Page) {
    screen.page = page
    screen.scroll = 0
  }

  /// - Returns: whether the key scrolls.
  private mutating func scroll(_ key: Key, _ terminal: FullScreen) -> Bool {
    let isInField = screen.isTyping && screen.answer == nil && screen.page == nil
    let page = max(1, screen.layout(terminal.size).height - 1)
    switch key {
    case .up: screen.scroll -= 1
    case .down: screen.scroll += 1
    case .pageUp: screen.scroll -= page
    case .pageDown: screen.scroll += page
    case .home where !isInField: screen.scroll = 0
    case .end where !isInField: screen.scroll = .max / 2
    default: return false
    }
    screen.scroll = screen.layout(terminal.size).scroll
    return true
  }

  private mutating func perform(
    _ action: ReviewSession.Action, _ terminal: FullScreen
  ) throws {
    do {
      screen.message = try desk.perform(action) { body in
        painter.forget()
        return try terminal.lend(body)
      }
    } catch let error as EditorError {
      // The status line may be too short for where the text is kept: it is said again at the end.
      Console.note(error.explanation.sentences)
    } catch let error {
      // Another program went on writing: the person can try again, or leave.
      guard let failure = StoreFailure(error), failure.exitStatus == .tryLater else { throw error }
      screen.message = failure.explanation.sentences
    }
  }
}

/// Messages that come while the screen is covered: shown on its last line at once, also while the
/// program waits for something, and kept for the end.
private final class Notes: Sendable {
  private struct Held {
    var all: [String] = []
    var shown = 0
  }

  private let held = Mutex(Held())

  var all: [String] { held.withLock(\.all) }

  func take(_ note: String) {
    held.withLock { $0.all.append(note) }
    guard let size = Terminal.size() else { return }
    let line = VisibleText.line(note).truncated(toDisplayWidth: size.columns - 1)
    // A terminal that is gone is noticed where keys are read.
    _ = try? Terminal.write(Array("\u{1B}[\(size.rows);1H\u{1B}[K \(line)".utf8))
  }

  /// The last note that was not yet taken so.
  func takeNew() -> String? {
    held.withLock { held in
      defer { held.shown = held.all.count }
      return held.shown < held.all.count ? held.all.last : nil
    }
  }
}
