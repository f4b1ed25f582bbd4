public import DaybookEvents
import DaybookLog
import LMDB

/// One event of the log, for programs: what was written, by whom, when.
public struct Change: Equatable, Sendable {
  /// One field that was written.
  public struct Field: Equatable, Sendable {
    /// Its name; of a tag, `tag`; of another program's field, that program's name.
    public let name: String
    /// What was written.
    public let value: FieldValue
  }

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
  /// The wall clock at writing, milliseconds since 1970: for people, never for precedence.
  public let recordedAt: Int64
  /// Minutes east of UTC at writing.
  public let offsetMinutes: Int
  /// When an imported fact happened elsewhere, milliseconds since 1970.
  public let occurredAt: Int64?
  /// The fields; empty for an event that only puts away or brings back.
  public let fields: [Field]
}

extension Store {
  /// What was written, the latest first by its stamp: about one thing, or about everything.
  ///
  /// - Parameters:
  ///   - id: an item, collection, deck or card.
  ///   - limit: at most this many.
  /// - Complexity: O(*n*) in the events about the thing; without one, in all events.
  public func changes(to id: EntityID? = nil, limit: Int = .max) throws -> [Change] {
    var filter = LogFilter()
    filter.entity = id
    filter.limit = limit
    return try read { moment, transaction in
      try moment.events(filter, transaction).compactMap { entry in
        try moment.change(entry, transaction)
      }
    }
  }
}

extension Store {
  /// The event that a person names: `<replica>:<sequence>`, the replica in full or as much of it
  /// as is unique; nil when none is here, or several are.
  public func event(named text: String) throws -> EventName? {
    try read { try $0.event(named: text, $1)?.name }
  }
}

extension Moment {
  fileprivate func change(
    _ entry: LogEntry, _ transaction: borrowing ReadTransaction
  ) throws -> Change? {
    guard let event = try event(named: entry.id, transaction)?.name,
      let command = try self.event(named: entry.command, transaction)?.name
    else { return nil }
    let header = entry.header
    return Change(
      event: event, command: command, kind: entry.kind, entity: header.entity,
      second: header.second, replicaName: entry.replicaName, recordedAt: header.recordedAt,
      offsetMinutes: header.offsetMinutes, occurredAt: header.occurredAt,
      fields: entry.description.entries.map { Change.Field(name: $0.name, value: $0.value) })
  }
}
