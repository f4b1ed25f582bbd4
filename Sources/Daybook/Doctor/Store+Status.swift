public import DaybookEvents
import DaybookLog
import LMDB
public import DaybookText

/// How a store stands.
public struct StoreStatus: Sendable {
  /// Who writes here.
  public let replica: ReplicaID
  /// What this replica is called.
  public let name: Text
  /// How many events are applied.
  public let events: UInt64
  /// How far each log goes; forked ones are named with their link.
  public let vector: [(log: String, sequence: UInt64)]
  /// One short hash of the facts.
  public let fingerprint: String
  /// The views.
  package let views: [(name: String, entry: ViewEntry)]
  /// How many conflicts there are.
  public let conflicts: Int
  /// Events stamped over a day ahead of the clock.
  public let futureEvents: Int
  /// Commands that wait for what they observed.
  public let waitingCommands: UInt64
  /// Events of kinds this program does not know.
  public let unknownEvents: UInt64
  /// Events that no sound writer makes.
  public let impossibleEvents: UInt64
  /// Events whose payloads were erased.
  public let erasedEvents: UInt64
  /// Files that notes show and whose content is not here.
  public let missingFiles: Int
}

extension Store {
  /// How the store stands.
  public func status() throws -> StoreStatus {
    try read { moment, transaction in
      let identity = try StoreIdentity(tables, transaction)
      // Views that were left behind the log are not read, and told of all the same.
      let entries = try ViewCatalog(tables, logs: [], transaction).entries
      return StoreStatus(
        replica: identity.replica, name: Text(bytes: identity.name),
        events: moment.state.eventCount,
        vector: moment.state.heads.map { (moment.logName($0), $0.sequence) },
        fingerprint: moment.catalog.fingerprint,
        views: ViewName.allCases.compactMap { view in
          entries[view].map { (view.rawValue, $0) }
        },
        conflicts: try Conflict.all(moment, transaction).count,
        futureEvents: try moment.futureEvents(after: options.now(), transaction).count,
        waitingCommands: moment.state.waitingCommands,
        unknownEvents: moment.state.unknownEvents,
        impossibleEvents: moment.state.impossibleEvents,
        erasedEvents: moment.state.erasedEvents,
        // A view that an older program built tells nothing until it is built anew.
        missingFiles: moment.catalog.holds(RowKind.media.view)
          ? try missingMedia(moment, transaction).count : 0)
    }
  }
}

extension Moment {
  /// How a log is named: by its replica, with the link of its head where that has forked.
  package func logName(_ head: EventName) -> String {
    state.numbers(of: head.replica).count > 1
      ? "\(head.replica)~\(Hexadecimal.digits(head.tag))" : head.replica.description
  }
}
