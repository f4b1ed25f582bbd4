public import DaybookEvents
public import DaybookText

/// An item as it shows: the winning value of every register.
public struct Item: Equatable, Identifiable, Sendable {
  /// Its id.
  public let id: EntityID
  /// The title.
  public let title: Text
  /// The text.
  public let body: Text
  /// The sort of thing.
  public let kind: ItemKind
  /// Where it stands.
  public let status: ItemStatus
  /// When it was finished, milliseconds since 1970.
  public let completedAt: Int64?
  /// When it wants attention.
  public let schedule: Schedule
  /// What its attributes hold, as text; nothing of those that hold nothing.
  package let attributes: [Field: String]
  /// Its tags, as first spelled, in order.
  public let tags: [String]
  /// The names of the collections it is in, in order.
  public let collections: [String]
  /// When it came to be.
  public let createdAt: ZonedTime
  /// When it was last written to, as the writer's clock said, or the source of the last import.
  public let editedAt: ZonedTime
  /// Whether it was deleted.
  public let isDeleted: Bool
  /// Who captured it.
  public let replica: ReplicaID?
  /// Fields of another program, by name.
  package let extras: [ExtraField]
  /// What an import last saw in its source.
  package let source: [UInt8]?
}

extension Item {
  /// Whether what it was is erased: nothing of it is left but that it is deleted.
  public var isErased: Bool {
    isDeleted && createdAt.milliseconds == 0 && title.isEmpty && body.isEmpty
  }

  /// What a record says without looking anywhere else: enough for indexes and filters.
  package struct Facts {
    /// The row it was read from.
    package let record: Record
    /// Where it stands.
    package let status: ItemStatus
    /// The sort of thing.
    package let kind: ItemKind
    /// When it wants attention.
    package let schedule: Schedule
    /// When it came to be.
    package let createdAt: ZonedTime
    /// When it was last written to.
    package let editedAt: ZonedTime
    /// Its tags.
    package let tags: [EntityID]

    /// Reads a record.
    package init(_ record: Record) {
      self.record = record
      status =
        record.value(.status).flatMap(ItemChange.StatusChange.init(reading:))?.status ?? .initial
      kind =
        record.value(.kind).map { ItemKind(rawValue: String(decoding: $0, as: UTF8.self)) }
        ?? .initial
      schedule = Schedule(reading: record.value(.schedule) ?? [])
      createdAt = ZonedTime(creationOf: record)
      editedAt = ZonedTime(lastEditOf: record)
      tags = record.registers.compactMap { key, register in
        key.field == .tag && register.winner?.value.first == 1
          ? EntityID(rawValue: key.part) : nil
      }
    }
  }

  /// Puts an item together from its record and the names it refers to.
  package init(_ id: EntityID, _ facts: Facts, tags: [String], collections: [String]) {
    let record = facts.record
    let status = record.value(.status).flatMap(ItemChange.StatusChange.init(reading:))
    self.id = id
    title = Text(bytes: record.value(.title) ?? [])
    body = Text(bytes: record.value(.body) ?? [])
    kind = facts.kind
    self.status = facts.status
    completedAt = status?.completedAt
    schedule = facts.schedule
    attributes = ItemAttribute.all.reduce(into: [:]) { $0[$1.field] = $1.text(in: record) }
    self.tags = tags
    self.collections = collections
    createdAt = facts.createdAt
    editedAt = facts.editedAt
    isDeleted = !record.isLive
    replica = record[.created]?.winner?.event.replica
    extras = record.registers.compactMap { key, register in
      key.field == .extra ? register.winner.flatMap { ExtraField(reading: $0.value) } : nil
    }.filter { !$0.value.isEmpty }.sorted { $0.name < $1.name }
    source = record.value(.source)
  }
}
