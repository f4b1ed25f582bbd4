import DaybookEvents
package import LMDB

extension Log {
  /// What the command that begins at `sequence` of a log was written on top of.
  package func observed(
    by sequence: UInt64, in number: LogNumber, _ state: LogState,
    _ transaction: borrowing ReadTransaction
  ) throws -> LocalVector {
    try storedObserved(by: sequence, in: number, state, transaction)
      .raised(number, to: sequence - 1, in: state.logs)
  }

  /// What was observed of other logs, as it was stored by the last command that changed it.
  func storedObserved(
    by sequence: UInt64, in number: LogNumber, _ state: LogState,
    _ transaction: borrowing ReadTransaction
  ) throws -> LocalVector {
    var (number, sequence) = (number, sequence)
    while true {
      guard Int(number) < state.logs.count else { throw LogError.damaged(.event) }
      let row = try transaction.lastRow(
        before: MetaKey.end(ofRowsUpTo: MetaKey.observed(number, sequence)), in: tables.meta,
        isSound: MetaCheck.isSound
      ) { key, value in
        MetaKey.isOfLog(key, MetaKey.observed(number, 0)) ? try LocalVector(reading: value) : nil
      }
      switch row {
      case .found(let vector?): return vector
      case .broken: throw LogError.damaged(.logRecord)
      case .found(nil), .none: break
      }
      guard let parent = state.logs[Int(number)].parent else { return LocalVector() }
      sequence = min(sequence, state.logs[Int(number)].fork - 1)
      number = parent
    }
  }
}
