import DaybookEvents
import LMDB
import DaybookText

/// Taking out notes, and a deck with all that its cards need.
extension Moment {
  /// A type as it shows; nil when nothing is known of it.
  func portableNoteType(
    _ id: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> PortableNoteType? {
    let record = try catalog.record(RowKey(.noteType, id), transaction)
    guard let definition = record.value(.definition) else { return nil }
    return PortableNoteType(id: id, name: record.value(.name) ?? [], definition: definition)
  }

  /// Fills in what a note has beside its type.
  ///
  /// All fields of its type are told, and any beyond those that hold something: its type may have
  /// had more of them, or not be known here.
  func fill(
    note thing: inout PortableThing, _ record: Record, _ transaction: borrowing ReadTransaction
  ) throws {
    thing.editedAt = ZonedTime(lastEditOf: record)
    thing.values[.source] = SourceRecords(reading: record.value(.source)).encodedRecords
    let typeID = record.value(.noteType).flatMap { EntityID(bytes: $0) }
    let names = try typeID.flatMap { try noteType($0, transaction) }?.fields.map(\.name) ?? []
    var fields = names.map { PortableThing.NoteField(name: $0, value: []) }
    var tags: [String] = []
    var extras: [ExtraField] = []
    for (key, register) in record.registers {
      guard let value = register.winner?.value else { continue }
      switch key.field {
      case .noteField:
        let index = Int(key.part)
        guard !value.isEmpty || index < fields.count else { continue }
        while fields.count <= index {
          fields.append(PortableThing.NoteField(name: nil, value: []))
        }
        fields[index].value = value
      case .noteTag:
        let tag = NoteTag(reading: value)
        if tag.isOn { tags.append(String(decoding: tag.name, as: UTF8.self)) }
      case .extra:
        if let extra = ExtraField(reading: value), !extra.value.isEmpty { extras.append(extra) }
      default: break
      }
    }
    thing.noteFields = fields
    thing.tags = tags.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    thing.extras = extras.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Decks to share: see ``PortableScope/decks(_:)``.
  func portableDecks(
    _ decks: [EntityID], _ transaction: borrowing ReadTransaction,
    _ entry: (PortableEntry) throws -> Void
  ) throws {
    let cards = try decks.flatMap { try self.cards(in: $0, transaction) }
    var notes: Set<EntityID> = []
    for card in cards {
      let record = try catalog.record(RowKey(.card, card), transaction)
      if let note = record.cardOrigin?.note { notes.insert(note) }
    }
    let liveNotes = try notes.sorted { $0.rawValue < $1.rawValue }.filter {
      try catalog.record(RowKey(.note, $0), transaction).isLive
    }
    let (types, files) = try needs(of: liveNotes, transaction)
    for file in files { try entry(.media(file)) }
    for type in types { try entry(.noteType(type)) }
    for deck in decks {
      if let thing = try portable(.deck, deck, transaction) { try entry(.thing(thing)) }
    }
    for note in liveNotes {
      guard var thing = try portable(.note, note, transaction) else { continue }
      thing.values[.source] = nil
      try entry(.thing(thing))
    }
    for card in cards {
      guard var thing = try portable(.card, card, transaction) else { continue }
      for field in [Field.cardItem, .flag, .buried] { thing.values[field] = nil }
      thing.values[.seed] = thing.values[.seed].flatMap { CardSeed(reading: $0).place }
      try entry(.thing(thing))
    }
  }

  /// The types of some notes, and the files that their fields and types name.
  private func needs(
    of notes: [EntityID], _ transaction: borrowing ReadTransaction
  ) throws -> (types: [PortableNoteType], files: [MediaFile]) {
    var types: Set<EntityID> = []
    var names: Set<String> = []
    for note in notes {
      let record = try catalog.record(RowKey(.note, note), transaction)
      if let type = record.value(.noteType).flatMap({ EntityID(bytes: $0) }) {
        types.insert(type)
      }
      for (key, register) in record.registers where key.field == .noteField {
        let text = String(decoding: register.winner?.value ?? [], as: UTF8.self)
        names.formUnion(MediaReferences.names(in: text))
      }
    }
    let sorted = types.sorted { $0.rawValue < $1.rawValue }
    // Style sheets name fonts and pictures too: those whose names begin with an underscore.
    let shared = try mediaFiles(transaction).map(\.name).filter { $0.hasPrefix("_") }
    for type in try sorted.compactMap({ try noteType($0, transaction) }) {
      for template in type.templates {
        names.formUnion(MediaReferences.names(in: template.front))
        names.formUnion(MediaReferences.names(in: template.back))
      }
      names.formUnion(shared.filter { type.css.contains($0) })
    }
    let files = try names.compactMap { try mediaFile(named: $0, transaction) }
    return (
      try sorted.compactMap { try portableNoteType($0, transaction) },
      Set(files).sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    )
  }
}

extension CardSeed {
  /// The register's value with the place among new cards alone; nil where that is not known.
  fileprivate var place: [UInt8]? {
    guard let position else { return nil }
    var seed = CardSeed()
    seed.position = position
    return seed.encoded
  }
}
