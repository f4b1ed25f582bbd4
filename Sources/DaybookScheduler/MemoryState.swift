/// What FSRS knows about one card: a pure function of its reviews and the parameters, so it is
/// never recorded as a fact.
package struct MemoryState: Hashable, Sendable {
  /// Days after which retrievability has fallen to 0.9; 0.001...36500 after any review.
  package let stability: Double
  /// 1 (easiest) to 10 (hardest).
  package let difficulty: Double

  /// Takes both values as they are. Decoders check ``isFinite`` first.
  package init(stability: Double, difficulty: Double) {
    self.stability = stability
    self.difficulty = difficulty
  }

  /// Whether both values are numbers that the formulas can work with.
  package var isFinite: Bool { stability.isFinite && difficulty.isFinite }
}
