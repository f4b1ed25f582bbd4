public import DaybookEvents
import DaybookLog
import LMDB
public import DaybookText

/// One event of the log, for programs: what was written, by whom, when.
public struct Change: Equatable, Sendable {
  /// The event's name, the same on every replica.
  public let event: EventName
  /// The first event of its command; a command is made, sent and taken back whole.
  public let command: EventName
  /// What it records, such as `itemEdited`; `unknown-<number>` for kinds of newer programs.
  public let kind: String
  /// What it is about.
  public let entity: EntityID
  /// The other thing it is about, such as the collection an item was put into.
  public let second: EntityID?
  /// What its replica is called.
  public let replicaName: Text
  /// The wall clock at writing: for people, never for precedence.
  public let recordedAt: ZonedTime
  /// When an imported fact happened elsewhere.
  public let occurredAt: ZonedTime?
  /// What was written, with what showed to its writer before; empty for an event that only deletes
  /// or brings back.
  public let fields: [FieldChange]
}

extension Store {
  /// What was written, the latest first by its stamp: about one thing, or about everything.
  ///
  /// - Parameters:
  ///   - id: an item, collection, deck or card.
  ///   - limit: at most this many.
  ///   - time: only what belongs to a moment in the past; nil for all.
  /// - Complexity: O(*n*) in the events about the thing; without one, in all events and in those
  ///   about the things that were written to.
  public func changes(
    to id: EntityID? = nil, limit: Int = .max, at time: PastTime? = nil
  ) throws -> [Change] {
    var filter = LogFilter()
    filter.entity = id
    filter.limit = limit
    filter.at = time
    return try read { moment, transaction in
      try moment.accounts(of: moment.events(filter, transaction), transaction).compactMap {
        try moment.change($0, transaction)
      }
    }
  }
}

extension Store {
  /// The event that a person names: `<replica>:<sequence>`, the replica in full or as much of it
  /// as is unique; nil when none is here.
  ///
  /// - Throws: ``StoreError/ambiguousEvent(_:candidates:)``.
  public func event(named text: String) throws -> EventName? {
    try read { try $0.event(named: text, $1)?.name }
  }
}

extension Moment {
  fileprivate func change(
    _ account: EventAccount, _ transaction: borrowing ReadTransaction
  ) throws -> Change? {
    let entry = account.entry
    guard let event = try event(named: entry.id, transaction)?.name,
      let command = try self.event(named: entry.command, transaction)?.name
    else { return nil }
    let header = entry.header
    func time(_ milliseconds: Int64) -> ZonedTime {
      ZonedTime(milliseconds: milliseconds, offsetMinutes: header.offsetMinutes)
    }
    return Change(
      event: event, command: command, kind: entry.kind, entity: header.entity,
      second: header.second, replicaName: entry.replicaName, recordedAt: time(header.recordedAt),
      occurredAt: header.occurredAt.map(time),
      fields: account.fields.filter { $0.key.field != .life && $0.key.field != .created })
  }
}
