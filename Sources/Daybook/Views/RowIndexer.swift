import DaybookEvents
import DaybookText

/// Lists the index entries of rows, reading the rows in place.
struct RowIndexer {
  /// The values that show, as places in the row.
  private struct Shown {
    var life, created, status, kind, schedule, priority, source: Range<Int>?
    var name, deck, suspended, place, note: Range<Int>?
    var isDeletedByAny = false
    var hasRivals = false
  }

  private var shown = Shown()
  private var tags: [UInt128] = []
  private var isLive = false
  private var origins: [WriteOrigin] = []

  /// Adds the entries of a row; an empty one has none.
  mutating func list(
    _ row: RowKey, _ bytes: Span<UInt8>, into entries: inout IndexEntries
  ) throws(ViewError) {
    guard !bytes.isEmpty, row.kind.schema.isIndexed else { return }
    try read(bytes)
    switch row.kind {
    case .item: listItem(row.entity, bytes, &entries)
    case .membership:
      guard let item = row.other, let place = shown.place, !place.isEmpty,
        bytes[place.lowerBound] == 1
      else { break }
      entries.add(.container) {
        $0.append(bigEndian: item.handle)
        $0.append(bigEndian: row.entity.handle)
      }
    case .collection, .deck:
      let joinedInto = shown.life.flatMap { Life.joinedInto(bytes.extracting($0)) }
      if let joinedInto {
        entries.add(.joined) {
          $0.append(row.kind.rawValue)
          $0.append(bigEndian: joinedInto.handle)
          $0.append(bigEndian: row.entity.handle)
        }
      }
      guard isLive || joinedInto != nil, let name = shown.name else { break }
      entries.add(.name) {
        $0.append(row.kind.rawValue)
        $0.append(contentsOf: ViewIndex.nameDigest(bytes.array(name)))
        $0.append(bigEndian: row.entity.handle)
      }
    case .card: listCard(row.entity, bytes, &entries)
    default: break
    }
    // Heads that disagree; what sources say beside them, of which only the log tells whether
    // somebody decided; of what has members also any deletion among the heads, because only
    // the members tell whether it conflicts.
    let isContainer = row.kind.schema.hasMembers
    let isContested = shown.hasRivals ? try !Record(reading: bytes).contested.isEmpty : false
    let hasOffers = shown.source.map { SourceRecords.hasOffers(in: bytes.extracting($0)) } ?? false
    if isContested || hasOffers || (isContainer && shown.isDeletedByAny) {
      entries.add(.contested) { row.write(to: &$0) }
    }
  }

  private func listItem(_ item: EntityID, _ bytes: Span<UInt8>, _ entries: inout IndexEntries) {
    let created = shown.created.map { CreationTime(reading: bytes.extracting($0)).milliseconds }
    let createdAt = created ?? 0
    let status = shown.status.map { ItemStatus.standing(bytes.extracting($0)) }
    let kind = shown.kind.map { ItemKind.standing(bytes.extracting($0)) }
    entries.add(.standing) {
      $0.append(isLive ? 0 : 1)
      $0.append(status ?? ViewIndex.standingByte(.initial))
      $0.append(kind ?? ViewIndex.kindByte(.initial))
      $0.append(bigEndian: ViewIndex.sortableNumber(createdAt))
      $0.append(bigEndian: item.handle)
    }
    let editedAt = ZonedTime(lastEditBy: origins) {
      shown.source.flatMap { SourceRecords.editedAt(in: bytes.extracting($0)) }
    }.milliseconds
    if editedAt > createdAt { add(.edited, editedAt, item, &entries) }
    let schedule = shown.schedule.map { Schedule(reading: bytes.extracting($0)) }
    if let due = schedule?.due { add(.due, due.sortMilliseconds, item, &entries) }
    if let priority = shown.priority, !priority.isEmpty {
      entries.add(.priority) {
        $0.append(ItemPriority.standing(bytes.extracting(priority)))
        $0.append(bigEndian: item.handle)
      }
    }
    for tag in tags {
      entries.add(.tag) {
        $0.append(bigEndian: EntityID(rawValue: tag).handle)
        $0.append(bigEndian: item.handle)
      }
    }
  }

  private func listCard(_ card: EntityID, _ bytes: Span<UInt8>, _ entries: inout IndexEntries) {
    if let note = shown.note, note.count == 18 {
      entries.add(.noteCard) {
        $0.append(bigEndian: EntityID(rawValue: bytes.bigEndian128(at: note.lowerBound)).handle)
        $0.append(bigEndian: card.handle)
      }
    }
    guard isLive, let deck = shown.deck, deck.count == 16 else { return }
    entries.add(.deckCard) {
      $0.append(bigEndian: EntityID(rawValue: bytes.bigEndian128(at: deck.lowerBound)).handle)
      $0.append(bigEndian: card.handle)
    }
    if let suspended = shown.suspended, bytes.extracting(suspended).isEqual(to: [1].span) {
      entries.add(.suspended) { $0.append(bigEndian: card.handle) }
    }
  }

  private func add(
    _ index: ViewIndex, _ time: Int64, _ item: EntityID, _ entries: inout IndexEntries
  ) {
    entries.add(index) {
      $0.append(bigEndian: ViewIndex.sortableNumber(time))
      $0.append(bigEndian: item.handle)
    }
  }

  /// Finds the values that show.
  private mutating func read(_ bytes: Span<UInt8>) throws(ViewError) {
    shown = Shown()
    tags.removeAll(keepingCapacity: true)
    var reader = try FactsReader(bytes)
    origins = reader.origins
    let (live, deleted) = (Life.live, Life.deleted)
    while let (key, count) = try reader.nextRegister(in: bytes) {
      if count > 1 { shown.hasRivals = true }
      var winner: (origin: Int, value: Range<Int>)?
      for _ in 0..<count {
        let head = try reader.nextHead(in: bytes)
        if key.field == .life, bytes.extracting(head.value).isEqual(to: deleted.span) {
          shown.isDeletedByAny = true
        }
        guard let known = winner,
          !reader.origins[known.origin].precedes(reader.origins[head.origin])
        else {
          winner = head
          continue
        }
      }
      if let winner { note(key, winner.value, bytes) }
    }
    isLive = shown.life.map { bytes.extracting($0).isEqual(to: live.span) } ?? false
  }

  private mutating func note(_ key: FieldKey, _ value: Range<Int>, _ bytes: Span<UInt8>) {
    switch key.field {
    case .life: shown.life = value
    case .created: shown.created = value
    case .status: shown.status = value
    case .kind: shown.kind = value
    case .schedule: shown.schedule = value
    case .priority: shown.priority = value
    case .source: shown.source = value
    case .name: shown.name = value
    case .deck: shown.deck = value
    case .suspended: shown.suspended = value
    case .cardNote: shown.note = value
    case .place: shown.place = value
    case .tag: if !value.isEmpty, bytes[value.lowerBound] == 1 { tags.append(key.part) }
    default: break
    }
  }
}

extension ItemStatus {
  private static let knownBytes = known.map { Array($0.rawValue.utf8) }

  /// The byte that stands for the value of a status register in the index.
  fileprivate static func standing(_ value: Span<UInt8>) -> UInt8 {
    guard let word = value.content(1) else { return ViewIndex.standingByte(.initial) }
    return ViewIndex.standing(value.extracting(word), among: knownBytes)
  }
}

extension ItemKind {
  private static let knownBytes = known.map { Array($0.rawValue.utf8) }

  fileprivate static func standing(_ value: Span<UInt8>) -> UInt8 {
    ViewIndex.standing(value, among: knownBytes)
  }
}

extension ItemPriority {
  private static let knownBytes = known.map { Array($0.rawValue.utf8) }

  fileprivate static func standing(_ value: Span<UInt8>) -> UInt8 {
    ViewIndex.standing(value, among: knownBytes)
  }
}

extension ViewIndex {
  /// The place of a word among known ones, from 1; 255 for another.
  fileprivate static func standing(_ word: Span<UInt8>, among known: [[UInt8]]) -> UInt8 {
    for index in known.indices {
      let text = known[index]
      if word.isEqual(to: text.span) { return UInt8(index + 1) }
    }
    return 255
  }
}
