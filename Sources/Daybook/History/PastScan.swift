import DaybookEvents
import DaybookLog
import LMDB

/// What is folded together of a past moment: who asks for the items of a year ago does not wait
/// for its reviews.
enum PastShare: Hashable, CaseIterable {
  /// All but these: items, collections, settings, things of other programs.
  case things
  /// Decks, cards, reviews, notes.
  case cards

  init(of view: ViewName) {
    self = view == .decks || view == .schedule ? .cards : .things
  }

  init(of row: RowKey) { self.init(of: row.kind.view) }
}

/// A walk through the whole log that folds what belongs to a past moment.
struct PastScan {
  private var things: PastFold?
  private var cards: PastFold?
  private let bound: PastBound
  private let present: Moment

  /// Makes room for all events and folds none.
  init(
    _ shares: Set<PastShare>, _ bound: PastBound, without withdrawn: WithdrawnWrites,
    _ present: Moment, _ transaction: borrowing ReadTransaction
  ) throws {
    (self.bound, self.present) = (bound, present)
    let events = Int(min(bound.lastPosition, present.state.eventCount))
    let byteCount = try transaction.byteCount(of: present.log.tables.events)
    let empty = { PastFold(events: events, byteCount: byteCount, without: withdrawn) }
    if shares.contains(.things) { things = empty() }
    if shares.contains(.cards) { cards = empty() }
  }

  /// What is folded.
  var folds: [PastShare: PastFold] {
    var folds: [PastShare: PastFold] = [:]
    (folds[.things], folds[.cards]) = (things, cards)
    return folds
  }

  /// Folds every event that belongs to the moment.
  mutating func run(_ transaction: borrowing ReadTransaction) throws {
    // Stamps rise in every log without impossible commands: after the first command that does not
    // belong, at most imported reviews do.
    let (log, state) = (present.log, present.state)
    var openLogs = Set(state.logs.indices.filter { state.logs[$0].headName != nil })
    let mayEnd = state.impossibleEvents == 0 && bound.cutsLogsOnce
    let next = try log.scanEvents(from: 1, state, transaction) { lent, payload in
      guard lent.last.position <= bound.lastPosition else { return .stop }
      let isIncluded = bound.includesCommand(of: lent)
      if let payload, !lent.isImpossible, isIncluded || bound.includesAlone(lent.event.header) {
        try fold(lent, payload)
      }
      guard mayEnd else { return .next }
      let number = Int(lent.event.log)
      if !isIncluded || lent.last.sequence == state.logs[number].head { openLogs.remove(number) }
      return openLogs.isEmpty ? .stop : .next
    }
    try foldReviews(from: next, transaction)
  }

  private mutating func fold(_ lent: borrowing LentEvent, _ payload: Span<UInt8>) throws {
    guard let kind = lent.event.header.knownKind, let view = kind.view else { return }
    switch PastShare(of: view) {
    case .things: try things?.fold(lent, payload, present.state)
    case .cards: try cards?.fold(lent, payload, present.state)
    }
  }

  /// Folds the reviews from a position on that happened before they came. Of a review the least
  /// write counts, whatever it observed.
  private mutating func foldReviews(
    from position: UInt64, _ transaction: borrowing ReadTransaction
  ) throws {
    guard bound.mayIncludeSingly, cards != nil else { return }
    let state = present.state
    try present.log.scanEvents(from: position, transaction) { event, bytes in
      if let payload = event.payload, bound.includesAlone(event.header) {
        let header = state.counted(event.header, in: event.log)
        try cards?.fold(
          header, WriteOrigin(header, event.name, in: event.log), bytes.extracting(payload),
          observed: LocalVector())
      }
      return .next
    }
  }
}
