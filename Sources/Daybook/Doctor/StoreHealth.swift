import DaybookEvents
import DaybookLog
import LMDB
package import DaybookText

/// What an open store says of its own state.
package struct StoreHealth: Sendable {
  /// One log, as this store knows it.
  package struct Replica: Sendable {
    /// Its id, with the link where the log has forked.
    package let log: String
    /// Its human name, as last heard.
    package let name: Text
    /// How many events are applied.
    package let events: UInt64
    /// The time in the stamp of its last event, milliseconds since 1970.
    package let lastStamp: Int64
    /// Whether this store writes it.
    package let isOwn: Bool
  }

  /// What is counted and named elsewhere too.
  package let status: StoreStatus
  /// The format of the store.
  package let format: UInt64
  /// The logs.
  package let replicas: [Replica]
  /// The time in the greatest stamp this store has followed; nil before the first event.
  package let lastStamp: Int64?
  /// How far ahead of the wall clock that is, in milliseconds; negative as a rule.
  package let aheadMilliseconds: Int64?
  /// Whose clocks ran over a day ahead.
  package let wrongClocks: [WrongClock]
  /// Whether the store does not hold an event any more that it once wrote, under whatever id.
  package let isRolledBack: Bool
  /// How many events were lost and accepted as lost.
  package let acceptedLosses: UInt64
  /// Bytes in use, of the file.
  package let usedBytes: Int
  /// Pages that will be used again before the file grows.
  package let freePages: Int
  /// Bytes of a page.
  package let pageBytes: Int
  /// Bytes of address space the store may fill before the map grows.
  package let mapBytes: Int
  /// The length of the file, in bytes.
  package let fileBytes: Int
  /// The length the file must have at least.
  package let expectedFileBytes: Int
}

extension StoreHealth {
  /// The versions that this program and its parts have.
  package static var ownFormat: UInt64 { StoreFormat.current }

  /// The version of LMDB it runs with.
  package static var databaseVersion: String { lmdbVersion }
}

extension Store {
  /// How the store is. Reads a few rows and its headers, not every event: for that there is
  /// ``verify(includesMedia:)``.
  package func health() throws -> StoreHealth {
    let status = try status()
    let rolledBack = try rolledBackEvents()
    let losses = try acceptedLosses().map(\.events).eventCount
    let sizes = try environment.settledInformation
    return try read { moment, transaction in
      let identity = try StoreIdentity(tables, transaction)
      let replicas = moment.state.logs.compactMap { log -> StoreHealth.Replica? in
        guard let head = log.headName else { return nil }
        return StoreHealth.Replica(
          log: moment.logName(head), name: Text(bytes: log.name), events: log.head - log.fork + 1,
          lastStamp: log.headStamp.milliseconds, isOwn: log.replica == identity.replica)
      }
      let last = moment.state.clock.last
      let milliseconds = last.rawValue > 0 ? last.milliseconds : nil
      let free = try transaction.freePageCount()
      let expected = (sizes.lastPage + 1) * sizes.pageSize
      return StoreHealth(
        status: status, format: try StoreFormat.of(tables, transaction), replicas: replicas,
        lastStamp: milliseconds, aheadMilliseconds: milliseconds.map { $0 - options.now() },
        wrongClocks: try moment.wrongClocks(
          own: identity.replica, now: options.now(), transaction),
        isRolledBack: !rolledBack.isEmpty, acceptedLosses: losses,
        usedBytes: max(0, expected - free * sizes.pageSize), freePages: free,
        pageBytes: sizes.pageSize, mapBytes: sizes.mapSize, fileBytes: sizes.fileSize,
        expectedFileBytes: expected)
    }
  }
}
