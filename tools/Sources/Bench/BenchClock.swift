import Synchronization

/// A clock that goes on with every look at it.
final class BenchClock: Sendable {
  private let time: Atomic<Int64>

  init(_ milliseconds: Int64) { time = Atomic(milliseconds) }

  func next(_ step: Int64) -> Int64 { time.add(step, ordering: .relaxed).newValue }
}
