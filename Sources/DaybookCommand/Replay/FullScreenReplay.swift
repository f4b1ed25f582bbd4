import Daybook
import DaybookConsole
import DaybookSystem

/// Watching a store evolve on the whole screen.
struct FullScreenReplay {
  /// How long a byte that may begin a key waits for the rest, as in other programs.
  private static let escapeMilliseconds = 50
  /// Nobody sees more pictures a second than about thirty.
  private static let leastTickMilliseconds = 33.0
  private static let speeds = 0.25...1_024.0

  private var desk: ReplayDesk
  private let reading: TimeReading
  private var screen = ReplayScreen()
  private var painter: FramePainter
  private var decoder = KeyDecoder()
  /// When the next frames are due, milliseconds since 1970.
  private var nextTick: Int64 = 0

  /// Prepares to play at a speed, in changes a second.
  init(
    _ desk: ReplayDesk, _ reading: TimeReading, speed: Double, _ style: Style
  ) {
    self.desk = desk
    self.reading = reading
    painter = FramePainter(style)
    screen.title = "Everything"
    screen.speed = speed
    screen.isPlaying = true
  }

  /// Plays until the person leaves. The terminal is as it was then.
  ///
  /// - Returns: the signal that asked the program to end; nil where the person left.
  func run() throws -> Int32? {
    var replay = self
    return try FullScreen.run { try replay.converse($0) }
  }

  private mutating func converse(_ terminal: FullScreen) throws -> Int32? {
    nextTick = SystemClock.nowMilliseconds() + tickMilliseconds
    while true {
      let size = terminal.size
      try desk.fill(&screen, rows: size.rows)
      guard try terminal.write(painter.bytes(for: screen.frame(size), size)) else { return nil }
      switch try terminal.next(timeoutMilliseconds: timeout) {
      case .bytes(let bytes):
        if let end = try take(decoder.keys(bytes)) { return end.signal }
      case .quiet:
        if decoder.isPending, let end = try take(decoder.flush()) { return end.signal }
      case .resized: break
      case .resumed:
        painter.forget()
        nextTick = SystemClock.nowMilliseconds() + tickMilliseconds
      case .asked(let signal): return signal
      case .closed: return nil
      }
      try tick()
    }
  }

  private var tickMilliseconds: Int64 {
    Int64(max(Self.leastTickMilliseconds, 1_000 / screen.speed))
  }

  private var timeout: Int? {
    let untilTick =
      screen.isPlaying ? Int(max(0, nextTick - SystemClock.nowMilliseconds())) : nil
    guard decoder.isPending else { return untilTick }
    return min(Self.escapeMilliseconds, untilTick ?? .max)
  }

  /// Shows the frames that are due.
  private mutating func tick() throws {
    let now = SystemClock.nowMilliseconds()
    guard screen.isPlaying, now >= nextTick else { return }
    nextTick = now + tickMilliseconds
    try desk.step(by: max(1, Int(screen.speed * Double(tickMilliseconds) / 1_000)))
    if desk.isAtEnd { pause("The end: this is how it is now. Home begins anew.") }
  }

  private mutating func pause(_ message: String? = nil) {
    screen.isPlaying = false
    screen.message = message
  }
}

extension FullScreenReplay {
  /// How a key ends it.
  private enum End {
    case left
    case asked(Int32)

    var signal: Int32? { if case .asked(let signal) = self { signal } else { nil } }
  }

  private mutating func take(_ keys: [Key]) throws -> End? {
    for key in keys {
      if let end = try take(key) { return end }
    }
    return nil
  }

  private mutating func take(_ key: Key) throws -> End? {
    if key == .control("c") { return .asked(FullScreen.interrupt) }
    if key == .control("l") { painter.forget() }
    screen.message = nil
    if screen.field != nil {
      try type(key)
      return nil
    }
    switch key {
    case .escape, .character("q"): return .left
    case .character(" "), .enter: try play()
    case .right, .character("n"), .character("l"): try step(by: 1)
    case .left, .character("p"), .character("h"), .backspace: try step(by: -1)
    case .pageDown, .down: try step(by: 10)
    case .pageUp, .up: try step(by: -10)
    case .home, .end:
      pause()
      try desk.jump(toEnd: key == .end)
    case .character("+"), .character("="): setSpeed(screen.speed * 2)
    case .character("-"): setSpeed(screen.speed / 2)
    case .character("g"):
      pause()
      screen.field = LineEditor()
    default: break
    }
    return nil
  }

  private mutating func play() throws {
    if desk.isAtEnd, !screen.isPlaying { try desk.jump(toEnd: false) }
    screen.isPlaying.toggle()
    nextTick = SystemClock.nowMilliseconds() + tickMilliseconds
  }

  private mutating func step(by frames: Int) throws {
    pause()
    try desk.step(by: frames)
  }

  private mutating func setSpeed(_ speed: Double) {
    screen.speed = min(max(speed, Self.speeds.lowerBound), Self.speeds.upperBound)
    nextTick = SystemClock.nowMilliseconds() + tickMilliseconds
  }

  /// Types into the field for a time, and goes there.
  private mutating func type(_ key: Key) throws {
    switch key {
    case .escape: screen.field = nil
    case .enter:
      let text = screen.field?.text ?? ""
      screen.field = nil
      guard !text.isEmpty else { return }
      do {
        try desk.jump(toTime: try reading.present(reading.pastTime(text)))
      } catch let error as any Explainable {
        screen.message = error.explanation.whatHappened
      }
    default: _ = screen.field?.take(key)
    }
  }
}
