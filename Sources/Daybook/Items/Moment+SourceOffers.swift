import DaybookEvents
import DaybookLog
import LMDB

extension Moment {
  /// What sources say beside what people wrote in a thing, and nobody has decided: each with the
  /// write that says it. Nothing of what was deleted.
  func undecidedOffers(
    _ record: Record, _ transaction: borrowing ReadTransaction
  ) throws -> [(offer: SourceOffer, head: Head)] {
    guard record.isLive, let said = record[.source]?.winner,
      SourceRecords.hasOffers(in: said.value.span)
    else { return [] }
    var found: [(offer: SourceOffer, head: Head)] = []
    for offer in SourceRecords(reading: said.value).offers {
      guard let register = record[offer.key], register.winner?.value != offer.value else {
        continue
      }
      let isKnown = try register.heads.contains { head in
        // Whoever imports brings a thing to life; only a person decides that it lives.
        if offer.key.field == .life, head.isRuleMade { return false }
        if head.log == said.log { return try isLater(head, than: said, transaction) }
        return try log.observed(by: head.event.sequence, in: head.log, state, transaction)
          .covers(said.log, said.event.sequence)
      }
      if !isKnown { found.append((offer, said.holding(offer.value))) }
    }
    return found
  }

  /// Whether a write of a log came in a later command than another one of that log: what a command
  /// does beside offering something decides nothing about it.
  private func isLater(
    _ head: Head, than said: Head, _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    guard head.event.sequence > said.event.sequence,
      let position = try log.position(of: head.event.sequence, in: head.log, state, transaction)
    else { return false }
    do {
      return try log.withEvent(at: position, transaction) { event, _ in
        event.header.commandFirst > said.event.sequence
      }
    } catch LogError.damaged {
      return true
    }
  }

  /// The registers that have one.
  func undecidedKeys(
    _ record: Record, _ transaction: borrowing ReadTransaction
  ) throws -> Set<FieldKey> {
    Set(try undecidedOffers(record, transaction).map(\.offer.key))
  }

  /// Whether a source says something of an item that a person has to decide about.
  func hasUndecidedOffer(
    _ item: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    let record = try catalog.record(RowKey(.item, item), transaction)
    return try !undecidedOffers(record, transaction).isEmpty
  }

  /// What a source had said before it said what it offers, as far as the log has it: what both
  /// sides had before them.
  func base(
    of offer: SourceOffer, in row: RowKey, _ transaction: borrowing ReadTransaction
  ) throws -> [UInt8]? {
    guard let digest = offer.bases[offer.key] else { return nil }
    for position in try log.history(of: row.entity, transaction).reversed() {
      guard let event = try log.event(at: position, transaction) else { continue }
      let write = Reducer.writes(of: event).last {
        $0.row == row && $0.field == offer.key && SourceRecord.digest(of: $0.value) == digest
      }
      if let write { return write.value }
    }
    return nil
  }
}
