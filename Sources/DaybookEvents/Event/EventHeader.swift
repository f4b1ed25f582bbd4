/// Everything an event says apart from its payload. The `.proto` stands in Format.md.
public struct EventHeader: Equatable, Sendable {
  /// Who wrote it.
  public var replica: ReplicaID
  /// Its place in the log of its replica, from 1.
  public var sequence: UInt64
  /// The hybrid clock at writing.
  public var stamp: Stamp
  /// The wall clock at writing, milliseconds since 1970: for people, never for precedence.
  public var recordedAt: Int64
  /// Minutes east of UTC at writing; of an imported fact, where it happened, if its source says.
  public var offsetMinutes: Int
  /// The sequence of the first event of its command.
  public var commandFirst: UInt64
  /// How many events the command has.
  public var commandSize: UInt64
  /// The run of commands it is part of, if any.
  public var batch: Batch?
  /// What it records; numbers above those of ``EventKind`` come from newer programs.
  public var kind: UInt32
  /// The version of the payload's shape.
  public var version: UInt32
  /// What it is about.
  public var entity: EntityID
  /// The other thing it is about: the collection of a filing, the deck of a card.
  public var second: EntityID?
  /// On the first event of a command: which heads it was written on top of, as far as they
  /// differ from those of the command before.
  public var observed: [EventName]
  /// When an imported fact happened elsewhere, milliseconds since 1970.
  public var occurredAt: Int64?

  /// Puts a header together; times and offset are moved into their ranges, as at reading.
  package init(
    replica: ReplicaID, sequence: UInt64, stamp: Stamp, recordedAt: Int64, offsetMinutes: Int,
    commandFirst: UInt64, commandSize: UInt64, batch: Batch?, kind: UInt32, version: UInt32,
    entity: EntityID, second: EntityID?, observed: [EventName], occurredAt: Int64?
  ) {
    self.replica = replica
    self.sequence = sequence
    self.stamp = stamp
    self.recordedAt = Self.inTimeRange(recordedAt)
    self.offsetMinutes = Self.inOffsetRange(Int64(offsetMinutes))
    self.commandFirst = commandFirst
    self.commandSize = commandSize
    self.batch = batch
    self.kind = kind
    self.version = version
    self.entity = entity
    self.second = second
    self.observed = observed
    self.occurredAt = occurredAt.map { Self.inTimeRange($0) }
  }

  /// Whether its writes lose against direct ones: imports and renumbering.
  public var isRuleMade: Bool {
    batch.map { $0.reason == .import || $0.reason == .renumbering } ?? false
  }

  /// The kind, if this program knows it.
  public var knownKind: EventKind? { EventKind(rawValue: kind) }

  /// Whether it is about a thing, first or second.
  package func isAbout(_ id: EntityID) -> Bool { entity == id || second == id }
}

/// A run of commands that belong together, such as a long import.
public struct Batch: Hashable, Sendable {
  /// Why commands belong together.
  public struct Reason: RawRepresentable, Hashable, Sendable {
    /// The number on disk.
    public let rawValue: UInt64
    /// Wraps a number; unknown ones are kept.
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    /// Taken over from another program's files.
    public static let `import` = Reason(rawValue: 1)
    /// Positions of a list written anew because they had grown too long.
    public static let renumbering = Reason(rawValue: 2)
    /// A tag renamed: every item is tagged anew.
    public static let retag = Reason(rawValue: 3)
    /// A batch, or a very long command, taken back or made again.
    public static let undo = Reason(rawValue: 4)
  }

  /// The sequence of the first event of the first command.
  public let first: UInt64
  /// Why.
  public let reason: Reason

  /// Describes a run.
  package init(first: UInt64, reason: Reason) {
    self.first = first
    self.reason = reason
  }
}
