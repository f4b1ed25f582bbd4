import DaybookEvents
import DaybookLog
import LMDB

/// Taking over what changed in a source since it was last imported.
extension ImportStep {
  /// - Parameters:
  ///   - known: what was last seen there, with what it offers that nobody has decided.
  ///   - undecided: the registers about which any source does.
  mutating func update(
    _ item: ImportedItem, _ known: SourceRecord, _ record: Record, _ undecided: Set<FieldKey>,
    _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws {
    let fields = ImportFields(item.fields)
    var seen = SourceRecord()
    seen.digests = fields.values.mapValues(SourceRecord.digest(of:))
    seen.modifiedAt = item.modifiedAt ?? known.modifiedAt
    seen.isDeleted = item.isDeleted
    let (writing, contested) = compare(fields, known, record, undecided)
    let isDeletionOpen = item.isDeleted && known.offersDeletion
    if isDeletionOpen { seen.offers = known.offers.filter { $0.key.field == .life } }
    seen.offers += offers(of: item, contested, beside: writing, fields, known, record)
    let tags = tagChanges(item, known, record, &seen)
    let filings = try filingChanges(item, known, &seen, moment, transaction)
    var change = fields.change(writing: writing, on: record)
    if seen != known { change.source = Self.register(seen, item, record, undecided) }
    if change.parts.contains(where: { $0.encoded.count > EventBytes.payloadLimit }) {
      // No event holds both sides: what the source says is told again at every import instead.
      for (key, base) in contested { seen.digests[key] = base }
      seen.offers = []
      change.source = seen == known ? nil : Self.register(seen, item, record, undecided)
    }
    let before = drafts.count
    if !record.isLive { drafts.append(EventDraft(.itemRestored, item.id)) }
    drafts += change.parts.map {
      EventDraft(.itemEdited, item.id, payload: $0.encoded, occurredAt: item.modifiedAt)
    }
    if change.offersDeletion { drafts.append(EventDraft(.itemRestored, item.id)) }
    drafts += tags + filings
    if !contested.isEmpty || isDeletionOpen {
      report.conflicting += 1
      report.undecided += seen.offers.isEmpty ? 0 : 1
      let names = Self.names(of: contested.keys.sorted())
      note(isDeletionOpen ? .deletedThere : .changedOnBothSides(fields: names), item.place)
    } else if drafts.count > before {
      report.updated += 1
    } else {
      report.duplicate += 1
    }
  }

  /// The fields to write, and those that a person wrote too, with the digests of what the source
  /// said before.
  private func compare(
    _ fields: ImportFields, _ known: SourceRecord, _ record: Record, _ undecided: Set<FieldKey>
  ) -> (writing: [FieldKey], contested: [FieldKey: UInt64]) {
    let bases = known.offeredBases
    let seen = SourceRecords(reading: record.value(.source))
    var writing: [FieldKey] = []
    var contested: [FieldKey: UInt64] = [:]
    for key in Set(fields.values.keys).union(known.digests.keys).sorted() {
      let isNews = SourceRecord.digest(of: fields.value(key)) != known.digest(key)
      guard isNews || bases[key] != nil else { continue }
      let present = ImportFields.present(key, record)
      if fields.agrees(key, with: present) { continue }
      let isUntouched =
        SourceRecord.digest(of: present) == known.digest(key)
        || !ImportFields.isPersonal(key, record, seen)
      // A register about which somebody has to decide is left to him whole.
      let isFree = isUntouched && !undecided.contains(ImportFields.register(key))
      if isFree || options.force {
        writing.append(key)
      } else {
        contested[key] = bases[key] ?? known.digest(key)
      }
    }
    return (writing, contested)
  }

  private func offers(
    of item: ImportedItem, _ contested: [FieldKey: UInt64], beside writing: [FieldKey],
    _ fields: ImportFields, _ known: SourceRecord, _ record: Record
  ) -> [SourceOffer] {
    let keys = contested.keys.sorted()
    let values = fields.registers(of: keys, writing: writing, on: record)
    return values.sorted { $0.key < $1.key }.map { key, value in
      SourceOffer(
        key, value, from: item.sourceName,
        bases: contested.filter { ImportFields.register($0.key) == key })
    }
  }

  /// Takes a deletion over; beside what a person wrote to it stands until somebody decides.
  mutating func delete(
    _ item: ImportedItem, _ known: SourceRecord, _ record: Record, _ undecided: Set<FieldKey>
  ) {
    let isPersonal = !ImportFields.personalHeads(record).isEmpty
    var seen = known.keepingOffers(undecided)
    seen.isDeleted = true
    seen.modifiedAt = item.modifiedAt ?? known.modifiedAt
    let isOffered = isPersonal && !options.force
    seen.offers.removeAll { $0.key.field == .life }
    if isOffered {
      seen.offers.append(
        SourceOffer(FieldKey(.life), Life.deleted, from: item.sourceName, bases: [:]))
    }
    var change = ItemChange()
    change.source = Self.register(seen, item, record, undecided)
    drafts.append(EventDraft(.itemEdited, item.id, payload: change.encoded))
    guard !isOffered else {
      drafts.append(EventDraft(.itemRestored, item.id))
      report.conflicting += 1
      report.undecided += 1
      return note(.deletedThere, item.place)
    }
    drafts.append(EventDraft(.itemDeleted, item.id, occurredAt: item.modifiedAt))
    report.updated += 1
  }

  /// The register `source` with what was seen now. What somebody has decided is offered no more.
  static func register(
    _ seen: SourceRecord, _ item: ImportedItem, _ record: Record?, _ undecided: Set<FieldKey>
  ) -> [UInt8] {
    var records = SourceRecords(reading: record?.value(.source))
    records.keepOffers(undecided.subtracting(seen.offers.map(\.key)))
    records[item.source] = seen
    // This import wrote last, and says no more than its events do about when.
    records.editedAt = nil
    return records.encoded
  }
}

extension SourceRecord {
  /// Whether it says, beside what a person wrote, that the item was deleted there.
  var offersDeletion: Bool { offers.contains { $0.key.field == .life } }
}
