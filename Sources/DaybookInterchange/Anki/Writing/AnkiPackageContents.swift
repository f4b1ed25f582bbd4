import DaybookSQLite
import Foundation
import GRDB

/// What goes into a package, while it is written: note types before their notes, everything else in
/// any order.
package final class AnkiPackageContents {
  private let database: Database
  private let version: AnkiPackageVersion
  private var noteTypes: [Int: AnkiNoteType] = [:]
  private var decks: [Int: AnkiDeck] = [:]
  private var options: [Int: AnkiDeckOptions] = [:]
  private var tags: Set<String> = []
  private let insertNote: Statement
  private let insertCard: Statement
  private let insertReview: Statement
  /// The files, in the order they were added.
  private(set) var media: [(name: String, source: ByteSource)] = []
  private var mediaNames: Set<String> = []

  /// What every row holds that another collection has not seen yet.
  private static let unsent = -1

  init(_ database: Database, _ version: AnkiPackageVersion) throws {
    self.database = database
    self.version = version
    for statement in AnkiSchema.tables(version) { try database.execute(sql: statement) }
    func insert(_ table: String, _ count: Int) throws -> Statement {
      let values = Array(repeating: "?", count: count).joined(separator: ", ")
      return try database.makeStatement(sql: "INSERT INTO \(table) VALUES (\(values))")
    }
    insertNote = try insert("notes", 11)
    insertCard = try insert("cards", 18)
    insertReview = try insert("revlog", 9)
  }

  /// Adds a note type.
  ///
  /// - Throws: ``AnkiWriteError/sameID(table:id:)``.
  package func add(_ noteType: AnkiNoteType) throws {
    try Self.put(noteType, noteType.id, "notetypes", into: &noteTypes)
  }

  /// Adds a deck. The default deck, 1, is added by itself where it is missing.
  ///
  /// - Throws: ``AnkiWriteError/sameID(table:id:)``.
  package func add(_ deck: AnkiDeck) throws { try Self.put(deck, deck.id, "decks", into: &decks) }

  /// Adds options. The default ones, 1, are added by themselves where they are missing.
  ///
  /// - Throws: ``AnkiWriteError/sameID(table:id:)``.
  package func add(_ deckOptions: AnkiDeckOptions) throws {
    try Self.put(deckOptions, deckOptions.id, "deck_config", into: &options)
  }

  /// Adds a file, which is read after all notes were added, under a name that ``AnkiMediaName``
  /// would not change.
  ///
  /// - Throws: ``AnkiWriteError/mediaName(position:)``.
  package func add(media name: String, _ source: @escaping ByteSource) throws {
    // Byte by byte: for Swift, composed and decomposed letters are the same.
    let isNormal = AnkiMediaName.normalized(name).map { $0.utf8.elementsEqual(name.utf8) } ?? false
    guard isNormal, mediaNames.insert(name).inserted else {
      throw AnkiWriteError.mediaName(position: media.count)
    }
    media.append((name, source))
  }

  /// Adds a note with its cards and reviews.
  ///
  /// - Throws: ``AnkiWriteError``.
  package func add(_ entry: AnkiNoteEntry) throws {
    let note = entry.note
    guard let noteType = noteTypes[note.noteTypeID] else {
      throw AnkiWriteError.unknownNoteType(note: note.id)
    }
    guard note.fields.count == noteType.fields.count, let first = note.fields.first,
      !note.fields.contains(where: { $0.utf8.contains(0x1F) })
    else { throw AnkiWriteError.wrongFields(note: note.id) }
    let sortField = min(max(noteType.sortField, 0), note.fields.count - 1)
    tags.formUnion(note.tags)
    try insert(insertNote, "notes", note.id) {
      [
        note.id, note.guid, note.noteTypeID, note.modifiedSeconds, Self.unsent,
        AnkiNote.column(of: note.tags), note.fields.joined(separator: "\u{1F}"),
        AnkiSortText.text(of: note.fields[sortField]), AnkiSortText.checksum(of: first), note.flags,
        note.data,
      ]
    }
    for card in entry.cards { try add(card) }
  }

  private func add(_ entry: AnkiNoteEntry.Card) throws {
    let card = entry.card
    try insert(insertCard, "cards", card.id) {
      [
        card.id, card.noteID, card.deckID, card.ordinal, card.modifiedSeconds, Self.unsent,
        card.kindNumber, card.queueNumber, card.due, card.interval, card.factor, card.reviews,
        card.lapses, card.left, card.homeDue, card.homeDeckID, card.flags, card.data,
      ]
    }
    for review in entry.reviews {
      try insert(insertReview, "revlog", review.id) {
        [
          review.id, review.cardID, Self.unsent, review.ease, review.interval,
          review.lastInterval, review.factor, review.milliseconds, review.kindNumber,
        ]
      }
    }
  }

  private func insert(
    _ statement: Statement, _ table: String, _ id: Int, _ values: () -> StatementArguments
  ) throws {
    do {
      try statement.execute(arguments: values())
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
      throw AnkiWriteError.sameID(table: table, id: id)
    }
  }

  private static func put<Thing>(
    _ thing: Thing, _ id: Int, _ table: String, into things: inout [Int: Thing]
  ) throws {
    guard things.updateValue(thing, forKey: id) == nil else {
      throw AnkiWriteError.sameID(table: table, id: id)
    }
  }
}

/// The end: what was gathered, by id, so that the same contents give the same bytes.
extension AnkiPackageContents {
  func finish(_ collection: AnkiCollection) throws {
    let seconds = collection.modifiedMilliseconds / 1_000
    if decks[1] == nil { decks[1] = AnkiDeck(id: 1, name: "Default", modifiedSeconds: seconds) }
    if options[1] == nil {
      options[1] = AnkiDeckOptions(id: 1, name: "Default", modifiedSeconds: seconds)
    }
    tellApart()
    let isLatest = version == .latest
    let texts =
      isLatest
      ? Array(repeating: "", count: 5)
      : [
        Self.text(collection.wholeConfig), Self.text(noteTypes) { $0.json },
        Self.text(decks) { $0.json }, Self.text(options) { $0.json }, "{}",
      ]
    try database.execute(
      sql: "INSERT INTO col VALUES (1, ?, ?, ?, ?, 0, 0, 0, ?, ?, ?, ?, ?)",
      arguments: [
        collection.createdSeconds, collection.modifiedMilliseconds,
        collection.modifiedMilliseconds,
        isLatest ? AnkiSchema.latestVersion : AnkiSchema.legacyVersion,
        texts[0], texts[1], texts[2], texts[3], texts[4],
      ])
    if isLatest { try writeTables(collection) }
    for statement in AnkiSchema.indexes(version) { try database.execute(sql: statement) }
  }

  /// Gives names that the tables would take for one something that tells them apart: the same ones
  /// at every export, since what has the smaller id keeps its name.
  private func tellApart() {
    let deckIDs = decks.keys.sorted()
    let deckNames = AnkiNames.distinctDecks(deckIDs.map { decks[$0]?.name ?? "" })
    for (id, name) in zip(deckIDs, deckNames) { decks[id]?.name = name }
    let typeIDs = noteTypes.keys.sorted()
    let typeNames = AnkiNames.distinct(typeIDs.map { noteTypes[$0]?.name ?? "" })
    for (id, name) in zip(typeIDs, typeNames) {
      guard var type = noteTypes[id] else { continue }
      type.name = name
      let fields = AnkiNames.distinct(type.fields.map(\.name))
      for index in fields.indices { type.fields[index].name = fields[index] }
      let templates = AnkiNames.distinct(type.templates.map(\.name))
      for index in templates.indices { type.templates[index].name = templates[index] }
      noteTypes[id] = type
    }
  }

  private static func text(_ object: JSONObject) -> String {
    String(decoding: JSONValue.object(object).bytes, as: UTF8.self)
  }

  private static func text<Thing>(
    _ things: [Int: Thing], _ json: (Thing) -> JSONValue
  ) -> String {
    let sorted = things.sorted { $0.key < $1.key }
    return text(JSONObject(sorted.map { (key: String($0.key), value: json($0.value)) }))
  }

  private func writeTables(_ collection: AnkiCollection) throws {
    for member in collection.wholeConfig.members {
      try execute("config", [member.key, 0, 0, Data(member.value.bytes)])
    }
    for (id, options) in options.sorted(by: { $0.key < $1.key }) {
      let config = Data(options.config.bytes)
      try execute("deck_config", [id, options.name, options.modifiedSeconds, Self.unsent, config])
    }
    for (id, deck) in decks.sorted(by: { $0.key < $1.key }) {
      let name = deck.name.replacing("::", with: "\u{1F}")
      let common = Data(deck.common.bytes)
      let kind = Data(deck.kind.bytes)
      try execute("decks", [id, name, deck.modifiedSeconds, Self.unsent, common, kind])
    }
    for (_, noteType) in noteTypes.sorted(by: { $0.key < $1.key }) { try write(noteType) }
    for tag in tags.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      // One of two that differ in case only is enough.
      try database.execute(
        sql: "INSERT OR IGNORE INTO tags VALUES (?, ?, 0, NULL)", arguments: [tag, Self.unsent])
    }
  }

  private func write(_ noteType: AnkiNoteType) throws {
    let id = noteType.id
    let config = Data(noteType.config.bytes)
    try execute("notetypes", [id, noteType.name, noteType.modifiedSeconds, Self.unsent, config])
    for (ordinal, field) in noteType.fields.enumerated() {
      try execute("fields", [id, ordinal, field.name, Data(field.config.bytes)])
    }
    for (ordinal, template) in noteType.templates.enumerated() {
      let config = Data(template.config.bytes)
      try execute(
        "templates",
        [id, ordinal, template.name, template.modifiedSeconds, Self.unsent, config])
    }
  }

  private func execute(_ table: String, _ values: [any DatabaseValueConvertible]) throws {
    let marks = Array(repeating: "?", count: values.count).joined(separator: ", ")
    try database.execute(
      sql: "INSERT INTO \(table) VALUES (\(marks))", arguments: StatementArguments(values))
  }
}
