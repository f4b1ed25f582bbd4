package import DaybookEvents
package import DaybookLog
import LMDB

extension Store {
  /// The events that were written here and are in no log of this store any more, because its file
  /// went back in time.
  package func rolledBackEvents() throws -> [WithheldEvents] {
    let noted = witness.heads()
    return try read { moment, transaction in
      try noted.keys.sorted().compactMap { replica in
        guard
          let lost = try lostHead(of: replica, noted, moment.state, transaction)
        else { return nil }
        let head = moment.state.numbers(of: replica).map { moment.state.logs[Int($0)].head }.max()
        let first = min(head ?? 0, lost.sequence - 1) + 1
        return WithheldEvents(replica: replica, sequences: first...lost.sequence)
      }
    }
  }

  /// Goes on without the events that its file lost when it went back in time. They are named from
  /// now on as lost; should somebody have them after all, merging brings them.
  ///
  /// The store goes on under a new id if it wrote them under its present one: others may know them.
  /// Safe to repeat.
  ///
  /// - Returns: the events that were given up.
  @discardableResult
  package func acceptRollback() throws -> [WithheldEvents] {
    let lost = try rolledBackEvents()
    guard !lost.isEmpty else { return [] }
    try StoreFailure.naming {
      try environment.write { transaction in
        try StoreFormat.checkWritable(tables, transaction.reading)
        for events in lost {
          try AcceptedLoss(events, at: options.now()).store(in: tables.meta, &transaction)
        }
        let own = try StoreIdentity(tables, transaction.reading)
        guard lost.contains(where: { $0.replica == own.replica }) else { return }
        try renewIdentity(&transaction)
      }
    }
    try settleWitness()
    return lost
  }

  /// Notes what the logs hold now where the witness speaks of more.
  package func settleWitness() throws {
    let noted = witness.heads()
    let heads = try read { moment, transaction in
      try noted.keys.compactMap { replica -> (ReplicaID, UInt64, Link)? in
        guard try lostHead(of: replica, noted, moment.state, transaction) != nil else {
          return nil
        }
        let number = moment.state.numbers(of: replica).last
        guard let record = number.map({ moment.state.logs[Int($0)] }) else {
          return (replica, 0, .start)
        }
        return (replica, record.head, record.headLink)
      }
    }
    for (replica, sequence, link) in heads { try witness.note(replica, sequence, link) }
  }

  /// The events that were given up as lost, so far.
  package func acceptedLosses() throws -> [AcceptedLoss] {
    try read { _, transaction in try log.acceptedLosses(transaction) }
  }
}
