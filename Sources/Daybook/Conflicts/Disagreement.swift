public import DaybookEvents
import LMDB
public import DaybookText

/// Writes to one field that did not know of each other, for programs: the same list on every
/// replica that holds the same events. One of them shows; none is lost.
public struct Disagreement: Equatable, Sendable {
  /// One of the writes.
  public struct Write: Equatable, Sendable {
    /// The event that made it: what ``Store/keep(_:event:)`` takes.
    public let event: EventName
    /// What was written; of something that a deletion did not know of, the word `used`.
    public let value: FieldValue
    /// What its replica is called.
    public let replicaName: Text
    /// The wall clock at writing.
    public let recordedAt: ZonedTime
  }

  /// The thing it is about; of a place in a collection, the item.
  public let entity: EntityID
  /// The field, with the tag it is about.
  public let field: String
  /// The writes, the one that shows first.
  public let writes: [Write]
}

extension Store {
  /// What was written differently on two machines: about one thing, or about everything.
  public func conflicts(about id: EntityID? = nil) throws -> [Disagreement] {
    try read { moment, transaction in
      try Conflict.all(moment, transaction).filter { conflict in
        id.map { conflict.concerns($0) } ?? true
      }.map { try moment.disagreement($0, transaction) }
    }
  }
}

extension Moment {
  fileprivate func disagreement(
    _ conflict: Conflict, _ transaction: borrowing ReadTransaction
  ) throws -> Disagreement {
    Disagreement(
      entity: conflict.entity, field: try registerName(conflict, transaction),
      writes: conflict.writes.map { head in
        Disagreement.Write(
          event: head.event, value: conflict.shownValue(head),
          replicaName: replicaName(head.event.replica), recordedAt: ZonedTime(writingOf: head))
      })
  }
}

extension Conflict {
  /// What one of its writes says. Beside a deletion stand the writes that made members, whose
  /// values are of other registers: what was joined into the thing itself among them.
  package func shownValue(_ head: Head) -> FieldValue {
    guard field.field == .life, ![Life.live, Life.deleted].contains(head.value) else {
      return FieldValue(field, head.value)
    }
    let other = head.value.count < Life.joinedCount ? nil : Life.joinedInto(head.value.span)
    return other.map { $0 != row.entity } ?? false
      ? FieldValue(field, head.value) : .text("used")
  }
}
