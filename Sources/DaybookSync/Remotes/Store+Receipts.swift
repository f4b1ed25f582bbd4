package import Daybook
package import DaybookEvents
import DaybookLog

/// An event that a remote was seen to hold when it was here too, and that is not here any more: a
/// log was cut back.
package struct LostReceipt: Equatable, Sendable {
  /// The remote's name.
  package let remote: String
  /// The last event of its log that the remote was seen to hold.
  package let event: EventName
}

extension Store {
  /// What remotes were seen to hold of this store's logs and is not here: after a log was cut back
  /// behind its back, since nothing ever takes an event out of one.
  package func lostReceipts() throws -> [LostReceipt] {
    let records = try remotes()
    return try read { moment, transaction in
      try records.flatMap { record in
        try record.heads.filter {
          try moment.log.locate($0, moment.state, transaction) == nil
        }.map { LostReceipt(remote: record.name, event: $0) }
      }
    }
  }
}
