import DaybookEvents
import DaybookLog
import LMDB
import DaybookText

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
    /// A note that is not here, of which the source does not say of what type it is.
    case withoutNoteType
  }

  var drafts: [EventDraft] = []
  private(set) var outcome = Outcome.duplicate
  let thing: PortableThing
  let record: Record
  let force: Bool
  /// The registers about which a source says something that nobody has decided.
  let undecided: Set<FieldKey>

  /// Compares a thing with its record.
  init(
    _ thing: PortableThing, _ record: Record, force: Bool, _ moment: Moment,
    _ transaction: borrowing ReadTransaction
  ) throws {
    self.thing = thing
    self.record = record
    self.force = force
    undecided = try moment.undecidedKeys(record, transaction)
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
      drafts.append(draft(thing.kind.schema.restores))
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
    if thing.kind == .note, thing.values[.noteType].flatMap({ EntityID(bytes: $0) }) == nil {
      return outcome = .withoutNoteType
    }
    outcome = .new
    var values = thing.values.filter { $0.value != $0.key.schema.unwrittenValue }
    values[.source] = source(editedAt: thing.editedAt)
    write(values, saidParts.filter { !$0.value.isEmpty }, newTags, isNew: true)
    if thing.isDeleted == true { drafts.append(draft(thing.kind.schema.deletes)) }
  }

  private mutating func update(
    _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws {
    var values: [Field: [UInt8]] = [:]
    var parts: [Part] = []
    var contested: [FieldKey] = []
    for (field, value) in thing.values.sorted(by: { $0.key.rawValue < $1.key.rawValue })
    where field != .source {
      switch try verdict(FieldKey(field), value, moment, transaction) {
      case .take: values[field] = value
      case .contested: contested.append(FieldKey(field))
      case .keep: break
      }
    }
    for part in saidParts + vanishedParts {
      switch try verdict(part.key, part.value, moment, transaction) {
      case .take: parts.append(part)
      case .contested: contested.append(part.key)
      case .keep: break
      }
    }
    let tags = try tagChanges(moment, transaction)
    let isWriting = !values.isEmpty || !parts.isEmpty || !tags.isEmpty || !drafts.isEmpty
    let isEditedLater =
      contested.isEmpty
      && thing.editedAt?.milliseconds ?? .min > ZonedTime(lastEditOf: record).milliseconds
    if remembersSources, isWriting || isEditedLater {
      values[.source] = source(editedAt: thing.editedAt)
    }
    write(values, parts, tags, isNew: false)
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
    if remembersSources {
      var values: [Field: [UInt8]] = [:]
      values[.source] = source(editedAt: thing.editedAt)
      write(values, [], [], isNew: false)
    }
    drafts.append(draft(thing.kind.schema.deletes))
    outcome = .updated
  }

  private enum Verdict { case take, keep, contested }

  private func verdict(
    _ key: FieldKey, _ value: [UInt8], _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> Verdict {
    let shown = record[key]?.winner
    if (shown?.value ?? key.field.schema.unwrittenValue) == value { return .keep }
    if key.field == .deck, let here = shown.flatMap({ EntityID(bytes: $0.value) }),
      try moment.survivor(of: here, .deck, transaction).bytes == value
    {
      return .keep  // it shows there
    }
    guard let shown, !shown.isRuleMade || undecided.contains(key), !force else { return .take }
    return try lastSaid(key, moment, transaction) == value ? .keep : .contested
  }

  /// What the source said of a field when it was last imported; nil when it never was. Of what
  /// says no more than its default nothing is written.
  private func lastSaid(
    _ key: FieldKey, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> [UInt8]? {
    if let value = try lastImported(key, moment, transaction) { return value }
    let isKnown = try lastImported(FieldKey(.life), moment, transaction) != nil
    return isKnown ? key.field.schema.unwrittenValue : nil
  }

  private func lastImported(
    _ key: FieldKey, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> [UInt8]? {
    try moment.lastImported(
      key, of: RowKey(thing.kind.row, thing.id), about: thing.id, transaction)
  }
}
