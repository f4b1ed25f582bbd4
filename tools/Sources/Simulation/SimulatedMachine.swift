import Synchronization
package import TestSupport

/// The wall clock and the chance of one simulated machine.
package final class SimulatedMachine: Sendable {
  private struct State {
    var now: Int64
    var offsetMinutes = 0
    var random: SeededGenerator
  }
  private let state: Mutex<State>

  package init(now: Int64, seed: UInt64) {
    state = Mutex(State(now: now, random: SeededGenerator(seed: seed)))
  }

  /// Milliseconds since 1970.
  package var now: Int64 {
    get { state.withLock { $0.now } }
    set { state.withLock { $0.now = newValue } }
  }

  /// Minutes east of UTC.
  package var offsetMinutes: Int {
    get { state.withLock { $0.offsetMinutes } }
    set { state.withLock { $0.offsetMinutes = newValue } }
  }

  /// A generator of its own for one use.
  package func random() -> SeededGenerator {
    state.withLock { SeededGenerator(seed: $0.random.next()) }
  }
}
