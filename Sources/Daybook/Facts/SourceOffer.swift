import DaybookEvents

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
