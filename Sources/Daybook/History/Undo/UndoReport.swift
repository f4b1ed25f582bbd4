public import DaybookEvents
public import DaybookText

/// What taking a command back did, or would do.
public struct UndoReport: Equatable, Sendable {
  /// A field that shows again what it showed before.
  public struct Restored: Equatable, Sendable {
    /// The thing; of a place in a collection, the item.
    public let entity: EntityID
    /// The field: `title`, `tag home`, `in Garden`; `life` for a thing that was deleted or brought
    /// back, `retracted` for an answer.
    public let field: String
    /// What it showed.
    public let from: FieldValue
    /// What it shows now.
    public let to: FieldValue
    /// Whether a conflict that the command had decided is back, with all its sides.
    public let isReopened: Bool
  }

  /// A field that was left as it is.
  public struct Left: Equatable, Sendable {
    /// The thing; of a place in a collection, the item.
    public let entity: EntityID
    /// The field, named as in ``Restored/field``.
    public let field: String
    /// Why.
    public let obstacle: Obstacle
    /// The write that stands in the way.
    public let event: EventName
    /// What its replica is called.
    public let replicaName: Text
    /// The wall clock at that write.
    public let recordedAt: ZonedTime
  }

  /// Why a field is left.
  public enum Obstacle: String, Sendable {
    /// It was written to since, or elsewhere without knowing of the command.
    case written
    /// The thing was used since: reviewed, filed, changed, or something was put into it.
    case used
    /// The thing is deleted; writing to it would bring it back.
    case deleted
  }

  /// The first event of what is taken back.
  public let command: EventName
  /// Of a whole batch, why its commands belong together; nil for a single command.
  public let batch: Batch.Reason?
  /// The merge that is taken back or holds again, if one is.
  public internal(set) var merge: MergeArrival?
  /// The merge that came after what is taken back, and is the last thing that happened here: of
  /// what this machine did itself it takes nothing back. Known only where nothing was named.
  public internal(set) var mergedSince: MergeArrival?
  /// Whether it had itself taken something back, which so holds again.
  public let isRedo: Bool
  /// What had taken it back before; nil for nothing, or nothing that holds still.
  public internal(set) var takenBackBefore: EventName?
  /// The first fields that were restored, at most ``listLimit``.
  public internal(set) var restored: [Restored] = []
  /// How many fields were restored.
  public internal(set) var restoredCount = 0
  /// What was left, all of it.
  public internal(set) var left: [Left] = []
  /// How many events were written.
  public internal(set) var eventCount = 0

  /// Whether nothing was taken back because of what is left: only a rehearsal says so, everything
  /// else throws ``UndoError/writtenSince(_:fields:)``.
  public internal(set) var isRefused = false

  /// How many restored fields are listed.
  public static let listLimit = 1000

  init(_ scope: UndoScope, isRedo: Bool) {
    command = scope.target.first
    batch = scope.target.isBatch ? scope.first.batch?.reason : nil
    self.isRedo = isRedo
  }

  /// Adds what was done to some things by one command.
  mutating func add(_ other: UndoReport) {
    restored += other.restored.prefix(max(0, Self.listLimit - restored.count))
    restoredCount += other.restoredCount
    left += other.left
    eventCount += other.eventCount
  }
}
