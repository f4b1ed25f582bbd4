/// Whether the rows of a scan of `events` stand where they belong: positions follow each other. The
/// check of a row is not over its key, so a bit that flipped there shows by the order alone.
///
/// Of a row in the wrong place the right one is damaged. Where the next row follows on that one,
/// rows are missing before it, and the scan goes on behind them; the row right behind the gap is
/// left out with them, for it cannot be told from one in the wrong place.
struct PositionOrder {
  private let isBackwards: Bool
  private var expected: UInt64?
  private var last: UInt64?

  /// - Parameter first: where the scan begins; nil where any row may come first.
  init(first: UInt64?, isBackwards: Bool = false) {
    (expected, self.isBackwards) = (first, isBackwards)
  }

  /// Takes the position of the next row.
  ///
  /// - Returns: the position that is damaged instead; nil where the row is in its place.
  mutating func damaged(at position: UInt64) -> UInt64? {
    let before = last
    last = position
    guard let expected, position != expected, position != before.map(next) else {
      expected = next(position)
      return nil
    }
    self.expected = next(expected)
    return expected
  }

  private func next(_ position: UInt64) -> UInt64 {
    isBackwards ? position &- 1 : position &+ 1
  }
}
