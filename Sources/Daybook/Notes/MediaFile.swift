package import DaybookEvents

/// A file that notes show: kept beside the log under a digest of its content.
package struct MediaFile: Hashable, Sendable {
  /// The name that fields of notes call it by.
  package let name: String
  /// SHA-256 of its content, 32 bytes: the name it is kept under.
  package let digest: [UInt8]
  /// How long it is, in bytes.
  package let byteCount: UInt64

  /// Describes a file.
  package init(name: String, digest: [UInt8], byteCount: UInt64) {
    self.name = name
    self.digest = digest
    self.byteCount = byteCount
  }

  /// What the name is called in the log: the same on all machines.
  package static func id(_ name: String) -> EntityID {
    EntityID(name: "media", CanonicalForm.composed(name))
  }

  /// The payload of `mediaAdded`, and the value of its register.
  package var encoded: [UInt8] {
    var wire = WireWriter()
    wire.text(1, name)
    wire.bytes(2, digest)
    wire.varint(3, byteCount)
    return wire.bytes
  }

  /// Reads a payload or a register's value; nil for another shape.
  package init?(reading bytes: [UInt8]) {
    // Another shape names no file.
    guard let payload = try? Payload(bytes), let name = payload.bytes(1),
      let digest = payload.bytes(2), digest.count == 32
    else { return nil }
    self.init(
      name: String(decoding: name, as: UTF8.self), digest: digest,
      byteCount: payload.number(3) ?? 0)
  }
}
