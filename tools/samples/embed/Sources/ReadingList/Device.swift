import Daybook
import Synchronization

/// A machine that a test makes up: its time passes when told to, and its chance follows from a
/// seed, so that every run writes the same bytes.
final class Device: Sendable {
  private struct State {
    var now: Int64
    var seed: UInt64
  }

  private let state: Mutex<State>
  let name: String

  init(_ name: String, seed: UInt64) {
    self.name = name
    state = Mutex(State(now: 1_798_761_600_000, seed: seed))  // 2027-01-01, 00:00 UTC
  }

  /// Lets time pass.
  func wait(minutes: Int64) { state.withLock { $0.now += minutes * 60_000 } }

  /// Opens the store of this device in a folder, and makes it there at first.
  func store(in folder: String) throws -> Store {
    var options = StoreOptions(replicaName: name)
    options.now = { self.state.withLock(\.now) }
    options.offsetMinutes = { _ in 60 }
    options.random = { self.state.withLock { SplitMix(state: Self.next(&$0.seed)) } }
    return try Store.open(at: "\(folder)/\(name)", options: options)
  }

  private static func next(_ seed: inout UInt64) -> UInt64 {
    var generator = SplitMix(state: seed)
    seed = generator.next()
    return seed
  }
}

/// A small generator of random bits with a seed (SplitMix64).
struct SplitMix: RandomNumberGenerator, Sendable {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
