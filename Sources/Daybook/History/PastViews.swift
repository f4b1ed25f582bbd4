import DaybookEvents
import DaybookLog
import LMDB
import Synchronization

/// The views as they were at a past moment, folded when they are asked for.
///
/// A row is folded from the events about one thing, which the entity index finds, or is the row of
/// the present where every write that shows there belongs to the past moment: what such a write
/// superseded it observed, then as now, so nothing else can have shown. Whoever scans a view needs
/// all of it. Where little was written after the moment, that is the view of the present but for
/// the rows that were written to; else the whole log is folded, once for things and once for cards,
/// as far as they are asked for, and rows come from there.
final class PastViews: Sendable {
  /// What the store holds now.
  let present: Moment
  /// Which events belong to the past moment.
  let bound: PastBound
  private let folds = Mutex(Folds())
  private let schedulers = DeckSchedulers()

  private struct Folds {
    /// The events about one thing, the last that was asked for.
    var thing: (id: EntityID, fold: PastFold)?
    /// The whole log, as far as it is about things or about cards.
    var whole: [PastShare: PastFold] = [:]
    var tables: [ViewName: PastTable] = [:]
    /// What was written after the moment, once that was looked for; nil where it is much.
    var changes: PastChanges??
    /// What is withdrawn now.
    var withdrawnNow: WithdrawnWrites?
  }

  /// Folds nothing yet.
  init(_ bound: PastBound, _ present: Moment) {
    self.bound = bound
    self.present =
      bound.countsOtherwise
      ? present.showing(present.catalog, bound.state) : present
  }

  /// A row as it was; an empty record when nothing was written to it by then.
  func record(_ row: RowKey, _ transaction: borrowing ReadTransaction) throws -> Record {
    if let record = folds.withLock({ $0.whole[PastShare(of: row)]?.record(row) }) { return record }
    if let bytes = try unfolded(row, transaction) {
      return bytes.isEmpty ? Record() : try Record(reading: bytes.span)
    }
    if row.kind == .tag { return try tag(row, transaction).record(row) }
    try foldHistory(of: row.home, transaction)
    return folds.withLock { $0.thing?.fold.record(row) } ?? Record()
  }

  /// What is computed of a card; nil when none had this id.
  func cardState(
    _ card: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> CardState? {
    let (record, reviews) = (RowKey(.card, card), RowKey(.reviews, card))
    let rows = (try encoded(record, transaction), try encoded(reviews, transaction))
    guard !rows.0.isEmpty || !rows.1.isEmpty else { return nil }
    return try CardState(card, record: rows.0, reviews: rows.1, by: schedulers) {
      try self.record($0, transaction)
    }
  }

  /// The reviews of a row of them, in the order in which they count.
  func reviews(
    _ row: RowKey, _ transaction: borrowing ReadTransaction
  ) throws -> [PlacedReview] {
    try PlacedReview.all(stored: encoded(row, transaction))
  }

  /// The collections an item was in, in the order of their keys; nil when whole views are at hand
  /// and their index says so faster.
  func containers(
    of item: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> [EntityID]? {
    if folds.withLock({ !$0.tables.isEmpty }) { return nil }
    return try rows(of: item, transaction)?.compactMap { row in
      guard row.kind == .membership else { return nil }
      let place = try record(row, transaction).value(.place)
      return Membership(reading: place ?? []).isIn ? row.entity : nil
    }
  }

  /// The rows that the events about a thing wrote to, tags' left out; first by view, then by key.
  /// Nil when the whole log is folded, things and cards.
  func rows(
    of id: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> [RowKey]? {
    guard folds.withLock({ $0.whole.count < PastShare.allCases.count }) else { return nil }
    try foldHistory(of: id, transaction)
    return Self.ordered(folds.withLock { $0.thing?.fold.rows.rows.map(\.key) ?? [] })
  }

  /// The same of several things, when the whole log is folded; of a membership, the item's.
  func rows(of things: Set<EntityID>) -> [EntityID: [RowKey]] {
    let rows = folds.withLock { $0.whole.values.flatMap { $0.rows.rows.map(\.key) } }
    return Self.grouped(rows, of: things)
  }

  /// Rows by the thing they are about, of a membership the item; each as ``rows(of:_:)`` has them.
  static func grouped(
    _ rows: some Sequence<RowKey>, of things: Set<EntityID>
  ) -> [EntityID: [RowKey]] {
    Dictionary(grouping: rows.filter { things.contains($0.home) }, by: \.home)
      .mapValues { ordered($0) }
  }

  private static func ordered(_ rows: [RowKey]) -> [RowKey] {
    let rows = rows.sorted { FoldOrder($0, 0) < FoldOrder($1, 0) }
    return ViewName.allCases.flatMap { view in
      rows.filter { $0.kind.view == view && $0.kind != .tag }
    }
  }

  /// Whether an event about an entity belongs to the past moment.
  func knows(_ id: EntityID, _ transaction: borrowing ReadTransaction) throws -> Bool {
    var isKnown = false
    try present.log.scanHistory(of: id, within: bound.history, transaction) { event, _ in
      isKnown = try bound.includes(event, present.log, transaction)
      return isKnown ? .stop : .next
    }
    return isKnown
  }

  /// A whole view.
  func table(
    _ view: ViewName, _ transaction: borrowing ReadTransaction
  ) throws -> PastTable {
    if let known = folds.withLock({ $0.tables[view] }) { return known }
    let share = PastShare(of: view)
    if folds.withLock({ $0.whole[share] == nil }), let changes = try changes(transaction),
      let differences = try differences(of: view, changes, transaction)
    {
      let table = PastTable(differences, from: present.catalog, view)
      folds.withLock { $0.tables[view] = table }
      return table
    }
    try foldAll(transaction, only: [share])
    return try folds.withLock { folds in
      var whole = folds.whole.removeValue(forKey: share) ?? PastFold()  // so that it is not copied
      defer { folds.whole[share] = whole }
      let table = try PastTable(view, &whole)
      folds.tables[view] = table
      return table
    }
  }

  /// What was written after the moment; nil where that is much.
  func changes(_ transaction: borrowing ReadTransaction) throws -> PastChanges? {
    if let known = folds.withLock({ $0.changes }) { return known }
    let changes = try PastChanges(bound, present, transaction)
    folds.withLock { $0.changes = .some(changes) }
    return changes
  }

  /// Folds the whole log as far as it is about things or cards, unless that was done before.
  func foldAll(
    _ transaction: borrowing ReadTransaction, only shares: Set<PastShare> = Set(PastShare.allCases)
  ) throws {
    let missing = shares.subtracting(folds.withLock { $0.whole.keys })
    guard !missing.isEmpty else { return }
    let withdrawn = try withdrawn(transaction)
    var scan = try PastScan(missing, bound, without: withdrawn, present, transaction)
    try scan.run(transaction)
    folds.withLock { [folded = scan.folds] in
      $0.whole.merge(folded) { $1 }
      $0.thing = nil
    }
  }
}

extension PastViews {
  /// A row as a view would have held it; empty where nothing was written to it by then.
  func encoded(
    _ row: RowKey, _ transaction: borrowing ReadTransaction
  ) throws -> [UInt8] {
    if let bytes = folds.withLock({ $0.whole[PastShare(of: row)]?.encoded(row) }) { return bytes }
    if let bytes = try unfolded(row, transaction) { return bytes }
    if row.kind == .tag {
      var tag = try tag(row, transaction)
      return tag.encoded(row)
    }
    try foldHistory(of: row.home, transaction)
    return folds.withLock { $0.thing?.fold.encoded(row) } ?? []
  }

  /// What was withdrawn by then, of one thing or of all.
  private func withdrawn(
    about thing: EntityID? = nil, _ transaction: borrowing ReadTransaction
  ) throws -> WithdrawnWrites {
    let (log, bound) = (present.log, bound)
    return WithdrawnWrites(
      try log.withdrawals(about: thing, within: bound.history, present.state, transaction) {
        try bound.includesCommand(of: $0, log, transaction)
      })
  }

  private func withdrawnNow(_ transaction: borrowing ReadTransaction) throws -> WithdrawnWrites {
    if let known = folds.withLock({ $0.withdrawnNow }) { return known }
    let withdrawn = try present.log.withdrawnWrites(present.state, transaction)
    folds.withLock { $0.withdrawnNow = withdrawn }
    return withdrawn
  }

  private func tag(
    _ row: RowKey, _ transaction: borrowing ReadTransaction
  ) throws -> PastFold {
    var tag = PastFold()  // of a tag's name nothing is withdrawn
    try fold(row.entity, only: row, into: &tag, transaction)
    return tag
  }

  /// A row that needs no folding: one of a view that is at hand, or one of the present, where that
  /// is the row of the past. It is where nothing was written to it after the moment, or all that
  /// shows belongs to the moment; the latter is asked only of what many events are about: else
  /// folding those costs no more.
  private func unfolded(
    _ row: RowKey, _ transaction: borrowing ReadTransaction
  ) throws -> [UInt8]? {
    let (table, isChanged) = folds.withLock { folds in
      (folds.tables[row.kind.view], (folds.changes ?? nil)?.rows.contains(row))
    }
    if let known = try table?.stored(row, transaction) { return known }
    let isCommon = row.kind == .tag || row.kind == .collection || row.kind == .deck
    guard isChanged == false || isCommon && present.catalog.isCurrent(row.kind.view),
      !bound.countsOtherwise
    else { return nil }
    // What was withdrawn since may have shown then, though what shows now was there.
    if isChanged != false, try withdrawnNow(transaction).concern(row) { return nil }
    let bytes = try present.catalog.stored(row, transaction)
    if bytes.isEmpty || isChanged == false { return bytes }
    for origin in try FactsReader(bytes.span).origins {
      guard
        let position = try present.log.position(
          of: origin.event.sequence, in: origin.log, present.state, transaction),
        try present.log.withEvent(
          at: position, transaction, { event, _ in try isIncluded(event, transaction) })
      else { return nil }
    }
    return bytes
  }

  /// Folds the events about a thing, unless it is the one that was folded last.
  private func foldHistory(
    of id: EntityID, _ transaction: borrowing ReadTransaction
  ) throws {
    guard folds.withLock({ $0.thing?.id != id }) else { return }
    var thing = PastFold(without: try withdrawn(about: id, transaction))
    try fold(id, only: nil, into: &thing, transaction)
    folds.withLock { [thing] in $0.thing = (id, thing) }
  }

  /// Folds the events about an entity: where one row is wanted, whatever else they are about; else
  /// those that are about it first, whose writes are its own.
  private func fold(
    _ id: EntityID, only row: RowKey?, into fold: inout PastFold,
    _ transaction: borrowing ReadTransaction
  ) throws {
    let (log, bound) = (present.log, bound)
    try log.scanFolding(of: id, within: bound.history, present.state, transaction) { event in
      try (row != nil || event.header.entity == id) && bound.includes(event, log, transaction)
    } _: { event, payload in
      try fold.fold(event.header, event.origin, payload, observed: event.observed) { written, _ in
        row == nil || written == row
      }
    }
  }

  /// Whether an event belongs to the past moment and is no part of an impossible command.
  private func isIncluded(
    _ event: StoredEvent, _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    try bound.includes(event, present.log, transaction)
      && !present.log.isImpossible(event, present.state, transaction)
  }
}
