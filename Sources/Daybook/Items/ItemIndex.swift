import DaybookEvents

/// The indexes of items.
extension ViewIndex {
  /// Life, status, kind, created, item: every filter on these is a few ranges.
  package static let standing = ViewIndex("s")
  /// Edited-at, item, where it was edited after its creation.
  package static let edited = ViewIndex("e")
  /// Due, item.
  package static let due = ViewIndex("d")
  /// Tag, item.
  package static let tag = ViewIndex("t")

  /// The byte that stands for a status; 255 for one that this program does not know.
  static func standingByte(_ status: ItemStatus) -> UInt8 {
    place(of: status, among: ItemStatus.known)
  }

  /// The byte that stands for a kind; 255 for one that this program does not know.
  static func kindByte(_ kind: ItemKind) -> UInt8 { place(of: kind, among: ItemKind.known) }

  /// The byte that stands for a word that this program does not know.
  static let otherWord: UInt8 = 255

  /// The place of a word among known ones, from 1; ``otherWord`` for another.
  static func place<Word: Equatable>(of word: Word, among known: [Word]) -> UInt8 {
    known.firstIndex(of: word).map { UInt8($0 + 1) } ?? otherWord
  }

  /// As above, of the bytes of a word.
  static func place(of word: Span<UInt8>, among known: [[UInt8]]) -> UInt8 {
    for index in known.indices {
      let text = known[index]
      if word.isEqual(to: text.span) { return UInt8(index + 1) }
    }
    return otherWord
  }
}

/// The index entries of items.
enum ItemIndex {
  private static let statuses = ItemStatus.known.map { Array($0.rawValue.utf8) }
  private static let kinds = ItemKind.known.map { Array($0.rawValue.utf8) }

  /// Lists those of an item.
  static func list(
    _ row: RowKey, _ shown: borrowing ShownValues, _ bytes: Span<UInt8>,
    _ entries: inout IndexEntries
  ) {
    let item = row.entity
    let created = shown[.created].map { CreationTime(reading: bytes.extracting($0)).milliseconds }
    let createdAt = created ?? 0
    let isLive = shown.isLive
    let status = shown[.status].map { standing(bytes.extracting($0)) }
    let kind = shown[.kind].map { ViewIndex.place(of: bytes.extracting($0), among: kinds) }
    entries.add(.standing) {
      $0.append(isLive ? 0 : 1)
      $0.append(status ?? ViewIndex.standingByte(.initial))
      $0.append(kind ?? ViewIndex.kindByte(.initial))
      $0.append(bigEndian: ViewIndex.sortableNumber(createdAt))
      $0.append(bigEndian: item.handle)
    }
    let source = shown[.source]
    let editedAt = ZonedTime(lastEditBy: shown.origins) {
      source.flatMap { SourceRecords.editedAt(in: bytes.extracting($0)) }
    }.milliseconds
    if editedAt > createdAt { entries.add(.edited, editedAt, item) }
    let schedule = shown[.schedule].map { Schedule(reading: bytes.extracting($0)) }
    if let due = schedule?.due { entries.add(.due, due.sortMilliseconds, item) }
    for attribute in ItemAttribute.all {
      guard let value = shown[attribute.field], !value.isEmpty else { continue }
      entries.add(attribute.index) {
        attribute.writeIndexKey(bytes.extracting(value), to: &$0)
        $0.append(bigEndian: item.handle)
      }
    }
    for (key, value) in shown.parts
    where key.field == .tag && !value.isEmpty && bytes[value.lowerBound] == 1 {
      entries.add(.tag) {
        $0.append(bigEndian: EntityID(rawValue: key.part).handle)
        $0.append(bigEndian: item.handle)
      }
    }
  }

  /// The byte that stands for the value of a status register.
  private static func standing(_ value: Span<UInt8>) -> UInt8 {
    guard let word = value.content(1) else { return ViewIndex.standingByte(.initial) }
    return ViewIndex.place(of: value.extracting(word), among: statuses)
  }
}

extension IndexEntries {
  fileprivate mutating func add(_ index: ViewIndex, _ time: Int64, _ item: EntityID) {
    add(index) {
      $0.append(bigEndian: ViewIndex.sortableNumber(time))
      $0.append(bigEndian: item.handle)
    }
  }
}
