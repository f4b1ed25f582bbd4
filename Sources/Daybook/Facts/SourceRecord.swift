import DaybookEvents
import DaybookText

/// The value of the register `source`: what imports last saw of an item, for each source that has
/// it. A task may have been exported as a note and come back as one.
struct SourceRecords {
  private var records: [UInt64: SourceRecord] = [:]
  /// When the item was last edited, as the source said that the last import took over.
  var editedAt: ZonedTime?

  /// Reads a register; nothing seen where there is none.
  init(reading bytes: [UInt8]?) {
    // Another shape, of a newer program, means that all is compared anew.
    guard let bytes, let payload = try? Payload(bytes) else { return }
    for entry in payload.all(1) where entry.count >= 8 {
      records[Hexadecimal.bigEndian(entry.prefix(8))] =
        SourceRecord(reading: Array(entry.dropFirst(8)))
    }
    editedAt = Self.editedAt(in: bytes.span)
  }

  /// The register's value.
  var encoded: [UInt8] {
    var wire = WireWriter()
    for (key, record) in records.sorted(by: { $0.key < $1.key }) {
      wire.bytes(1, Hexadecimal.bytes(key) + record.encoded)
    }
    if let editedAt {
      wire.signed(2, editedAt.milliseconds)
      wire.signed(3, Int64(editedAt.offsetMinutes))
    }
    if !offers.isEmpty { wire.varint(4, 1) }
    return wire.bytes
  }

  /// What stands beside what people wrote, of all sources.
  var offers: [SourceOffer] {
    records.sorted { $0.key < $1.key }.flatMap(\.value.offers)
  }

  /// Whether a source says, beside what a person wrote, that the thing was deleted there. As every
  /// event that edits a thing says that it lives, an event that says nothing else has to follow:
  /// else both sides bear one name.
  var offersDeletion: Bool { records.values.contains { $0.offersDeletion } }

  /// Whether a register's value holds any of that, without taking it apart.
  static func hasOffers(in bytes: Span<UInt8>) -> Bool { bytes.number(4) == 1 }

  /// Forgets all of that but what is about some registers.
  mutating func keepOffers(_ keys: Set<FieldKey>) {
    for key in records.keys {
      if let record = records[key] { records[key] = record.keepingOffers(keys) }
    }
  }

  /// Whether anything was seen in any source.
  var isAnything: Bool { !records.isEmpty }

  /// Whether a value is what some source said last of a field, or said nothing of.
  func lastSaid(_ value: [UInt8], of key: FieldKey) -> Bool {
    let digest = SourceRecord.digest(of: value)
    return records.values.contains { $0.digest(key) == digest }
  }

  /// Whether something was seen in a source.
  func hasSeen(_ source: String) -> Bool { records[Self.key(source)] != nil }

  /// The register's value without the time of editing, and as if what stands beside what people
  /// wrote had not been seen; nil when no source was seen.
  var encodedRecords: [UInt8]? {
    var others = self
    others.editedAt = nil
    for (key, record) in records {
      var record = record
      for offered in record.offers.flatMap(\.bases.keys) { record.digests[offered] = nil }
      record.offers = []
      others.records[key] = record
    }
    return records.isEmpty ? nil : others.encoded
  }

  /// Only the time of editing, without taking the rest apart: items are indexed by it.
  static func editedAt(in bytes: Span<UInt8>) -> ZonedTime? {
    bytes.signed(2).map {
      ZonedTime(milliseconds: $0, offsetMinutes: Int(clamping: bytes.signed(3) ?? 0))
    }
  }

  /// What was seen in a source; nothing if the item never came from there.
  subscript(source: String) -> SourceRecord {
    get { records[Self.key(source)] ?? SourceRecord() }
    set { records[Self.key(source)] = newValue }
  }

  private static func key(_ source: String) -> UInt64 {
    SourceRecord.digest(of: Array(CanonicalForm.composed(source).utf8))
  }
}

/// What an import last saw of an item in one source. The next import writes only what differs
/// from it.
struct SourceRecord: Equatable {
  /// A digest of each value the source spoke of.
  var digests: [FieldKey: UInt64] = [:]
  /// Normalised names of the tags it had.
  var tags: [String] = []
  /// The collections it was in: their folded names there, and which ones they are here.
  var collections: [Filing] = []
  /// When it was changed there, if it said.
  var modifiedAt: Int64?
  /// Whether it was deleted there.
  var isDeleted = false
  /// What it says beside what a person wrote here, until somebody decides.
  var offers: [SourceOffer] = []

  /// A collection by its name in the source.
  struct Filing: Equatable {
    let name: String
    let collection: EntityID
  }

  /// Nothing seen.
  init() {}

  init(reading bytes: [UInt8]) {
    // Another shape, of a newer program, means that all is compared anew.
    guard let payload = try? Payload(bytes) else { return }
    for entry in payload.all(1) where entry.count > 8 {
      guard let key = FieldKey(reading: entry.dropLast(8)) else { continue }
      digests[key] = Hexadecimal.bigEndian(entry.suffix(8))
    }
    tags = payload.all(2).map { String(decoding: $0, as: UTF8.self) }
    for entry in payload.all(3) where entry.count >= 16 {
      guard let id = EntityID(bytes: entry.prefix(16)) else { continue }
      collections.append(
        Filing(name: String(decoding: entry.dropFirst(16), as: UTF8.self), collection: id))
    }
    modifiedAt = payload.signed(4)
    isDeleted = payload.number(5) == 1
    offers = payload.all(6).compactMap { SourceOffer(reading: $0) }
  }

  var encoded: [UInt8] {
    var wire = WireWriter()
    for (key, digest) in digests.sorted(by: { $0.key < $1.key }) {
      wire.bytes(1, key.encoded + Hexadecimal.bytes(digest))
    }
    for tag in tags { wire.text(2, tag) }
    for filing in collections {
      wire.bytes(3, filing.collection.bytes + Array(filing.name.utf8))
    }
    if let modifiedAt { wire.signed(4, modifiedAt) }
    if isDeleted { wire.varint(5, 1) }
    for offer in offers { wire.bytes(6, offer.encoded) }
    return wire.bytes
  }

  /// The same, with what it offers about some registers alone.
  func keepingOffers(_ keys: Set<FieldKey>) -> SourceRecord {
    var record = self
    record.offers.removeAll { !keys.contains($0.key) }
    return record
  }

  /// What it had said before, for each field of which it offers something.
  var offeredBases: [FieldKey: UInt64] {
    offers.reduce(into: [:]) { bases, offer in bases.merge(offer.bases) { first, _ in first } }
  }

  /// The digest of a field as it was last seen; of its default where the source said nothing.
  func digest(_ key: FieldKey) -> UInt64 {
    digests[key] ?? Self.digest(of: key.field.schema.unwrittenValue)
  }

  /// 8 bytes of a digest: enough to tell two values of one field apart.
  static func digest(of value: [UInt8]) -> UInt64 {
    var digest = Digest()
    digest.update(value)
    return digest.value().prefix
  }
}
