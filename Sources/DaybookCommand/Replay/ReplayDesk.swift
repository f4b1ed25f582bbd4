import Daybook
import DaybookConsole
import DaybookEvents

/// A replay of a store: plays frames forward and back, and says what shows. All faces sit at it.
struct ReplayDesk {
  /// As many frames can be taken back without beginning anew.
  private static let keptFrames = 4_096
  /// As many are read in one transaction, which must not last.
  private static let framesAtOnce = 256

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
      state.revert(kept[next - (playback.next - kept.count)].changes)
    }
    while next < target {
      if next == playback.next { try read(upTo: target) }
      let start = playback.next - kept.count
      for frame in kept[(next - start)..<(min(target, playback.next) - start)] {
        state.apply(frame.changes)
      }
      next = min(target, playback.next)
    }
  }

  private mutating func read(upTo target: Int) throws {
    var (playback, frames) = (self.playback, [PlaybackFrame]())
    try store.read { moment, transaction in
      (playback, frames) = (self.playback, [])
      while frames.count < Self.framesAtOnce, playback.next < target,
        let frame = try playback.advance(moment, transaction)
      {
        frames.append(frame)
      }
    }
    self.playback = playback
    kept += frames
    kept.removeFirst(max(0, kept.count - Self.keptFrames))
  }
}

extension ReplayDesk {
  /// What the screen shows, but how it is played. One thing is called what it was called then.
  func fill(_ screen: inout ReplayScreen, rows: Int) throws {
    let start = playback.next - kept.count
    let last = next > start ? kept[next - start - 1] : nil
    (screen.shown, screen.count) = (shown, count)
    screen.time = shown > 0 ? last.map { lines.time($0.milliseconds) } ?? "" : ""
    try store.read { moment, transaction in
      screen.happened = []
      let first = max(playback.first, start, next - rows)
      var label = Text("")
      for frame in first < next ? Array(kept[(first - start)..<(next - start)]) : [] {
        let accounts = try moment.accounts(of: frame, transaction)
        screen.happened += lines.lines(frame, accounts)
        label = accounts.last?.label ?? label
      }
      guard let thing else { return screen.state = [lines.counts(state)] }
      let handle = try moment.shortHandle(thing, transaction)
      screen.title = "\(handle)  \(VisibleText.line(label.bytes))"
      let fields = try state.fields.compactMap { try moment.field($0, transaction) }
      let changed = try (last?.changes ?? []).compactMap { try moment.field($0, transaction) }
      screen.state = lines.fields(fields, changed: shown > 0 ? changed : [])
    }
  }

  /// Plays all that is left, and hands every frame over as it goes, with its number from 1.
  mutating func playOut(_ body: (PlaybackFrame, Int, [EventAccount]) -> Void) throws {
    while !isAtEnd {
      let first = next
      try jump(to: next + Self.framesAtOnce)
      let start = playback.next - kept.count
      let frames = kept[(first - start)..<(next - start)]
      let accounts = try store.read { moment, transaction in
        try frames.map { try moment.accounts(of: $0, transaction) }
      }
      for (frame, accounts) in zip(frames, accounts) {
        body(frame, frame.index - playback.first + 1, accounts)
      }
    }
  }
}
