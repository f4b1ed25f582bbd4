import DaybookEvents
import DaybookLog
import LMDB

/// What a source says of a field that a person wrote here and that changed there too.
///
/// The person's value stays, and this stands beside it as a write that did not know of it would,
/// until some write knows of both: it is a conflict like any other. It is kept in the register
/// `source`, because an import is written to the same log as what the person wrote, and a log has
/// one head in a register.
package struct SourceOffer: Equatable, Sendable {
  /// The register.
  let key: FieldKey
  /// What it would hold.
  let value: [UInt8]
  /// What people call the source.
  package let source: String
  /// A digest of what the source had said before, for each field that the register keeps.
  let bases: [FieldKey: UInt64]

  init(_ key: FieldKey, _ value: [UInt8], from source: String, bases: [FieldKey: UInt64]) {
    self.key = key
    self.value = value
    self.source = source
    self.bases = bases
  }

  /// Reads what ``encoded`` wrote; nil for another shape.
  init?(reading bytes: [UInt8]) {
    // Another shape, of a newer program, is offered by that.
    guard let payload = try? Payload(bytes), let name = payload.bytes(1),
      let key = FieldKey(reading: name[...]), let value = payload.bytes(2)
    else { return nil }
    self.key = key
    self.value = value
    source = String(decoding: payload.bytes(3) ?? [], as: UTF8.self)
    var bases: [FieldKey: UInt64] = [:]
    for entry in payload.all(4) where entry.count > 8 {
      guard let key = FieldKey(reading: entry.dropLast(8)) else { continue }
      bases[key] = Hexadecimal.bigEndian(entry.suffix(8))
    }
    self.bases = bases
  }

  var encoded: [UInt8] {
    var wire = WireWriter()
    wire.bytes(1, key.encoded)
    wire.bytes(2, value)
    wire.text(3, source)
    for (key, digest) in bases.sorted(by: { $0.key < $1.key }) {
      wire.bytes(4, key.encoded + Hexadecimal.bytes(digest))
    }
    return wire.bytes
  }
}

extension FieldKey {
  /// The field's number, then the part where there are several.
  var encoded: [UInt8] { [field.rawValue] + (part == 0 ? [] : EntityID(rawValue: part).bytes) }

  /// Reads what ``encoded`` wrote; nil for a field that is not known here.
  init?(reading bytes: ArraySlice<UInt8>) {
    guard bytes.count == 1 || bytes.count == 17, let first = bytes.first,
      let field = Field(rawValue: first)
    else { return nil }
    self.init(field, bytes.dropFirst().reduce(UInt128(0)) { $0 << 8 | UInt128($1) })
  }
}

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
