import DaybookEvents
import DaybookLog
import LMDB

/// Bringing in notes with their types, decks and cards.
extension ImportStep {
  /// Defines a type, or defines it anew where only imports have defined it. False, with nothing
  /// added, when the command has no room left for it.
  mutating func add(
    _ type: ImportedNoteType, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    let record = try moment.catalog.record(RowKey(.noteType, type.id), transaction)
    let isPersonal = record[.definition]?.winner.map { !$0.isRuleMade } ?? false
    var definition = type.type
    let name = record.value(.name).map { String(decoding: $0, as: UTF8.self) } ?? definition.name
    // What an export, or Anki, added to tell two types of one name apart is no part of the name.
    if definition.name.hasPrefix(name),
      definition.name.dropFirst(name.count).allSatisfy({ $0 == "+" })
    {
      definition.name = name
    }
    let isSame =
      record.value(.definition) == definition.definition
      && record.value(.name) == Array(definition.name.utf8)
    guard !isSame, !isPersonal || options.force else { return true }
    let draft = EventDraft(.noteTypeDefined, type.id, payload: definition.payload)
    guard hasRoom(for: [draft]) else { return false }
    append([draft])
    return true
  }

  /// Makes a deck, and sets what no person has set for it here. False, with nothing added, when
  /// the command has no room left for it.
  mutating func add(
    _ deck: ImportedDeck, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    var plan: [EventDraft] = []
    var decks = decks
    if let known = deck.ids.first { decks.take(deck.name, for: known) }
    let (id, isDeleted) = try decks.resolve(deck.name, &plan, moment, transaction)
    let record = try moment.catalog.record(RowKey(.deck, id), transaction)
    let isPersonal = record[.name]?.winner.map { !$0.isRuleMade } ?? false
    var news = deck.options.filter { option in
      // What a deck of somebody's own is called and kept as there is an export's doing.
      if isPersonal, option.name == DeckOptionName.imported.rawValue { return false }
      let key = FieldKey(.option, DeckOptionName.part(of: option.name))
      guard let head = record[key]?.winner else { return true }
      return head.value != option.encoded && (head.isRuleMade || options.force)
    }
    if let former = try moment.formerSteps(
      of: id, record, changing: news.map(\.name), transaction)
    {
      news.append(former)
    }
    if !news.isEmpty, !isDeleted {
      plan.append(EventDraft(.deckOptionsChanged, id, payload: DeckOptionValue.payload(news)))
    }
    guard hasRoom(for: plan) else { return false }
    self.decks = decks
    append(plan)
    return true
  }

  /// Names a file that notes show, unless the name stands for another file here. False, with
  /// nothing added, when the command has no room left for it.
  mutating func add(
    _ file: MediaFile, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    let id = MediaFile.id(file.name)
    let record = try moment.catalog.record(RowKey(.media, id), transaction)
    guard record.value(.mediaFile)?.isEmpty ?? true else { return true }
    let draft = EventDraft(.mediaAdded, id, payload: file.encoded)
    guard hasRoom(for: [draft]) else { return false }
    append([draft])
    return true
  }

  /// Plans one note with its cards; false, with nothing added, when the command has no room left
  /// for it.
  mutating func add(
    _ note: ImportedNote, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    var plan = NotePlan(note, options)
    var decks = decks
    let record = try moment.catalog.record(RowKey(.note, note.id), transaction)
    try plan.make(record, &decks, moment, transaction)
    guard hasRoom(for: plan.drafts) else {
      // A note that no command can hold would stop the import for ever.
      guard drafts.isEmpty else { return false }
      skip(note.place, .tooMuchText)
      return true
    }
    self.decks = decks
    append(plan.drafts)
    report.cards += plan.cards.count
    if plan.isUndecided { report.undecided += 1 }
    lastNote = (note.id, plan.outcome)
    newCards = plan.cards
    count(plan.outcome, note.place)
    return true
  }

  /// Counts what became of something, and tells what is to be known.
  mutating func count(_ outcome: NotePlan.Outcome, _ place: ImportPlace) {
    switch outcome {
    case .new: report.new += 1
    case .updated: report.updated += 1
    case .duplicate: report.duplicate += 1
    case .deleted: skipDeleted()
    case .skipped(let problem): skip(place, problem)
    case .conflicting(let fields):
      report.conflicting += 1
      note(.changedOnBothSides(fields: fields), place)
    }
  }
}
