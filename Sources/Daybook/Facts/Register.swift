import DaybookEvents
package import DaybookLog

/// One field: the writes to it that no other write to it has observed.
package struct Register: Equatable, Sendable {
  /// The heads, ordered by name. More than one where writers did not know of each other.
  package private(set) var heads: [Head] = []

  /// A register without writes.
  package init() {}

  init(heads: [Head]) { self.heads = heads }

  /// The greatest head: the one that shows.
  package var winner: Head? { heads.max { $0.precedes($1) } }

  /// Drops the heads that the write observed and adds it. Commands are applied after what they
  /// observed and once each, so every order of arrival ends in the same heads. An event that
  /// names a register twice has written what it says last.
  package mutating func fold(_ write: Head, observed: LocalVector) {
    heads.removeAll {
      observed.covers($0.log, $0.event.sequence)
        || ($0.log == write.log && $0.event.sequence <= write.event.sequence)
    }
    insert(write)
  }

  /// Keeps only the least write by stamp, replica, sequence and link: for facts that are said
  /// once, such as a review or the first spelling of a tag.
  package mutating func foldLeast(_ write: Head) {
    guard let known = heads.first else {
      heads = [write]
      return
    }
    if (write.stamp, write.event) < (known.stamp, known.event) { heads = [write] }
  }

  /// Whether heads disagree about what `contested` takes from their values.
  ///
  /// A write made by a rule beside one made by a person does not contest it where `rulesYield`.
  func isContested(rulesYield: Bool, _ contested: ([UInt8]) -> [UInt8]) -> Bool {
    guard heads.count > 1 else { return false }
    let isDirect = heads.contains { !$0.isRuleMade }
    let counting = rulesYield && isDirect ? heads.filter { !$0.isRuleMade } : heads
    guard let first = counting.first else { return false }
    let value = contested(first.value)
    return counting.dropFirst().contains { contested($0.value) != value }
  }

  private mutating func insert(_ write: Head) {
    let index = heads.firstIndex { write.event < $0.event } ?? heads.count
    heads.insert(write, at: index)
  }
}
