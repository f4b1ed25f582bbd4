package import DaybookEvents

/// What can still be read of a store's data file, whatever is damaged in it.
///
/// Rows that LMDB would find come first. Besides them every page of the file is looked at: free
/// pages hold what others held before they were copied, and rows say by themselves what they are:
/// events by their check and digest, logs by their keys, checkpoints by their signatures.
package struct Salvage {
  /// Where a row of `events` lies.
  struct RowPlace {
    let position: UInt64
    let page: UInt64
    let index: Int
    /// Whether LMDB would find it there.
    let isReachable: Bool
  }

  let pages: DataPages
  /// What is wrong with the pages.
  package private(set) var problems: [PageProblem] = []
  /// The rows of `meta`.
  package private(set) var meta: [[UInt8]: [UInt8]] = [:]
  /// The rows of `waiting`.
  private(set) var waiting: [[UInt8]] = []
  /// The rows of `events`, in the order of their positions, those first that LMDB would find.
  private(set) var places: [RowPlace] = []
  /// The logs by their numbers.
  package private(set) var records: [LogNumber: LogRecord] = [:]
  private var reachableLogs: Set<LogNumber> = []
  /// Whether the identity is the present one: what lies on free pages may be an earlier one, under
  /// which nothing should be written any more.
  package private(set) var isIdentityCertain = true
  /// Signed links by log and sequence.
  private(set) var checkpoints: [LogNumber: [UInt64: Checkpoint]] = [:]
  /// The position after the last that was committed; nil where that cannot be told.
  package private(set) var nextPosition: UInt64?

  /// Reads all there is in the data file of the store in a directory.
  ///
  /// - Complexity: O(*n*) in the pages of the file; some bytes of memory for each event.
  package init(storeAt directory: String) throws {
    try self.init(DataPages(storeAt: directory))
  }

  /// The same of a file by its name.
  package init(file: String) throws { try self.init(DataPages(file: file)) }

  private init(_ pages: DataPages) throws {
    self.pages = pages
    problems = pages.badHeaders.map { PageProblem(page: $0, table: nil, fault: .header) }
    var seen: Set<UInt64> = []
    if let header = pages.headers.first {
      let rows = Rows()
      let walk = try PageWalk(pages, from: header) { table, page, index, bytes, row in
        rows.pages.insert(page)
        switch table {
        case "events": rows.addEvent(page, index, bytes, row, isReachable: true)
        case "meta": rows.meta[Array(bytes[row.key])] = try pages.value(of: row, on: bytes)
        case "waiting": rows.waiting.append(try pages.value(of: row, on: bytes))
        default: break
        }
      }
      problems += walk.problems
      (meta, waiting, places, seen) = (rows.meta, rows.waiting, rows.places, rows.pages)
    }
    readRecords()
    try readOtherPages(but: seen)
    places.sort { left, right in
      (left.position, left.isReachable ? 0 : 1, left.page)
        < (right.position, right.isReachable ? 0 : 1, right.page)
    }
  }

  /// What a walk gathers.
  private final class Rows {
    var pages: Set<UInt64> = []
    var meta: [[UInt8]: [UInt8]] = [:]
    var waiting: [[UInt8]] = []
    var places: [RowPlace] = []

    func addEvent(
      _ page: UInt64, _ index: Int, _ bytes: [UInt8], _ row: PageNodes.Row, isReachable: Bool
    ) {
      guard row.key.count == 8 else { return }
      let position = Hexadecimal.bigEndian(bytes[row.key])
      guard position > 0, position < 1 << 62 else { return }
      places.append(
        RowPlace(position: position, page: page, index: index, isReachable: isReachable))
    }
  }

  /// Reads what the rows of `meta` say.
  private mutating func readRecords() {
    for (key, value) in meta { note(key, value, isReachable: true) }
    // What cannot be read tells nothing.
    let next = meta[MetaKey.hot].flatMap { try? LogState(hot: $0.span).nextPosition }
    nextPosition = next.flatMap { $0 > 0 && $0 < 1 << 62 ? $0 : nil }
  }

  /// Looks for rows on the pages that the walk did not read.
  private mutating func readOtherPages(but seen: Set<UInt64>) throws {
    let rows = Rows()
    for page in 2..<max(2, pages.pageCount) where !seen.contains(page) {
      guard let nodes = PageNodes(try pages.bytes(page)), nodes.kind == .leaf else { continue }
      for (index, row) in nodes.rows.enumerated() {
        guard let row, !row.isTree else { continue }
        if row.key.count == 8 {
          rows.addEvent(page, index, nodes.bytes, row, isReachable: false)
        } else if let value = row.value, [5, 13, 1].contains(row.key.count) {
          note(Array(nodes.bytes[row.key]), Array(nodes.bytes[value]), isReachable: false)
        }
      }
    }
    places += rows.places
  }

  /// Keeps a row that says by itself what it is, or that LMDB would find.
  private mutating func note(_ key: [UInt8], _ value: [UInt8], isReachable: Bool) {
    switch (key.first, key.count) {
    case (MetaKey.logs[0], 5):
      let number = LogNumber(truncatingIfNeeded: Hexadecimal.bigEndian(key[1...]))
      // What cannot be read is no record, nor what cannot be true.
      guard let record = try? LogRecord(reading: value.span), number < 1 << 20,
        record.isPossible(asNumber: Int(number)),
        record.replica == ReplicaID(publicKey: record.publicKey)
      else { return }
      // What was never committed may lie about, too.
      if !isReachable, reachableLogs.contains(number) { return }
      if let known = records[number], known.head >= record.head { return }
      if isReachable { reachableLogs.insert(number) }
      records[number] = record
      if record.signature.count == 64 {
        checkpoints[number, default: [:]][record.signed] = Checkpoint(
          sequence: record.signed, link: record.signedLink, signature: record.signature)
      }
    case (UInt8(ascii: "k"), 13):
      let number = LogNumber(truncatingIfNeeded: Hexadecimal.bigEndian(key[1..<5]))
      guard let checkpoint = Log.checkpoint(key.span, value.span) else { return }
      let known = checkpoints[number]?[checkpoint.sequence]
      if known == nil { checkpoints[number, default: [:]][checkpoint.sequence] = checkpoint }
    case (MetaKey.identity[0], 1):
      if !isReachable, meta[key] == nil, value.count >= 32 {
        meta[key] = value
        isIdentityCertain = false
      }
    default: break
    }
  }

  /// The key and name that the store wrote under; nil where they cannot be read.
  package var identity: StoreIdentity? {
    guard let bytes = meta[MetaKey.identity], bytes.count >= 32,
      meta[MetaKey.identityCheck].map({ $0 == StoreIdentity.check(bytes) }) ?? true,
      let key = ReplicaKey(secret: Array(bytes.prefix(32)))
    else { return nil }
    return StoreIdentity(key: key, name: Array(bytes.dropFirst(32)))
  }
}

/// An event as it lies in a damaged store, sound by itself.
struct SalvagedEvent {
  let position: UInt64
  let log: LogNumber
  let tag: UInt64
  let header: EventHeader
  let digest: DigestValue
  let bytes: [UInt8]
  let parts: EventBytes

  /// The link of the event after a link.
  func link(after link: Link) -> Link {
    link.next(header: bytes.span.extracting(parts.header), digest: digest)
  }
}

extension Salvage {
  /// At most so many events are tried for one position.
  private static let candidateLimit = 8

  /// Hands over the sound events of every position, in their order: as a rule one; several where
  /// only what lies on free pages is sound.
  ///
  /// - Parameter body: gets none for a position of which nothing sound is left.
  func forEachPosition(_ body: (UInt64, [SalvagedEvent]) throws -> Void) throws {
    var page: (number: UInt64, nodes: PageNodes, rows: [PageNodes.Row?])?
    var index = 0
    while index < places.count {
      let (position, isListed) = (places[index].position, places[index].isReachable)
      var found: [SalvagedEvent] = []
      while index < places.count, places[index].position == position {
        let place = places[index]
        index += 1
        guard found.count < Self.candidateLimit else { continue }
        if page?.number != place.page {
          page = PageNodes(try pages.bytes(place.page)).map { (place.page, $0, $0.rows) }
        }
        guard let page, place.index < page.rows.count, let row = page.rows[place.index],
          let event = Self.event(position, try pages.value(of: row, on: page.nodes.bytes))
        else { continue }
        if !found.contains(where: { $0.bytes == event.bytes }) { found.append(event) }
        // What LMDB would find counts, where it is sound.
        guard place.isReachable else { continue }
        while index < places.count, places[index].position == position { index += 1 }
      }
      // What lies about and is no event is a row of another table.
      if found.isEmpty, !isListed { continue }
      try body(position, found)
    }
  }

  private static func event(_ position: UInt64, _ value: [UInt8]) -> SalvagedEvent? {
    let bytes = value.span
    // Whatever is wrong with it, it is not what was written.
    guard let place = try? EventPlace(reading: bytes) else { return nil }
    let event = Array(value[place.start...])
    guard let parts = try? EventBytes(reading: event.span),  // as above
      let header = try? EventHeader(reading: event.span, in: parts.header),  // as above
      let digest = parts.verifiedDigest(of: event.span), header.sequence > 0,
      header.sequence < 1 << 62, header.commandFirst > 0, header.commandFirst <= header.sequence,
      header.commandSize <= UInt64(LogWriter.commandEventLimit) * 4,
      header.sequence < header.commandFirst + header.commandSize
    else { return nil }
    return SalvagedEvent(
      position: position, log: place.log, tag: place.tag, header: header, digest: digest,
      bytes: event, parts: parts)
  }
}

extension Salvage {
  /// Whether the file has rows that may be events.
  package var hasEvents: Bool { !places.isEmpty }

  /// The commands that waited for what they observed.
  package var waitingCommands: [ReceivedCommand] {
    // What is damaged of them must come again.
    waiting.compactMap { try? ReceivedCommand(readingWaiting: $0.span) }
  }

  /// Hands over what every sound event says, in the order of their positions; no payload of an
  /// erased one.
  package func forEachEvent(
    _ body: (_ position: UInt64, EventHeader, _ tag: UInt64, _ payload: [UInt8]?) throws -> Void
  ) throws {
    try forEachPosition { position, events in
      guard let event = events.first else { return }
      try body(
        position, event.header, event.tag, event.parts.payload.map { Array(event.bytes[$0]) })
    }
  }
}
