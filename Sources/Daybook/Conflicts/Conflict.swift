public import DaybookEvents
import DaybookLog
package import LMDB
public import DaybookText

/// Writes to one field that did not know of each other, which a person may want to look at: the
/// same list on every replica that holds the same events. One of them shows; none is lost.
public struct Conflict: Equatable, Sendable {
  /// One of the writes.
  public struct Write: Equatable, Sendable {
    /// What was written; of something that a deletion did not know of, the word `used`.
    public let value: FieldValue
    /// What its replica is called.
    public let replicaName: Text
    /// How its event is named here: with its link where its replica's log has forked.
    package let eventName: String
    /// What the register holds of it.
    package let head: Head

    /// The event that made it: what ``Store/keep(_:event:)`` takes.
    public var event: EventName { head.event }
    /// The wall clock at writing.
    public var recordedAt: ZonedTime { ZonedTime(writingOf: head) }

    /// Whether the same event wrote the same, also where another store numbers its log otherwise.
    public static func == (one: Write, other: Write) -> Bool {
      one.event == other.event && one.value == other.value && one.replicaName == other.replicaName
        && one.recordedAt == other.recordedAt
    }
  }

  /// What people call the field, with the tag or collection it is about.
  public let field: String
  /// The writes, the one that shows first. Of a deletion that did not know of a member, the
  /// member's writes are among them.
  public let writes: [Write]
  /// The row it is in.
  package let row: RowKey
  /// The register.
  package let key: FieldKey
  /// What a source said that is the last of them, where an import wrote it beside the others.
  package let offer: SourceOffer?

  /// The thing it is about; of a place in a collection, the item.
  public var entity: EntityID { row.kind == .membership ? row.other ?? row.entity : row.entity }
  /// The writes as the register holds them.
  package var heads: [Head] { writes.map(\.head) }

  /// Looks up what the register and the writers are called.
  init(
    _ row: RowKey, _ key: FieldKey, _ heads: [Head], offer: SourceOffer? = nil, _ moment: Moment,
    _ transaction: borrowing ReadTransaction
  ) throws {
    (self.row, self.key, self.offer) = (row, key, offer)
    field = try heads.first.map { try moment.name(of: key, $0, transaction) } ?? key.field.name
    writes = heads.map { head in
      Write(
        value: Self.value(of: head, in: key, of: row),
        replicaName: moment.replicaName(head.event.replica),
        eventName: moment.shownName(head.event), head: head)
    }
  }

  /// What one of its writes says. Beside a deletion stand the writes that made members, whose
  /// values are of other registers: what was joined into the thing itself among them.
  private static func value(of head: Head, in key: FieldKey, of row: RowKey) -> FieldValue {
    guard key.field == .life, ![Life.live, Life.deleted].contains(head.value) else {
      return FieldValue(key, head.value)
    }
    let other = head.value.count < Life.joinedCount ? nil : Life.joinedInto(head.value.span)
    return other.map { $0 != row.entity } ?? false ? FieldValue(key, head.value) : .text("used")
  }

  /// What tells it from others.
  package var identity: Identity {
    Identity(row: row, key: key, events: writes.map(\.event).sorted())
  }

  /// What tells one conflict from another: where it is, and between which events.
  package struct Identity: Hashable, Sendable {
    let row: RowKey
    let key: FieldKey
    let events: [EventName]
  }

  /// All conflicts there are, in a fixed order.
  package static func all(
    _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> [Conflict] {
    var conflicts: [Conflict] = []
    for view in ViewName.ofFacts where moment.catalog.holds(view) {
      var rows: [RowKey] = []
      let prefix = [ViewIndex.contested.rawValue]
      try moment.catalog.scan(view, from: prefix, below: prefix.after, transaction) { key, _ in
        if let row = RowKey(key.extracting(1..<key.count)) { rows.append(row) }
        return .next
      }
      for row in rows { conflicts += try of(row, moment, transaction) }
    }
    return conflicts
  }

  /// The same; nil where nobody can tell, because views are damaged and events as well.
  static func allReadable(
    _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> [Conflict]? {
    do {
      return try all(moment, transaction)
    } catch let error where StoreFailure(error) == .damaged {
      return nil
    }
  }

  /// The conflicts that a person means who names a thing, in the order of ``all(_:_:)``.
  package static func concerning(
    _ id: EntityID, _ kind: ThingKind, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> [Conflict] {
    // Of these, their own history tells all rows; what has members needs the whole store.
    guard kind == .item || kind == .card,
      let rows = try moment.catalog.past?.rows(of: id, transaction)
    else { return try all(moment, transaction).filter { $0.concerns(id) } }
    return try rows.flatMap { try of($0, moment, transaction) }
  }

  /// The conflicts of one row.
  package static func of(
    _ row: RowKey, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> [Conflict] {
    let record = try moment.catalog.record(row, transaction)
    var conflicts = try record.contested.map { key in
      try Conflict(row, key, ordered(record[key]?.heads ?? []), moment, transaction)
    }
    if !conflicts.contains(where: { $0.key.field == .life }) {
      let members = try MemberCheck(row, record, moment).unseen(transaction)
      if !members.isEmpty {
        let deletions = record[.life]?.heads.filter { $0.value == Life.deleted } ?? []
        conflicts.append(
          try Conflict(row, FieldKey(.life), ordered(deletions) + members, moment, transaction))
      }
    }
    return try offered(in: row, record, beside: conflicts, moment, transaction)
  }

  /// Whether there is one about a register of a row that holds that, such as between what a person
  /// wrote and what the source of an import says.
  static func isThere(
    about field: FieldKey, of row: RowKey, _ record: Record, _ moment: Moment,
    _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    if let register = record[field], register.isContested(as: field.field) { return true }
    if try moment.undecidedKeys(record, transaction).contains(field) { return true }
    guard field.field == .life else { return false }
    return try !MemberCheck(row, record, moment).unseen(transaction).isEmpty
  }

  private static func ordered(_ heads: [Head]) -> [Head] {
    heads.sorted { $1.precedes($0) }
  }
}

extension Store {
  /// What was written differently on two machines: about one thing, or about everything.
  ///
  /// - Parameters:
  ///   - id: the thing; nil for everything.
  ///   - time: a moment in the past; nil for now.
  public func conflicts(
    about id: EntityID? = nil, at time: PastTime? = nil
  ) throws -> [Conflict] {
    try read(at: time) { moment, transaction in
      try Conflict.all(moment, transaction).filter { conflict in
        id.map { conflict.concerns($0) } ?? true
      }
    }
  }
}

extension Conflict {
  /// The things that its values name, such as decks.
  package var namedThings: [EntityID] { writes.compactMap(\.value.namedThing) }
}
