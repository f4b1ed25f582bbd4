import Synchronization

/// A small generator with a fixed seed (SplitMix64), so that a failure repeats.
struct SimulationRandom: RandomNumberGenerator, Sendable {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// True once in `count` times.
  mutating func isOne(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

  /// A number below `count`.
  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }

  /// One of several.
  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }

  /// `count` bytes.
  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }
}

/// The wall clock and the chance of one simulated machine.
final class SimulatedMachine: Sendable {
  private struct State {
    var now: Int64
    var offsetMinutes = 0
    var random: SimulationRandom
  }
  private let state: Mutex<State>

  init(now: Int64, seed: UInt64) {
    state = Mutex(State(now: now, random: SimulationRandom(state: seed)))
  }

  /// Milliseconds since 1970.
  var now: Int64 {
    get { state.withLock { $0.now } }
    set { state.withLock { $0.now = newValue } }
  }

  /// Minutes east of UTC.
  var offsetMinutes: Int {
    get { state.withLock { $0.offsetMinutes } }
    set { state.withLock { $0.offsetMinutes = newValue } }
  }

  /// A generator of its own for one use.
  func random() -> SimulationRandom {
    state.withLock { SimulationRandom(state: $0.random.next()) }
  }
}
