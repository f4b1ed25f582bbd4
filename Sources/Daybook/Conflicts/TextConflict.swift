public import DaybookEvents
import DaybookLog
import LMDB
public import DaybookText

/// A text that was written differently by those who did not know of each other, with what they
/// both had before them: what a person needs to put the versions together.
public struct TextConflict: Sendable {
  /// One of the versions.
  public struct Version: Equatable, Sendable {
    /// The event that wrote it.
    public let event: EventName
    /// What was written.
    public let text: Text
    /// What its replica is called.
    public let replicaName: Text
    /// The wall clock at writing.
    public let recordedAt: ZonedTime
    /// What its writer and that of the version that shows both knew: empty where they shared
    /// nothing. Of the version that shows, its own text.
    public let base: Text
  }

  /// The thing it is about.
  public let entity: EntityID
  /// The field, such as `body`.
  public let field: String
  /// The versions, the one that shows first.
  public let versions: [Version]
  /// Which conflict it is.
  let identity: Conflict.Identity
}

extension Store {
  /// The texts of a thing in conflict, each with what its writers both had before them. Other
  /// conflicts it may have are not among them: a status has no lines.
  ///
  /// - Complexity: O(*n*) in the events about the thing, for each version of each text.
  public func textConflicts(about id: EntityID) throws -> [TextConflict] {
    try read { moment, transaction in
      try Conflict.all(moment, transaction)
        .filter { $0.concerns(id) && $0.key.field.schema.isProse }
        .map { try moment.textConflict($0, transaction) }
    }
  }

  /// Ends a conflict about a text by writing what a person made of its versions.
  ///
  /// - Parameters:
  ///   - known: the conflict as it was read.
  ///   - text: what shall show from now on.
  /// - Throws: ``StoreError/changedMeanwhile(_:)`` when the conflict is not what it was: another
  ///   write came, or somebody else ended it. Nothing is written then.
  public func end(_ known: TextConflict, with text: Text) throws {
    try TextLimits.check(text)
    try write { moment, transaction in
      let now = try Conflict.of(known.identity.row, moment, transaction)
      guard let conflict = now.first(where: { $0.identity == known.identity }) else {
        throw StoreError.changedMeanwhile(known.entity)
      }
      return try Resolution(conflict, moment)
        .drafts(keeping: conflict.heads[0].holding(text.bytes), transaction)
    }
  }
}

extension Moment {
  fileprivate func textConflict(
    _ conflict: Conflict, _ transaction: borrowing ReadTransaction
  ) throws -> TextConflict {
    let shown = conflict.heads[0]
    return TextConflict(
      entity: conflict.entity, field: conflict.field,
      versions: try conflict.writes.map { write in
        TextConflict.Version(
          event: write.event, text: Text(bytes: write.head.value),
          replicaName: write.replicaName, recordedAt: write.recordedAt,
          base: Text(
            bytes: write.head == shown
              ? shown.value
              : try base(of: write.head, beside: shown, in: conflict, transaction) ?? []))
      },
      identity: conflict.identity)
  }

  private func base(
    of write: Head, beside shown: Head, in conflict: Conflict,
    _ transaction: borrowing ReadTransaction
  ) throws -> [UInt8]? {
    if let offer = conflict.offer, conflict.isOffer(write) {
      return try base(of: offer, in: conflict.row, transaction)
    }
    return try value(knownTo: shown, and: write, of: conflict, transaction)
  }

  /// What a register held as far as two of its writers both knew.
  private func value(
    knownTo one: Head, and other: Head, of conflict: Conflict,
    _ transaction: borrowing ReadTransaction
  ) throws -> [UInt8]? {
    let known = try [one, other].map {
      try log.observed(by: $0.event.sequence, in: $0.log, state, transaction)
    }
    let before = supposing(.knownToBoth(known[0], known[1]))
    return try before.catalog.record(conflict.row, transaction)[conflict.key]?.winner?.value
  }
}
