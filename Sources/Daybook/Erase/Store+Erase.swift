public import DaybookEvents
import DaybookLog
import LMDB

/// What erasing things took, or would take.
public struct ErasureReport: Equatable, Sendable {
  /// The things, and after each note its cards.
  public internal(set) var things: [EntityID] = []
  /// How many events about them keep only who wrote them, when, and of what kind.
  public internal(set) var events = 0
  /// Cards that stay: they lie in an erased deck.
  public internal(set) var remainingCards: [EntityID] = []

  /// Nothing erased.
  public init() {}
}

extension Store {
  /// Erases things: what every event about them says, up to now, is dropped from this store, and
  /// from every other one that takes the erasure over. The events themselves stay, so that their
  /// chain and signatures still verify, and so does what was written elsewhere without knowledge
  /// of the erasure; it shows as a conflict.
  ///
  /// It cannot be undone. One durable commit: when this throws, nothing was erased. Not reached are
  /// backups, exports and bundles that were written before, and what lies on free pages of the
  /// store's file until they are used again; ``overwriteFreePages()`` does that.
  ///
  /// - Parameters:
  ///   - ids: items, collections, decks, cards or notes, deleted or not; with a note its cards.
  ///   - isDryRun: nothing is erased; the report says what would be.
  /// - Throws: ``StoreError/unknownID(_:)``, ``StoreError/alreadyErased(_:)``.
  @discardableResult
  public func erase(_ ids: [EntityID], isDryRun: Bool = false) throws -> ErasureReport {
    var report = ErasureReport()
    if isDryRun {
      return try read { moment, transaction in
        try moment.erasure(of: ids, transaction).report
      }
    }
    try write { moment, transaction in
      let plan = try moment.erasure(of: ids, transaction)
      report = plan.report
      return plan.drafts
    }
    return report
  }
}

extension Moment {
  /// The events that erase things, and what they take.
  fileprivate func erasure(
    of ids: [EntityID], _ transaction: borrowing ReadTransaction
  ) throws -> (drafts: [EventDraft], report: ErasureReport) {
    var report = ErasureReport()
    var drafts: [EventDraft] = []
    for id in ids where !report.things.contains(id) {
      guard let thing = try thing(id, transaction) else {
        throw StoreError.unknownID(id.description)
      }
      let cards = thing.kind == .note ? try self.cards(ofNote: id, transaction).map(\.id) : []
      let named = [(id, thing.kind.lifeEvents.delete)] + cards.map { ($0, .cardDeleted) }
      let counts = try named.map { try eventsToErase(of: $0.0, transaction) }
      guard counts.contains(where: { $0 > 0 }) else { throw StoreError.alreadyErased(id) }
      for (entity, deletion) in named where !report.things.contains(entity) {
        // The thing is put away anew: what did so before may be erased with the rest.
        drafts += [EventDraft(.thingErased, entity), EventDraft(deletion, entity)]
        report.things.append(entity)
      }
      report.events += counts.reduce(0, +)
      if thing.kind == .deck {
        report.remainingCards += try self.ids(
          .decks, ViewIndex.deckCard.key(id.key), transaction)
      }
    }
    let gone = Set(report.things)
    report.remainingCards.removeAll { gone.contains($0) }
    return (drafts, report)
  }

  /// How many events about an entity still say something that an erasure takes. A deletion after
  /// an erasure says nothing but what its header does.
  private func eventsToErase(
    of id: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> Int {
    var count = 0
    var isErased = false
    try log.scanHistory(of: id, transaction) { event, _ in
      guard event.header.entity == id else { return .next }
      if event.header.knownKind == .thingErased { isErased = true }
      let isTaken = event.payload != nil && event.header.knownKind?.isErasable ?? true
      if isTaken, !isErased || event.payload?.isEmpty == false { count += 1 }
      return .next
    }
    return count
  }
}
