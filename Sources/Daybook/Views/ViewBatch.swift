import DaybookEvents
package import DaybookLog
package import LMDB

/// Folds commands into rows, and writes the rows that changed, their index entries and their
/// share of the fingerprint in one go. Live writes, merges and rebuilds all use it.
package struct ViewBatch {
  /// The generations it writes to; views that are missing here are passed over.
  package internal(set) var entries: [ViewName: ViewEntry]
  /// What was changed for people so far, by earlier batches too; kept only when asked for.
  package internal(set) var effects: ViewEffects?
  private let liveEntries: [ViewName: ViewEntry]
  /// What the log says of how events count.
  let state: LogState
  /// The rows that are folded; others are passed over.
  var share: RowShare
  /// Whether its generations are being built: they hold what was written a moment ago.
  private var isBuild: Bool
  /// The position of the last event folded; nil before the first.
  private var position: UInt64?
  var rows = FoldTable()
  private var writes = EventWrites()
  /// What is passed over because it was withdrawn.
  var withdrawn = WithdrawnWrites()
  /// Rows that hold all that the log says of them; what is folded afterwards passes them over.
  var refolded: Set<RowKey> = []
  private var key: [UInt8] = []
  private var builds: [Build?] = noBuilds

  /// None looked at yet.
  private static let noBuilds: [Build?] = {
    let last = ViewName.allCases.map(\.number).max() ?? 0
    return Array(repeating: nil, count: Int(last) + 1)
  }()

  /// The generation of one view, as this batch found it.
  private struct Build {
    let table: ViewTable
    /// Whether it holds nothing yet: then no row is looked for, and rows are appended.
    let isEmpty: Bool
  }

  /// Starts from the live generations.
  ///
  /// - Parameters:
  ///   - state: that of the log with all that is going to be folded.
  ///   - effects: what earlier batches changed, to note in it what this one does; nil where nobody
  ///     asks.
  package init(
    entries: [ViewName: ViewEntry], _ state: LogState, effects: ViewEffects? = nil
  ) {
    self.entries = entries
    self.state = state
    share = .all
    isBuild = false
    liveEntries = entries
    self.effects = effects
  }

  /// Starts from generations that are being built, for a part of their rows.
  init(entries: [ViewName: ViewEntry], _ state: LogState, building share: RowShare) {
    self.init(entries: entries, state)
    self.share = share
    isBuild = true
  }

  /// Folds events of a log by their positions, whole commands, until the rows take so many bytes.
  ///
  /// - Returns: the position of the last event folded, or that before all of them.
  mutating func fold(
    _ positions: Range<UInt64>, of log: Log, byteLimit: Int,
    _ source: borrowing ReadTransaction, rowsIn transaction: borrowing ReadTransaction
  ) throws -> UInt64 {
    guard !positions.isEmpty else { return positions.lowerBound - 1 }
    let next = try log.scanEvents(from: positions.lowerBound, state, source) { event, payload in
      try fold(event, payload, transaction)
      let isLast = event.event.position + 1 >= positions.upperBound
      return isLast || rows.byteCount >= byteLimit ? .stop : .next
    }
    return next - 1
  }

  /// Passes over what is not in some views and a part of their rows, from now on and of what was
  /// folded so far.
  ///
  /// - Precondition: The generations are empty.
  mutating func restrict(to views: [ViewName], _ share: RowShare) throws {
    entries = entries.filter { views.contains($0.key) }
    self.share = share
    try rows.keep { views.contains($0.kind.view) && share.includes($0) }
  }

  /// Forgets what counts no more; how many bytes the rows take then.
  mutating func dropUnused() -> Int {
    rows.dropUnusedNotes()
    return rows.byteCount
  }

  /// Folds one command.
  package mutating func fold(
    _ command: AppliedCommand, _ transaction: borrowing ReadTransaction
  ) throws {
    if let last = command.events.last { position = last.position }
    guard !command.isImpossible else { return }
    for event in command.events {
      try event.withPayload { try fold(event, $0, command.observed, transaction) }
    }
  }

  /// Folds one event of a scan, with its payload in place.
  package mutating func fold(
    _ lent: borrowing LentEvent, _ payload: Span<UInt8>?,
    _ transaction: borrowing ReadTransaction
  ) throws {
    position = lent.event.position
    guard let payload, !lent.isImpossible else { return }
    try fold(lent.event, payload, lent.observed, transaction)
  }

  private mutating func fold(
    _ event: AppliedEvent, _ payload: Span<UInt8>, _ observed: LocalVector,
    _ transaction: borrowing ReadTransaction
  ) throws {
    guard let header = state.corrected(event.header, in: event.log) else {
      let origin = WriteOrigin(event.header, event.name, in: event.log)
      return try fold(event.header, origin, payload, observed, transaction)
    }
    try fold(
      header, WriteOrigin(header, event.name, in: event.log), payload, observed, transaction)
  }

  /// Folds what an event writes; to some rows, if `only` is given.
  mutating func fold(
    _ header: EventHeader, _ origin: WriteOrigin, _ payload: Span<UInt8>,
    _ observed: LocalVector, only wanted: [RowKey]? = nil,
    _ transaction: borrowing ReadTransaction
  ) throws {
    guard let kind = header.knownKind, let view = kind.view, entries[view] != nil
    else { return }
    Reducer.reduce(header, origin.event, payload, into: &writes)
    for place in writes.rows.indices {
      let key = writes.rows[place].key
      let isFolded = (wanted?.contains(key) ?? true) && !refolded.contains(key)
      writes.find(place, at: isFolded ? try row(key, transaction) : nil)
    }
    rows.fold(writes, of: origin, payload, observed: observed, without: withdrawn)
  }

  /// Writes what changed, in the order of keys, and the registry if `registry` is given.
  package mutating func flush(
    registry meta: Table?, _ transaction: inout WriteTransaction
  ) throws {
    if let position {
      for view in ViewName.allCases { entries[view]?.position = position }
    }
    rows.endLookups()
    let order = rows.order()
    var reschedule = Reschedule()
    let touched = ViewName.ofFacts.filter { builds[Int($0.number)] != nil && entries[$0] != nil }
    for view in touched {
      guard let build = builds[Int(view.number)], let entry = entries[view] else { continue }
      var writer = ViewWriter(
        view, entry, build.table, isEmpty: build.isEmpty, effects: effects.take())
      try writer.writeRows(order[view] ?? [], of: &rows, &transaction)
      if view == touched.last { rows.removeAll() }  // index entries take as much room
      try writer.writeEntries(&transaction)
      entries[view]?.fingerprint = writer.fingerprint
      effects = writer.effects
      if view == .decks { reschedule = writer.reschedule }
    }
    if !reschedule.isEmpty { try update(reschedule, &transaction) }
    builds = Self.noBuilds
    if let meta {
      for (view, entry) in entries where entry != liveEntries[view] {
        try transaction.put(MetaKey.view(view.rawValue), entry.encoded, in: meta)
      }
    }
  }

  /// Computes what follows from the rows that were written, where a schedule is kept.
  private mutating func update(
    _ reschedule: Reschedule, _ transaction: inout WriteTransaction
  ) throws {
    guard let decks = entries[.decks], let schedule = entries[.schedule] else { return }
    let (facts, table) = (decks.table(of: .decks), schedule.table(of: .schedule))
    let isEmpty = try transaction.reading.count(of: table) == 0
    var reschedule = reschedule
    try reschedule.resolveDecks(in: facts, transaction.reading)
    if reschedule.hasNewOptions, !isEmpty { entries[.schedule]?.isStale = true }
    var writer = ScheduleWriter(decks: facts, schedule: table, isEmpty: isEmpty)
    try writer.update(
      reschedule.allCards(in: facts, transaction.reading), transaction.reading)
    if effects != nil { writer.moves.forEach { effects?.note($0) } }
    try writer.flush(&transaction)
  }

  /// The index of a row, read from its view when it is first touched; nil for one that is passed
  /// over.
  ///
  /// - Parameter isAnew: it begins without the writes that the view holds of it.
  mutating func row(
    _ row: RowKey, isAnew: Bool = false, _ transaction: borrowing ReadTransaction
  ) throws -> Int? {
    if let known = rows.index(of: row) { return known }
    guard share.includes(row), let build = try build(of: row.kind.view, transaction) else {
      return nil
    }
    if build.isEmpty { return try rows.add(row, stored: Span()) }
    key.removeAll(keepingCapacity: true)
    row.write(to: &key)
    let name = key
    let known = try transaction.value(
      in: build.table, for: name.span, provesMissing: !isBuild
    ) {
      try rows.add(row, stored: $0, isAnew: isAnew)
    }
    return try known ?? rows.add(row, stored: Span())
  }

  /// A row as its view holds it; an empty record where nothing was written to it.
  mutating func storedRecord(
    _ row: RowKey, _ transaction: borrowing ReadTransaction
  ) throws -> Record {
    guard let build = try build(of: row.kind.view, transaction), !build.isEmpty else {
      return Record()
    }
    let name = row.bytes
    let record = try transaction.value(in: build.table, for: name.span, provesMissing: !isBuild) {
      try Record(reading: $0)
    }
    return record ?? Record()
  }

  private mutating func build(
    of view: ViewName, _ transaction: borrowing ReadTransaction
  ) throws -> Build? {
    if let known = builds[Int(view.number)] { return known }
    guard let entry = entries[view] else { return nil }
    let table = entry.table(of: view)
    let build = Build(table: table, isEmpty: try transaction.count(of: table) == 0)
    builds[Int(view.number)] = build
    return build
  }
}
