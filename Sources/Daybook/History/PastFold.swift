import DaybookEvents
import DaybookLog

/// Rows folded in memory from chosen events, given in the order of application.
struct PastFold: Sendable {
  private(set) var rows = FoldTable()
  private var writes = EventWrites()
  private var encoder = FactsEncoder()
  /// What is passed over because it was withdrawn.
  var withdrawn: WithdrawnWrites

  /// Nothing folded yet, with room for some events that take so many bytes.
  init(events: Int, byteCount: Int, without withdrawn: WithdrawnWrites) {
    self.withdrawn = withdrawn
    rows.reserve(events: events, byteCount: byteCount)
  }

  /// Nothing folded yet: a few events, as about one thing, find room where they are folded first.
  init(without withdrawn: WithdrawnWrites = WithdrawnWrites()) { self.withdrawn = withdrawn }

  /// Folds what an event writes, as far as it is wanted.
  ///
  /// - Parameter late: writes to pass over, by their place among those of the event: somebody gives
  ///   events in another order, and found that they have been observed.
  mutating func fold(
    _ header: EventHeader, _ origin: WriteOrigin, _ payload: Span<UInt8>, observed: LocalVector,
    skipping late: Set<Int> = [], where isWanted: (RowKey, FieldKey) -> Bool = { _, _ in true }
  ) throws {
    Reducer.reduce(header, origin.event, payload, into: &writes)
    func isFolded(_ row: RowKey, _ field: FieldKey, _ place: Int) -> Bool {
      isWanted(row, field) && !late.contains(place)
    }
    var next = 0
    for place in writes.rows.indices {
      let row = writes.rows[place]
      let isNeeded = (next..<row.end).contains {
        isFolded(row.key, writes.writes[$0].key, $0)
          && !withdrawn.contains(origin.event, row.key, writes.writes[$0].key)
      }
      next = row.end
      writes.find(place, at: isNeeded ? try index(of: row.key) : nil)
    }
    rows.fold(
      writes, of: origin, payload, observed: observed, without: withdrawn, where: isFolded)
  }

  private mutating func index(of row: RowKey) throws -> Int {
    try rows.index(of: row) ?? rows.add(row, stored: Span())
  }

  /// Folds an event of a scan.
  mutating func fold(
    _ lent: borrowing LentEvent, _ payload: Span<UInt8>, _ state: LogState
  ) throws {
    let log = lent.event.log
    guard let header = state.corrected(lent.event.header, in: log) else {
      let origin = WriteOrigin(lent.event.header, lent.event.name, in: log)
      return try foldAll(lent.event.header, origin, payload, observed: lent.observed)
    }
    let origin = WriteOrigin(header, lent.event.name, in: log)
    try foldAll(header, origin, payload, observed: lent.observed)
  }

  /// Folds all that an event writes: of whole logs, where asking for each write would show.
  private mutating func foldAll(
    _ header: EventHeader, _ origin: WriteOrigin, _ payload: Span<UInt8>, observed: LocalVector
  ) throws {
    guard withdrawn.isEmpty else {
      return try fold(header, origin, payload, observed: observed)
    }
    Reducer.reduce(header, origin.event, payload, into: &writes)
    for place in writes.rows.indices {
      writes.find(place, at: try index(of: writes.rows[place].key))
    }
    rows.fold(writes, of: origin, payload, observed: observed, without: withdrawn)
  }

  /// The head of one register that shows.
  func winner(_ row: RowKey, _ field: FieldKey) -> Head? {
    Register(heads: heads(row, field)).winner
  }

  /// The heads of one register, by name.
  func heads(_ row: RowKey, _ field: FieldKey) -> [Head] {
    rows.index(of: row).map { rows.heads(field, of: $0) } ?? []
  }

  /// Gives a register the heads that it has in another fold.
  mutating func replace(_ register: RegisterName, from other: PastFold) throws {
    let heads = other.heads(register.row, register.field)
    guard !heads.isEmpty || rows.index(of: register.row) != nil else { return }
    rows.replace(register.field, of: try index(of: register.row), with: heads)
  }

  /// A row as it is read from a view.
  func record(_ row: RowKey) -> Record {
    rows.index(of: row).map { rows.record($0) } ?? Record()
  }

  /// A row as a view would hold it; empty where nothing was written to it.
  mutating func encoded(_ row: RowKey) -> [UInt8] {
    guard let index = rows.index(of: row) else { return [] }
    return encoded(index)
  }

  /// The same, by its index.
  mutating func encoded(_ index: Int) -> [UInt8] {
    rows.encode(index, with: &encoder)
    return encoder.isEmpty ? [] : encoder.bytes
  }
}
