public import DaybookEvents
import DaybookLog
import LMDB
import DaybookText

/// What erasing things took, or would take.
public struct ErasureReport: Equatable, Sendable {
  /// The things, and after each note its cards.
  public internal(set) var things: [EntityID] = []
  /// How many events about them keep only who wrote them, when, and of what kind.
  public internal(set) var events = 0
  /// Cards that stay: they lie in an erased deck.
  public internal(set) var remainingCards: [EntityID] = []
  /// Notes that stay, in which the words of erased cards are.
  public internal(set) var remainingNotes: [EntityID] = []
  /// The names of files, as they were given.
  public internal(set) var media: [String] = []
  /// How many of their contents were here, and are deleted.
  public internal(set) var deletedContents = 0
  /// How many of them the disk refused to delete: they go when the store is opened again.
  public internal(set) var remainingContents = 0
  /// The names of files that stay though the things showed them: other notes may show them too.
  public internal(set) var remainingMedia: [String] = []

  /// Nothing erased.
  public init() {}
}

extension Store {
  /// Erases things: what every event about them says, up to now, is dropped from this store, and
  /// from every other one that takes the erasure over. The events themselves stay, so that their
  /// chain and signatures still verify, and so does what was written elsewhere without knowledge
  /// of the erasure; it shows as a conflict.
  ///
  /// With a file that notes show its content is deleted, here and there, unless another name stands
  /// or stood for it too.
  ///
  /// It cannot be undone. One durable commit: when this throws, nothing was erased. Not reached are
  /// backups, exports and bundles that were written before, and what lies on free pages of the
  /// store's file until they are used again; ``overwriteFreePages()`` does that.
  ///
  /// - Parameters:
  ///   - ids: items, collections, decks, cards or notes, deleted or not; with a note its cards.
  ///   - media: the names of files that notes show, or showed.
  ///   - isDryRun: nothing is erased; the report says what would be.
  /// - Throws: ``StoreError/unknownID(_:)``, ``StoreError/alreadyErased(_:)``,
  ///   ``MediaError/unknownName(_:)``.
  @discardableResult
  public func erase(
    _ ids: [EntityID], media: [String] = [], isDryRun: Bool = false
  ) throws -> ErasureReport {
    var report = ErasureReport()
    if isDryRun {
      return try read { moment, transaction in
        try moment.erasure(of: ids, media: media, transaction).report
      }
    }
    try write { moment, transaction in
      let plan = try moment.erasure(of: ids, media: media, transaction)
      report = plan.report
      return plan.drafts
    }
    (report.deletedContents, report.remainingContents) = try StoreFailure.naming {
      try deleteDroppedMedia()
    }
    return report
  }
}

extension Moment {
  /// The events that erase things, and what they take.
  fileprivate func erasure(
    of ids: [EntityID], media names: [String], _ transaction: borrowing ReadTransaction
  ) throws -> (drafts: [EventDraft], report: ErasureReport) {
    var report = ErasureReport()
    var drafts: [EventDraft] = []
    for id in ids where !report.things.contains(id) {
      guard let thing = try thing(id, transaction) else {
        throw StoreError.unknownID(id.description)
      }
      let cards = thing.kind == .note ? try self.cards(ofNote: id, transaction).map(\.id) : []
      // What was joined into another stays so: what is in it belongs to that.
      let joined = thing.record.joinedInto.flatMap { _ in thing.record.value(.life) }
      let deletion = try ValueDrafts(row: RowKey(thing.kind.row, id), moment: self)
        .drafts([(FieldKey(.life), joined ?? Life.deleted)], transaction)
      let named = [(id, deletion)] + cards.map { ($0, [EventDraft(.cardDeleted, $0)]) }
      let counts = try named.map { try eventsToErase(of: $0.0, transaction) }
      guard counts.contains(where: { $0 > 0 }) else { throw StoreError.alreadyErased(id) }
      for (entity, deletion) in named where !report.things.contains(entity) {
        // The thing is deleted anew: what did so before may be erased with the rest.
        drafts += [EventDraft(.thingErased, entity)] + deletion
        report.things.append(entity)
      }
      report.events += counts.reduce(0, +)
      if thing.kind == .deck, thing.record.joinedInto == nil {
        report.remainingCards += try self.cards(in: id, transaction)
      }
    }
    let gone = Set(report.things)
    report.remainingCards.removeAll { gone.contains($0) }
    let notes = try report.things.compactMap {
      try catalog.record(RowKey(.card, $0), transaction).cardOrigin?.note
    }
    report.remainingNotes = Set(notes).subtracting(gone).sorted { $0.rawValue < $1.rawValue }
    drafts += try erasure(ofMedia: names, &report, transaction)
    report.remainingMedia = try mediaShown(by: report.things, transaction)
      .filter { !report.media.contains($0) }
    return (drafts, report)
  }

  /// The same for files.
  private func erasure(
    ofMedia names: [String], _ report: inout ErasureReport,
    _ transaction: borrowing ReadTransaction
  ) throws -> [EventDraft] {
    var drafts: [EventDraft] = []
    for name in names where !report.media.contains(name) {
      let id = MediaFile.id(name)
      guard try !log.history(of: id, transaction).isEmpty else {
        throw MediaError.unknownName(name)
      }
      let count = try eventsToErase(of: id, transaction)
      guard count > 0 else { throw StoreError.alreadyErased(id) }
      drafts += [EventDraft(.thingErased, id), EventDraft(.mediaRemoved, id)]
      report.media.append(name)
      report.events += count
    }
    return drafts
  }

  /// The names of the files that things show, in their order, as far as there are such.
  private func mediaShown(
    by things: [EntityID], _ transaction: borrowing ReadTransaction
  ) throws -> [String] {
    var names: Set<String> = []
    for id in things {
      for kind in [RowKind.item, .card, .note] {
        let record = try catalog.record(RowKey(kind, id), transaction)
        for (_, register) in record.registers {
          guard let value = register.winner?.value else { continue }
          names.formUnion(MediaReferences.names(in: String(decoding: value, as: UTF8.self)))
        }
      }
    }
    return try names.filter { try mediaFile(named: $0, transaction) != nil }.sorted()
  }

  /// How many events about an entity still say something that an erasure takes. A deletion after
  /// an erasure says nothing but what its header does.
  private func eventsToErase(
    of id: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> Int {
    var count = 0
    var isErased = false
    try log.scanHistory(of: id, transaction) { position in
      // What cannot be read is taken too.
      if try !log.isErased(damagedAt: position, about: id, state, transaction) { count += 1 }
    } _: { event, _ in
      guard event.header.entity == id else { return .next }
      if event.header.knownKind == .thingErased { isErased = true }
      let isTaken = event.payload != nil && event.header.knownKind?.isErasable ?? true
      if isTaken, !isErased || event.payload?.isEmpty == false { count += 1 }
      return .next
    }
    return count
  }
}
