import DaybookEvents

/// A field of another program that has no counterpart here.
package struct ExtraField: Hashable, Sendable {
  /// Its name there.
  package let name: String
  /// Its value, as text of that program; empty when it was removed.
  package let value: [UInt8]

  /// Describes a field.
  package init(name: String, value: [UInt8]) {
    self.name = name
    self.value = value
  }

  /// The part of the register's key.
  package var part: UInt128 { EntityID(name: "extra", name).rawValue }

  /// The value of its register.
  package var encoded: [UInt8] {
    var wire = WireWriter()
    wire.text(1, name)
    if !value.isEmpty { wire.bytes(2, value) }
    return wire.bytes
  }

  /// Reads a register's value; nil for another shape.
  package init?(reading bytes: [UInt8]) {
    // Another shape is no field.
    guard let payload = try? Payload(bytes), let name = payload.bytes(1) else { return nil }
    self.init(name: String(decoding: name, as: UTF8.self), value: payload.bytes(2) ?? [])
  }
}
