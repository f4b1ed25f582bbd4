package import Daybook
import DaybookLog

/// How a store stands with a remote, worked out from what that was last seen to hold.
package struct RemoteStatus: Equatable, Sendable {
  /// The states there are.
  package enum State: String, Sendable, CaseIterable {
    /// The remote holds all that is here, as far as is known.
    case synced
    /// Something here is not there yet.
    case pending
    /// It could not be reached three times in a row or more.
    case offline
    /// It cannot be exchanged with until somebody does something.
    case failed
  }

  /// The remote.
  package let record: RemoteRecord
  /// How many events are here that it was not seen to hold.
  package let pendingEvents: UInt64

  /// How the store stands with it.
  package var state: State {
    if record.needsHelp { return .failed }
    if record.failures >= SyncMessage.failuresUntilOffline { return .offline }
    return pendingEvents == 0 && record.failures == 0 && record.lastSync != nil ? .synced : .pending
  }
}

extension Store {
  /// How the store stands with each of its remotes, by name.
  package func remoteStatuses() throws -> [RemoteStatus] {
    let records = try remotes()
    return try read { moment, transaction in
      try records.map { record in
        let known = try moment.log.known(to: record.heads, moment.state, transaction)
        let pending = moment.state.logs.enumerated().reduce(UInt64(0)) { sum, log in
          let held = max(known[LogNumber(log.offset)], log.element.fork - 1)
          return log.element.head > held ? sum + log.element.head - held : sum
        }
        return RemoteStatus(record: record, pendingEvents: pending)
      }
    }
  }
}
