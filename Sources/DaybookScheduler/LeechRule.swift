/// When a card is forgotten so often that it wastes time: at so many lapses, and again after every
/// half as many, as in Anki (8 lapses, then 12, 16, …).
package struct LeechRule: Hashable, Sendable {
  /// Lapses at which a card is a leech for the first time; 0 for never.
  package let threshold: Int

  /// A rule with this threshold; less than 0 counts as 0.
  package init(threshold: Int) { self.threshold = max(threshold, 0) }

  /// Whether a card with so many lapses is a leech.
  package func isLeech(lapses: Int) -> Bool { threshold > 0 && lapses >= threshold }

  /// Whether the lapse that made it so many is one at which to act: tag, suspend or tell.
  package func becomesLeech(lapses: Int) -> Bool {
    isLeech(lapses: lapses) && (lapses - threshold).isMultiple(of: threshold - threshold / 2)
  }
}
