import GRDB

/// Rows that belong to notes, in the order of the notes: cards, or reviews of cards. The first
/// column of each is the id of its note.
struct AnkiRowGroups<Element> {
  private let rows: RowCursor
  private let read: (Row) -> Element
  private var ahead: (noteID: Int, element: Element)?

  init(_ database: Database, _ sql: String, _ read: @escaping (Row) -> Element) throws {
    rows = try Row.fetchCursor(database, sql: sql)
    self.read = read
    try advance()
  }

  /// Takes the next row if its note comes before `noteID`.
  mutating func next(before noteID: Int) throws -> Element? {
    guard let (id, element) = ahead, id < noteID else { return nil }
    try advance()
    return element
  }

  /// Takes the rows of a note that come next, of which at most `limit` are kept.
  mutating func group(
    _ noteID: Int, limit: Int
  ) throws -> (elements: [Element], isCut: Bool) {
    var elements: [Element] = []
    var isCut = false
    while let (id, element) = ahead, id == noteID {
      if elements.count < limit { elements.append(element) } else { isCut = true }
      try advance()
    }
    return (elements, isCut)
  }

  private mutating func advance() throws {
    ahead = try rows.next().map { ($0[0], read($0)) }
  }
}

extension AnkiCard {
  /// All cards, those of a note together.
  static let selection = """
    SELECT \(SQLColumns.numbers(
      "nid", "id", "did", "ord", "mod", "type", "queue", "due", "ivl", "factor", "reps", "lapses",
      "left", "odue", "odid", "flags")), \(SQLColumns.bytes("data"))
    FROM cards NOT INDEXED ORDER BY nid, ord, id
    """

  init(_ row: Row) {
    self.init(
      id: row[1], noteID: row[0], deckID: row[2], ordinal: row.bounded(3),
      modifiedSeconds: row.bounded(4), due: row.bounded(7))
    (kindNumber, queueNumber, interval) = (row.bounded(5), row.bounded(6), row.bounded(8))
    (factor, reviews, lapses) = (row.bounded(9), row.bounded(10), row.bounded(11))
    (left, homeDue, homeDeckID) = (row.bounded(12), row.bounded(13), row[14])
    (flags, data) = (row.bounded(15), row.text(16))
  }
}

extension Row {
  /// A number that is no id: as far from 0 as honest ones may be and no further, so that sums of
  /// them are numbers too.
  fileprivate func bounded(_ index: Int) -> Int {
    let limit = 1 << 40
    return Swift.min(Swift.max(self[index] as Int, -limit), limit)
  }
}

extension AnkiReview {
  /// All reviews of cards that are there, in the order of the cards.
  static let selection = """
    SELECT \(SQLColumns.numbers("c.nid", "r.id", "r.cid", "r.ease", "r.ivl", "r.lastIvl"
      , "r.factor", "r.time", "r.type"))
    FROM revlog r NOT INDEXED CROSS JOIN cards c NOT INDEXED ON c.id = r.cid
    ORDER BY c.nid, c.ord, c.id, r.id
    """

  init(_ row: Row) {
    self.init(
      id: row[1], cardID: row[2], ease: row.bounded(3), interval: row.bounded(4),
      lastInterval: row.bounded(5), factor: row.bounded(6), milliseconds: row.bounded(7),
      kindNumber: row.bounded(8))
  }
}

/// A row of a note, before it is known to be one.
struct AnkiNoteRow {
  static let selection = """
    SELECT \(SQLColumns.numbers("id", "mid", "mod", "flags")),
      \(SQLColumns.bytes("guid", "tags", "flds", "data"))
    FROM notes NOT INDEXED ORDER BY id
    """

  let id: Int
  private let noteTypeID: Int
  private let modifiedSeconds: Int
  private let flags: Int
  private let guid: [UInt8]
  private let tags: [UInt8]
  private let fields: [UInt8]
  private let data: [UInt8]

  /// Why a row is no note.
  struct Fault: Error {
    let kind: AnkiProblem.Kind
  }

  init(_ row: Row) {
    (id, noteTypeID, modifiedSeconds, flags) = (row[0], row[1], row.bounded(2), row.bounded(3))
    (guid, tags, fields, data) = (row.bytes(4), row.bytes(5), row.bytes(6), row.bytes(7))
  }

  /// The note, or why it is none.
  func note(fieldCounts: [Int: Int], sizeLimit: Int) -> Result<AnkiNote, Fault> {
    func fault(_ kind: AnkiProblem.Kind) -> Result<AnkiNote, Fault> { .failure(Fault(kind: kind)) }
    let columns = [guid, tags, fields, data]
    guard !guid.isEmpty else { return fault(.noGUID) }
    guard columns.reduce(0, { $0 + $1.count }) <= sizeLimit else { return fault(.tooLarge) }
    guard !columns.contains(where: { $0.contains(0) }) else { return fault(.nulCharacter) }
    guard let expected = fieldCounts[noteTypeID] else { return fault(.unknownNoteType) }
    let parts = fields.split(separator: 0x1F, omittingEmptySubsequences: false)
    guard parts.count == expected else {
      return fault(.wrongFieldCount(found: parts.count, expected: expected))
    }
    var texts: [String] = []
    for part in [guid[...], tags[...], data[...]] + parts {
      guard let text = String(validating: part, as: UTF8.self) else { return fault(.notText) }
      texts.append(text)
    }
    return .success(
      AnkiNote(
        id: id, guid: texts[0], noteTypeID: noteTypeID, modifiedSeconds: modifiedSeconds,
        tags: AnkiNote.tags(in: texts[1]), fields: Array(texts[3...]), flags: flags,
        data: texts[2]))
  }
}
