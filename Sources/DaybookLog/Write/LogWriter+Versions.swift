import DaybookEvents
package import LMDB

extension LogWriter {
  /// Counts the events that cannot be read anew, after an upgrade of the program.
  package mutating func recountUnknownEvents(_ transaction: borrowing ReadTransaction) throws {
    let versions = try log.payloadVersions(transaction)
    state.unknownEvents = versions.reduce(0) { count, entry in
      entry.key.isReadable ? count : count + entry.value
    }
    if versions.keys.contains(where: { $0.kind == EventKind.clockCorrected.rawValue }) {
      try recollectCorrections(transaction)
    }
  }
}
