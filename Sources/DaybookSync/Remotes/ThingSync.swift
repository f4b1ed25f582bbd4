package import Daybook
package import DaybookEvents
import DaybookLog
import LMDB

/// How a thing stands with a remote, worked out from what that was last seen to hold; never kept.
package struct ThingSync: Equatable, Sendable {
  /// The states there are.
  package enum State: String, Sendable, CaseIterable {
    /// The remote holds all that was written about it here.
    case synced
    /// Something about it is not there yet.
    case pendingUpload
    /// That it was deleted is not there yet.
    case pendingDelete
    /// It was written differently on two machines, and nobody decided.
    case conflict
  }

  /// The remote's name.
  package let remote: String
  /// How the thing stands with it.
  package let state: State
}

extension Store {
  /// How a thing stands with each remote, by name.
  ///
  /// - Parameters:
  ///   - isDeleted: whether the thing is deleted.
  ///   - isContested: whether there is a conflict about it.
  /// - Complexity: O(*n*) in the events about it.
  package func sync(
    of id: EntityID, isDeleted: Bool, isContested: Bool
  ) throws -> [ThingSync] {
    let records = try remotes()
    guard !records.isEmpty else { return [] }
    return try read { moment, transaction in
      let known = try records.map { try moment.log.known(to: $0.heads, moment.state, transaction) }
      var isPending = Array(repeating: false, count: records.count)
      try moment.log.scanHistory(of: id, transaction) { event, _ in
        for (index, vector) in known.enumerated()
        where !vector.covers(event.log, event.header.sequence) {
          isPending[index] = true
        }
        return .next
      }
      return zip(records, isPending).map { record, isPending in
        ThingSync(
          remote: record.name,
          state: isPending
            ? isDeleted ? .pendingDelete : .pendingUpload : isContested ? .conflict : .synced)
      }
    }
  }
}
