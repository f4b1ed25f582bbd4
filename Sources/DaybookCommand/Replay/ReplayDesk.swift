import Daybook
import DaybookConsole
import DaybookEvents

/// A replay of a store: plays frames forward and back, and says what shows. All faces sit at it.
struct ReplayDesk {
  /// Frames with as many events can be taken back without beginning anew.
  private static let keptEvents = 65_536
  /// Frames with as many events are read in one transaction, which must not last.
  private static let eventsAtOnce = 4_096

  private let store: Store
  private let thing: EntityID?
  private let lines: ReplayLines
  private var playback: Playback
  private var state: ReplayState
  /// The last frames that were read, those taken back included.
  private var kept: [PlaybackFrame] = []
  /// The frame that comes next: those before it show.
  private(set) var next = 0

  /// Prepares to replay a store, or one thing in it.
  init(
    _ store: Store, _ thing: EntityID?, from: PastTime?, to: PastTime?, _ lines: ReplayLines
  ) throws {
    self.store = store
    self.thing = thing
    self.lines = lines
    playback = try store.read { try Playback(of: thing, from: from, to: to, $0, $1) }
    state = ReplayState(showsFields: thing != nil)
    try jump(to: playback.first)
  }

  /// How many frames there are.
  var count: Int { playback.end - playback.first }
  /// How many of them show.
  var shown: Int { next - playback.first }
  /// Whether all show.
  var isAtEnd: Bool { next >= playback.end }

  /// Goes forward or back by some frames, as far as there are any.
  mutating func step(by frames: Int) throws { try jump(to: next + frames) }

  /// Goes to the first or last frame.
  mutating func jump(toEnd isEnd: Bool) throws {
    try jump(to: isEnd ? playback.end : playback.first)
  }

  /// Goes to a time: what was written by then shows.
  mutating func jump(toTime milliseconds: Int64) throws {
    try jump(to: playback.frame(after: milliseconds))
  }

  private mutating func jump(to frame: Int) throws {
    let target = min(max(frame, playback.first), playback.end)
    if target < playback.next - kept.count {
      playback.rewind()
      (kept, next, state) = ([], 0, ReplayState(showsFields: thing != nil))
    }
    while next > target {
      next -= 1
      state.revert(keptFrame(next).changes)
    }
    while next < target {
      if next == playback.next { try read() }
      state.apply(keptFrame(next).changes)
      next += 1
    }
  }

  /// A frame that is kept.
  private func keptFrame(_ index: Int) -> PlaybackFrame {
    kept[index - (playback.next - kept.count)]
  }

  /// Reads the next frames, and forgets the oldest of those that show.
  private mutating func read() throws {
    var count = 0
    // In place, so that what is folded is not copied. Every table that is read was opened when the
    // playback was made: nothing lets this begin anew half way.
    try store.read { moment, transaction in
      while count < Self.eventsAtOnce, let frame = try playback.advance(moment, transaction) {
        kept.append(frame)
        count += frame.eventCount
      }
    }
    var surplus = kept.reduce(-Self.keptEvents) { $0 + $1.eventCount }
    // The last that shows stays: it says what just happened.
    let most = max(0, next - 1 - (playback.next - kept.count))
    var forgotten = 0
    while forgotten < most, surplus > 0 {
      surplus -= kept[forgotten].eventCount
      forgotten += 1
    }
    kept.removeFirst(forgotten)
  }
}

extension ReplayDesk {
  /// What the screen shows, but how it is played. One thing is called what it was called then.
  func fill(_ screen: inout ReplayScreen, rows: Int) throws {
    let last = shown > 0 ? keptFrame(next - 1) : nil
    (screen.shown, screen.count) = (shown, count)
    screen.time = last.map { lines.time($0.milliseconds) } ?? ""
    try store.read { moment, transaction in
      let label: Text?
      (screen.happened, label) = try happened(rows) {
        try moment.accounts(of: $0, last: rows, transaction)
      }
      guard let thing else { return screen.state = [lines.counts(state)] }
      let handle = try moment.shortHandle(thing, transaction)
      screen.title = "\(handle)  \(VisibleText.line(label?.bytes ?? []))"
      let fields = try state.fields.compactMap { try moment.field($0, transaction) }
      let changed = try (last?.changes ?? []).compactMap { try moment.field($0, transaction) }
      screen.state = lines.fields(fields, changed: changed)
    }
  }

  /// The lines of what happened last, as many as there is room for, and what the last thing was
  /// called.
  private func happened(
    _ rows: Int, _ accounts: (PlaybackFrame) throws -> [EventAccount]
  ) throws -> (lines: [StyledLine], label: Text?) {
    var (happened, label): ([StyledLine], Text?) = ([], nil)
    var index = next - 1
    while happened.count < rows, index >= max(playback.first, playback.next - kept.count) {
      let accounts = try accounts(keptFrame(index))
      happened = lines.lines(keptFrame(index), accounts) + happened
      label = label ?? accounts.last?.label
      index -= 1
    }
    return (happened, label)
  }

  /// Plays all that is left, and hands every frame over as it goes, with its number from 1.
  mutating func playOut(_ body: (PlaybackFrame, Int, [EventAccount]) -> Void) throws {
    while !isAtEnd {
      try step(by: 1)
      let frame = keptFrame(next - 1)
      let accounts = try store.read { try $0.accounts(of: frame, $1) }
      body(frame, shown, accounts)
    }
  }
}
