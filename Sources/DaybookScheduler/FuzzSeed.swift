/// What decides on which of the days near its interval a reviewed card comes due.
///
/// A pure function of the ids of card and review, so that every replica chooses the same day, and
/// a review that arrives late or is taken back changes no other review's choice.
package struct FuzzSeed: Hashable, Sendable {
  /// A fraction of 0 or more and below 1, in units of 2^-64.
  private let fraction: UInt64

  /// Mixes the upper and lower halves of the card's id, then those of the review's.
  ///
  /// Ids are read as big-endian numbers: the first of 16 bytes is the highest.
  package init(card: UInt128, review: UInt128) {
    var mixer = WordMixer()
    for id in [card, review] {
      mixer.add(UInt64(truncatingIfNeeded: id >> 64))
      mixer.add(UInt64(truncatingIfNeeded: id))
    }
    fraction = mixer.state
  }

  /// A day of the range, all of them equally likely: `lower + floor(fraction * count)`, computed
  /// in integers and therefore never above the upper end.
  package func day(in days: ClosedRange<Int>) -> Int {
    let count = UInt64(days.upperBound - days.lowerBound) + 1
    return days.lowerBound + Int(fraction.multipliedFullWidth(by: count).high)
  }
}
