import DaybookEvents
import DaybookLog
import LMDB

/// What bringing one thing of an export in would write, made up from what is here.
///
/// Values are compared field by field. One that a rule wrote here gives way; one that a person
/// wrote stays, and is reported where the source has changed since it was last imported. What was
/// last imported stands in the log, so nothing else need be remembered.
struct ThingPlan {
  /// What became of the thing.
  enum Outcome: Equatable {
    case new, updated, duplicate
    /// A person wrote these fields here, and they changed in the source.
    case conflicting([FieldKey])
    /// A person deleted it here.
    case deletedHere
    /// The source deleted what a person wrote to here.
    case deletedThere
    /// The source is older than what was imported before.
    case older
    /// A card that is not here, of which the source does not say in which deck it belongs.
    case withoutDeck
  }

  private(set) var drafts: [EventDraft] = []
  private(set) var outcome = Outcome.duplicate
  private let thing: PortableThing
  private let record: Record
  private let force: Bool

  /// Compares a thing with its record.
  init(
    _ thing: PortableThing, _ record: Record, force: Bool, _ moment: Moment,
    _ transaction: borrowing ReadTransaction
  ) throws {
    self.thing = thing
    self.record = record
    self.force = force
    if record.isEmpty { create() } else { try change(moment, transaction) }
  }

  private mutating func change(
    _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws {
    let isOlder = known.map { thing.editedAt?.milliseconds ?? .max < $0.milliseconds } ?? false
    switch (record.isLive, thing.isDeleted ?? !record.isLive) {
    case (false, true): break
    case (false, false):
      // What an import deleted it may bring back; what a person deleted stays so.
      guard record[.life]?.winner?.isRuleMade == true else { return outcome = .deletedHere }
      drafts.append(draft(thing.kind.lifeEvents.restore))
      try update(moment, transaction)
    case (true, true) where !isOlder || force: try delete(moment, transaction)
    case (true, false) where !isOlder || force: try update(moment, transaction)
    default: outcome = .older
    }
  }

  /// When the source that was last imported said the item was last edited.
  private var known: ZonedTime? {
    record.value(.source).flatMap { SourceRecords.editedAt(in: $0.span) }
  }

  private mutating func create() {
    if thing.kind == .card, thing.values[.deck].flatMap({ EntityID(bytes: $0) }) == nil {
      return outcome = .withoutDeck
    }
    outcome = .new
    var values = thing.values.filter { $0.value != Self.missing($0.key) }
    values[.source] = source(editedAt: thing.editedAt)
    write(values, thing.extras ?? [], isNew: true)
    for tag in Tag.distinct(thing.tags ?? []) {
      drafts.append(ItemDrafts.tag(thing.id, tag, isOn: true))
    }
    if thing.isDeleted == true { drafts.append(draft(thing.kind.lifeEvents.delete)) }
  }

  private mutating func update(
    _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws {
    var values: [Field: [UInt8]] = [:]
    var extras: [ExtraField] = []
    var contested: [FieldKey] = []
    for (field, value) in thing.values.sorted(by: { $0.key.rawValue < $1.key.rawValue })
    where field != .source {
      switch try verdict(FieldKey(field), value, moment, transaction) {
      case .take: values[field] = value
      case .contested: contested.append(FieldKey(field))
      case .keep: break
      }
    }
    for extra in try allExtras() {
      let key = FieldKey(.extra, extra.part)
      switch try verdict(key, extra.encoded, moment, transaction) {
      case .take: extras.append(extra)
      case .contested: contested.append(key)
      case .keep: break
      }
    }
    let tags = try tagDrafts(moment, transaction)
    let isWriting = !values.isEmpty || !extras.isEmpty || !tags.isEmpty || !drafts.isEmpty
    let isEditedLater =
      contested.isEmpty
      && thing.editedAt?.milliseconds ?? .min > ZonedTime(lastEditOf: record).milliseconds
    if thing.kind == .item, isWriting || isEditedLater {
      values[.source] = source(editedAt: thing.editedAt)
    }
    write(values, extras, isNew: false)
    drafts += tags
    outcome =
      contested.isEmpty ? (drafts.isEmpty ? .duplicate : .updated) : .conflicting(contested)
  }

  private mutating func delete(
    _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws {
    let isPersonal = record.registers.contains { $0.register.winner?.isRuleMade == false }
    if isPersonal, !force {
      // Restored here since, and still deleted there: known already.
      let isKnown = try lastImported(FieldKey(.life), moment, transaction) == Life.deleted
      return outcome = isKnown ? .duplicate : .deletedThere
    }
    if thing.kind == .item {
      var values: [Field: [UInt8]] = [:]
      values[.source] = source(editedAt: thing.editedAt)
      write(values, [], isNew: false)
    }
    drafts.append(draft(thing.kind.lifeEvents.delete))
    outcome = .updated
  }

  private enum Verdict { case take, keep, contested }

  private func verdict(
    _ key: FieldKey, _ value: [UInt8], _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> Verdict {
    let shown = record[key]?.winner
    if (shown?.value ?? Self.missing(key.field)) == value { return .keep }
    guard let shown, !shown.isRuleMade, !force else { return .take }
    return try lastImported(key, moment, transaction) == value ? .keep : .contested
  }

  private func lastImported(
    _ key: FieldKey, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> [UInt8]? {
    try moment.lastImported(
      key, of: RowKey(thing.kind.row, thing.id), about: thing.id, transaction)
  }

  /// What a field holds of which nothing was ever said.
  private static func missing(_ field: Field) -> [UInt8] {
    switch field {
    case .cardKind: Array("basic".utf8)
    case .suspended: [0]
    default: ImportFields.missing(FieldKey(field))
    }
  }
}

/// Tags, fields of other programs, and what is remembered of sources.
extension ThingPlan {
  /// The fields the source has, and the removal of those that only an import put here.
  private func allExtras() throws -> [ExtraField] {
    guard let extras = thing.extras else { return [] }
    let names = Set(extras.map(\.part))
    return extras
      + record.registers.compactMap { key, register in
        guard key.field == .extra, !names.contains(key.part), let winner = register.winner,
          winner.isRuleMade, let extra = ExtraField(reading: winner.value), !extra.value.isEmpty
        else { return nil }
        return ExtraField(name: extra.name, value: [])
      }
  }

  /// Tags of the source that are not on, and those that only an import put on. A tag that a
  /// person put on or took off stays so.
  private func tagDrafts(
    _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> [EventDraft] {
    guard let names = thing.tags.map(Tag.distinct) else { return [] }
    func head(_ tag: EntityID) -> Head? { record[FieldKey(.tag, tag.rawValue)]?.winner }
    let added = names.filter { name in
      guard let head = head(Tag.id(name)) else { return true }
      return head.value.first != 1 && (head.isRuleMade || force)
    }
    let wanted = Set(names.map { Tag.id($0).rawValue })
    let removed = record.registers.compactMap { key, register in
      key.field == .tag && !wanted.contains(key.part) && register.winner?.value.first == 1
        && register.winner?.isRuleMade == true ? EntityID(rawValue: key.part) : nil
    }
    var drafts = added.map { ItemDrafts.tag(thing.id, $0, isOn: true) }
    for tag in removed {
      let payload = Tag.payload(try moment.tagName(tag, transaction))
      drafts.append(EventDraft(.itemUntagged, thing.id, second: tag, payload: payload))
    }
    return drafts
  }

  /// The register `source`: what is remembered of other sources here, else there.
  private func source(editedAt: ZonedTime?) -> [UInt8]? {
    guard thing.kind == .item else { return nil }
    let here = SourceRecords(reading: record.value(.source))
    var records =
      here.encodedRecords == nil ? SourceRecords(reading: thing.values[.source]) : here
    records.editedAt = editedAt
    let bytes = records.encoded
    return bytes.isEmpty && record.value(.source) == nil ? nil : bytes
  }
}

/// Events.
extension ThingPlan {
  private func draft(_ kind: EventKind, _ payload: [UInt8] = []) -> EventDraft {
    EventDraft(kind, thing.id, payload: payload)
  }

  /// The events that write some fields: as few as their payloads fit into, and one more for each
  /// field that has events of its own.
  private mutating func write(
    _ values: [Field: [UInt8]], _ extras: [ExtraField], isNew: Bool
  ) {
    let fields = thing.kind.portableFields.filter { $0.number > 0 }
    var parts: [(number: UInt32, bytes: [UInt8])] = fields.compactMap { number, field in
      values[field].map { (number, $0) }
    }
    parts += extras.map { (8, $0.encoded) }
    var payloads: [[UInt8]] = isNew ? [[]] : []
    for part in parts {
      var wire = WireWriter()
      wire.bytes(part.number, part.bytes)
      if let last = payloads.last, last.count + wire.bytes.count <= EventBytes.payloadLimit {
        payloads[payloads.count - 1] += wire.bytes
      } else {
        payloads.append(wire.bytes)
      }
    }
    let kinds = thing.kind.fieldEvents
    for (index, payload) in payloads.enumerated() {
      var draft = draft(isNew && index == 0 ? kinds.create : kinds.edit, payload)
      if isNew, index == 0 {
        draft.occurredAt = thing.createdAt?.milliseconds
        draft.offsetMinutes = thing.createdAt?.offsetMinutes
        draft.second = values[.deck].flatMap { EntityID(bytes: $0) }
      }
      drafts.append(draft)
    }
    if !isNew, let deck = values[.deck].flatMap({ EntityID(bytes: $0) }) {
      drafts.append(EventDraft(.cardMoved, thing.id, second: deck))
    }
    if let suspended = values[.suspended] {
      drafts.append(draft(suspended == [1] ? .cardSuspended : .cardResumed))
    }
  }
}

extension ThingKind {
  /// The events that make a thing and that write its fields.
  fileprivate var fieldEvents: (create: EventKind, edit: EventKind) {
    switch self {
    case .item: (.itemCaptured, .itemEdited)
    case .collection: (.collectionCreated, .collectionRenamed)
    case .deck: (.deckCreated, .deckRenamed)
    case .card: (.cardAdded, .cardEdited)
    case .note: (.noteAdded, .noteEdited)
    }
  }
}
