import Daybook
import DaybookConsole
import DaybookEvents
import DaybookSystem
import Synchronization
import Testing

/// A store with a clock that a test moves, and a session at it.
private final class Studying {
  let store: Store
  let deck: EntityID
  var session = ReviewSession(ReviewQueue(), readAt: 0)

  init(_ fronts: String...) throws {
    let clock = Clock()
    var random = SystemRandomNumberGenerator()
    var options = StoreOptions(replicaName: "desk")
    options.now = { clock.time.withLock(\.self) }
    options.offsetMinutes = { _ in 0 }
    store = try Store.open(
      at: "\(Host.temporaryFolder)/daybook-review-\(random.next())", options: options)
    deck = try store.createDeck(named: "Spanish")
    self.clock = clock
    for front in fronts { try add(front) }
    try begin()
  }

  deinit {
    try? FileSystem.removeRecursively(store.path)  // only tidying up
  }

  private final class Clock: Sendable {
    let time = Mutex<Int64>(1_780_000_000_000)
  }
  private let clock: Clock

  var now: Int64 { store.options.now() }

  func wait(minutes: Int64) { clock.time.withLock { $0 += minutes * 60_000 } }

  @discardableResult
  func add(_ front: String) throws -> EntityID {
    wait(minutes: 1)  // so that ids follow each other
    var change = CardChange()
    (change.front, change.back) = (Text(front), Text(front.uppercased()))
    return try store.addCard(change, to: deck)
  }

  func begin() throws {
    session = ReviewSession(try store.reviewQueue(), readAt: now)
    try advance()
  }

  func advance() throws {
    try session.advance(at: now, studyDay: try store.studyDay(at: now)) {
      try store.card($0)
    } queue: {
      try store.reviewQueue()
    }
  }

  /// What is asked.
  var asked: String? { session.asked?.card.front.string }

  /// Does what the session says, as a face would.
  @discardableResult
  func act(_ action: ReviewSession.Action) throws -> ReviewSession.Deed? {
    guard let deed = session.deed(action, at: now) else { return nil }
    var card: Card?
    switch deed {
    case .record(let id, let answer, _): card = try store.review(id, answer)
    case .takeBack: card = try store.undoReview()
    case .suspend(let id, let isAway):
      try store.suspend([id], isAway)
      card = try store.card(id)
    case .bury(let id, let isAway):
      try store.bury([id], isAway)
      card = try store.card(id)
    case .setFlag(let id, let number, _):
      try store.setFlag(number, of: [id])
      card = try store.card(id)
    case .edit(let id): card = try store.card(id)
    }
    session.finish(deed, with: card, at: now)
    try advance()
    return deed
  }

  func answer(_ answer: Answer) throws {
    session.showAnswer()
    try act(.answer(answer))
  }
}

struct ReviewSessionTests {
  @Test func `an answer counts once the answer shows, with the time it took`() throws {
    let desk = try Studying("one", "two")
    #expect(desk.asked == "one")
    #expect(try desk.act(.answer(.good)) == nil)
    desk.session.showAnswer()
    let id = try #require(desk.session.asked?.card.id)
    desk.wait(minutes: 3)
    desk.session.leaveOut(milliseconds: 60_000)
    #expect(try desk.act(.answer(.easy)) == .record(id, .easy, milliseconds: 120_000))
    #expect(desk.asked == "two")
    #expect(desk.session.asked?.isAnswerShown == false)
    #expect(desk.session.tally.count == 1)
    #expect(desk.session.left == ReviewCounts(new: 1))
  }

  @Test func `a card on a step comes back when the step is over, before new cards`() throws {
    let desk = try Studying("one", "two", "three")
    try desk.answer(.again)
    #expect(desk.asked == "two")
    #expect(desk.session.left == ReviewCounts(new: 2, learning: 1))
    desk.wait(minutes: 2)
    try desk.answer(.easy)
    #expect(desk.asked == "one")
  }

  @Test func `a step that is nearly over is shown when nothing else is left`() throws {
    let desk = try Studying("one", "two")
    try desk.answer(.good)
    try desk.answer(.again)
    // "two" comes back in a minute, "one" in ten.
    #expect(desk.asked == "two")
    try desk.answer(.easy)
    #expect(desk.asked == "one")
    try desk.answer(.easy)
    #expect(desk.asked == nil)
    #expect(desk.session.left == ReviewCounts())
  }

  @Test func `what came meanwhile is asked, after half a minute or at the end`() throws {
    let desk = try Studying("one", "two")
    try desk.add("three")
    try desk.answer(.easy)
    #expect(desk.session.left == ReviewCounts(new: 2), "a minute has passed")
    try desk.answer(.easy)
    #expect(desk.asked == "three")
    try desk.add("four")
    try desk.answer(.easy)
    #expect(desk.asked == "four")
    try desk.answer(.easy)
    #expect(desk.asked == nil)
  }

  @Test func `what was answered elsewhere is not asked again`() throws {
    let desk = try Studying("one", "two", "three")
    let ids = try desk.store.cards().map(\.id)
    try desk.store.review(ids[1], .easy)
    try desk.store.suspend([ids[2]])
    try desk.answer(.easy)
    #expect(desk.asked == nil)
  }

  @Test func `a step that was made longer elsewhere waits its turn`() throws {
    let desk = try Studying("one", "two", "three")
    let ids = try desk.store.cards().map(\.id)
    try desk.store.review(ids[1], .good)  // ten minutes from now, and still in the line of new ones
    try desk.answer(.easy)
    #expect(desk.asked == "three")
    try desk.answer(.easy)
    #expect(desk.asked == "two")
  }

  @Test func `everything done is taken back, the last thing first, and asked again`() throws {
    let desk = try Studying("one", "two", "three")
    try desk.answer(.easy)
    try desk.act(.suspend)
    #expect(desk.asked == "three")
    try desk.answer(.again)
    // The step of a minute is all that is left.
    #expect(desk.asked == "three")
    for expected in ["three", "two", "one"] {
      try desk.act(.undo)
      #expect(desk.asked == expected)
    }
    #expect(desk.session.left == ReviewCounts(new: 3))
    #expect(desk.session.tally.count == 0)
    #expect(try desk.store.cards().allSatisfy { $0.state == "new" && !$0.isSuspended })
    #expect(try desk.act(.undo) == .takeBack, "there may be answers of an earlier session")
    #expect(desk.asked == "one")
    for expected in ["two", "three"] {
      try desk.answer(.easy)
      #expect(desk.asked == expected)
    }
  }

  @Test func `an earlier session's answer can be taken back too`() throws {
    let desk = try Studying("one", "two")
    try desk.answer(.easy)
    try desk.begin()
    #expect(desk.asked == "two")
    try desk.act(.undo)
    #expect(desk.asked == "one")
    try desk.answer(.easy)
    #expect(desk.asked == "two", "what was interrupted follows")
  }

  @Test func `burying goes on, flags stay, and both are taken back`() throws {
    let desk = try Studying("one", "two")
    let id = try #require(desk.session.asked?.card.id)
    #expect(try desk.act(.flag(3)) == .setFlag(id, 3, before: 0))
    #expect(desk.asked == "one")
    #expect(desk.session.asked?.face.flag == 3)
    #expect(try desk.act(.bury) == .bury(id, true))
    #expect(desk.asked == "two")
    #expect(try desk.act(.undo) == .bury(id, false))
    #expect(desk.asked == "one")
    #expect(try desk.act(.undo) == .setFlag(id, 0, before: nil))
    #expect(desk.session.asked?.face.flag == 0)
    #expect(try desk.act(.undo) == .takeBack)
  }

  @Test func `an edited card shows as it is now, on the side that shows`() throws {
    let desk = try Studying("one")
    let id = try #require(desk.session.asked?.card.id)
    desk.session.showAnswer(typed: "ein")
    var change = CardChange()
    change.front = "uno"
    try desk.store.editCard(id, change)
    #expect(try desk.act(.edit) == .edit(id))
    #expect(desk.session.asked?.face.question == [StyledLine("uno")])
    #expect(desk.session.asked?.isAnswerShown == true)
    #expect(desk.session.asked?.typed == "ein")
    try desk.store.suspend([id])
    try desk.act(.edit)
    #expect(desk.asked == nil, "what is out of review is not asked any more")
  }

  @Test func `nothing to do is an end`() throws {
    let desk = try Studying()
    #expect(desk.asked == nil)
    #expect(try desk.act(.undo) == nil)
    #expect(desk.session.left.total == 0)
  }
}
