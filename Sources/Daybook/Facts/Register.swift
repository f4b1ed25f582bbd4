import DaybookLog

/// One field: the writes to it that no other write to it has observed.
package struct Register: Equatable, Sendable {
  /// The heads, ordered by name. More than one where writers did not know of each other.
  package let heads: [Head]

  /// The greatest head: the one that shows.
  package var winner: Head? {
    heads.count == 1 ? heads[0] : heads.greatest
  }

  /// Whether writers disagree about the register, which is one of a field.
  func isContested(as field: Field) -> Bool {
    let schema = field.schema
    return schema.isContestable
      && isContested(rulesYield: schema.rulesYield, schema.contestedPart)
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
}
