import DaybookEvents
import DaybookLog
import LMDB

/// One command of an import: what it writes of how many entries, made up from what is here.
struct ImportStep {
  /// The most tags and collections of an item.
  static let nameLimit = 500
  /// The most bytes of an item's tags and collections.
  static let nameByteLimit = 256 << 10

  var drafts: [EventDraft] = []
  var report = ImportReport()
  var collections: ImportCollections
  var decks: ImportDecks
  /// The note that was dealt with last, and what became of it: its answers come after it.
  var lastNote: (id: EntityID, outcome: NotePlan.Outcome)?
  /// The cards that it brought.
  var newCards: Set<EntityID> = []
  /// How many entries from the front of the list it deals with.
  private(set) var entryCount = 0
  private(set) var byteCount = 0
  let options: ImportOptions
  /// The reviews of the card that was spoken of last: they come one after another.
  var knownReviews: (card: EntityID, record: Record)?

  /// A step after others: what they have met is known.
  init(_ options: ImportOptions, after last: ImportStep?) {
    self.options = options
    collections = last?.collections ?? ImportCollections()
    decks = last?.decks ?? ImportDecks()
    lastNote = last?.lastNote
    newCards = last?.newCards ?? []
  }

  /// Deals with as many entries as one command may hold, at least one. What comes a second time is
  /// left to the next step, which sees what this one wrote.
  mutating func plan(
    _ entries: ArraySlice<ImportEntry>, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws {
    var subjects: Set<PortableEntry.Subject> = []
    for entry in entries {
      guard subjects.insert(entry.subject).inserted else { return }
      switch entry {
      case .portable(let entry, let place):
        guard try add(entry, place, moment, transaction) else { return }
      case .vault(let vault): guard try add(vault, moment, transaction) else { return }
      case .noteType(let type): guard try add(type, moment, transaction) else { return }
      case .deck(let deck): guard try add(deck, moment, transaction) else { return }
      case .media(let file): guard try add(file, moment, transaction) else { return }
      case .note(let note): guard try add(note, moment, transaction) else { return }
      case .card(let card): guard try add(card, moment, transaction) else { return }
      case .reviews(let reviews): guard try add(reviews, moment, transaction) else { return }
      case .item(let item):
        // Room for one more of any size: its tags, those it lost, and new collections for each.
        guard drafts.count + 4 * Self.nameLimit <= LogWriter.commandEventLimit,
          byteCount <= LogWriter.commandByteLimit / 3
        else { return }
        let before = drafts.count
        try add(item, moment, transaction)
        for draft in drafts[before...] { byteCount += draft.payload.count }
      }
      entryCount += 1
    }
  }

  /// Adds drafts that fit.
  mutating func append(_ more: [EventDraft]) {
    drafts += more
    for draft in more { byteCount += draft.payload.count }
  }

  private mutating func add(
    _ item: ImportedItem, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws {
    if let problem = Self.refusal(of: item) { return skip(item.place, problem) }
    let record = try moment.catalog.record(RowKey(.item, item.id), transaction)
    if record.isEmpty { return try capture(item, moment, transaction) }
    let known = SourceRecords(reading: record.value(.source))[item.source]
    if !record.isLive {
      // What the source deleted it may bring back; what a person deleted stays so.
      let isOurs = known.isDeleted && record[.life]?.winner?.isRuleMade == true
      guard isOurs else { return skipDeleted() }
      guard !item.isDeleted else { return report.duplicate += 1 }
      return try update(item, known.keepingOffers([]), record, [], moment, transaction)
    }
    if let there = item.modifiedAt, let here = known.modifiedAt, there < here, !options.force {
      return skip(item.place, .older)
    }
    let undecided = try moment.undecidedKeys(record, transaction)
    let offered = known.keepingOffers(undecided)
    if item.isDeleted, !known.isDeleted || options.force && offered.offersDeletion {
      return delete(item, known, record, undecided)
    }
    try update(item, offered, record, undecided, moment, transaction)
  }

  mutating func skip(_ place: ImportPlace, _ problem: ImportProblem.Kind) {
    report.skipped += 1
    note(problem, place)
  }

  mutating func skipDeleted() {
    report.skipped += 1
    report.deleted += 1
  }

  mutating func note(_ problem: ImportProblem.Kind, _ place: ImportPlace) {
    report.problems.append(ImportProblem(place: place, kind: problem))
  }

  /// Why an item cannot be kept here.
  private static func refusal(of item: ImportedItem) -> ImportProblem.Kind? {
    let names = item.tags + item.collections
    let nameBytes = names.reduce(0) { $0 + $1.utf8.count }
    if names.count > nameLimit { return .tooManyTags }
    let texts = [item.fields.title?.bytes, item.fields.body?.bytes].compactMap(\.self)
    if (texts + item.fields.extras.map(\.value)).contains(where: { $0.contains(0) }) {
      return .nulByte
    }
    // Some room is left for what the source is remembered by.
    let count = item.fields.encoded.count + nameBytes + 25 * item.fields.extras.count
    let isTooLarge = count > EventBytes.payloadLimit - 32_768 || nameBytes > nameByteLimit
    return isTooLarge ? .tooLarge : nil
  }

  private mutating func capture(
    _ item: ImportedItem, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws {
    // What was deleted there before it ever came here need not come.
    if item.isDeleted { return skipDeleted() }
    let fields = ImportFields(item.fields)
    var seen = SourceRecord()
    seen.digests = fields.values.mapValues(SourceRecord.digest(of:))
    seen.modifiedAt = item.modifiedAt
    let tags = tagChanges(item, SourceRecord(), Record(), &seen)
    let filings = try filingChanges(item, SourceRecord(), &seen, moment, transaction)
    var change = item.fields
    change.source = Self.register(seen, item, nil, [])
    drafts.append(
      EventDraft(
        .itemCaptured, item.id, payload: change.encoded, occurredAt: item.createdAt))
    drafts += tags + filings
    report.new += 1
  }

  func tagChanges(
    _ item: ImportedItem, _ known: SourceRecord, _ record: Record, _ seen: inout SourceRecord
  ) -> [EventDraft] {
    func isOn(_ name: String) -> Bool {
      record[FieldKey(.tag, Tag.id(name).rawValue)]?.winner?.value.first == 1
    }
    let names = Tag.distinct(item.tags).filter { !normalizedTagName($0).isEmpty }
    seen.tags = names.map(normalizedTagName).sorted()
    let added = names.filter { !known.tags.contains(normalizedTagName($0)) && !isOn($0) }
    let removed = known.tags.filter { !seen.tags.contains($0) && isOn($0) }
    return added.map { ItemDrafts.tag(item.id, $0, isOn: true) }
      + removed.map { ItemDrafts.tag(item.id, $0, isOn: false) }
  }

  mutating func filingChanges(
    _ item: ImportedItem, _ known: SourceRecord, _ seen: inout SourceRecord, _ moment: Moment,
    _ transaction: borrowing ReadTransaction
  ) throws -> [EventDraft] {
    func isIn(_ collection: EntityID) throws -> Bool {
      let row = RowKey(.membership, collection, item.id)
      return try moment.catalog.record(row, transaction).value(.place)?.first == 1
        || moment.shows(item.id, in: collection, transaction)
    }
    var changes: [EventDraft] = []
    for name in item.collections {
      let key = folded(name)
      guard !key.isEmpty, !seen.collections.contains(where: { $0.name == key }) else { continue }
      if let filing = known.collections.first(where: { $0.name == key }) {
        seen.collections.append(filing)
        continue
      }
      let (collection, isDeleted) = try collections.resolve(name, &drafts, moment, transaction)
      seen.collections.append(SourceRecord.Filing(name: key, collection: collection))
      if isDeleted {
        note(.collectionDeleted, item.place)
      } else if try !isIn(collection) {
        let position = try collections.takeEnd(of: collection, moment, transaction)
        changes.append(
          EventDraft(
            .itemFiled, item.id, second: collection, payload: Position.payload(position)))
      }
    }
    for filing in known.collections where !seen.collections.contains(filing) {
      if try isIn(filing.collection) {
        changes.append(EventDraft(.itemUnfiled, item.id, second: filing.collection))
      }
    }
    return changes
  }

  /// Fields as people know them.
  static func names(of keys: [FieldKey]) -> [String] {
    var names: [String] = []
    for key in keys {
      let name = key.field == .extra ? "fields" : key.field.name
      if !names.contains(name) { names.append(name) }
    }
    return names
  }
}
