import DaybookEvents
public import DaybookText

/// One value of a thing of a program's own.
public enum CustomValue: Hashable, Sendable {
  /// Nothing: a value that was removed.
  case none
  /// Text.
  case text(Text)
  /// A whole number.
  case number(Int64)
  /// Yes or no.
  case flag(Bool)
}

/// A value with its name: what a register holds, and one part of a payload.
package struct NamedCustomValue: Equatable, Sendable {
  /// The name.
  package let name: String
  /// The value.
  package let value: CustomValue

  /// The part of the register's key.
  var part: UInt128 { Self.part(of: name) }

  static func part(of name: String) -> UInt128 { EntityID(name: "custom value", name).rawValue }

  /// The register's value.
  package var encoded: [UInt8] {
    var wire = WireWriter()
    wire.text(1, name)
    switch value {
    case .none: break
    case .text(let text): wire.bytes(2, text.bytes)
    case .number(let number): wire.signed(3, number)
    case .flag(let isOn): wire.varint(4, isOn ? 1 : 0)
    }
    return wire.bytes
  }

  /// Names a value.
  package init(name: String, value: CustomValue) {
    self.name = name
    self.value = value
  }

  /// Reads a register's value; nil for another shape. What a newer program keeps in it shows as
  /// nothing.
  init?(reading bytes: Span<UInt8>) {
    guard let name = bytes.content(1), !name.isEmpty else { return nil }
    self.name = String(decoding: bytes.array(name), as: UTF8.self)
    if let text = bytes.content(2) {
      value = .text(Text(bytes: bytes.array(text)))
    } else if let number = bytes.integer(3) {
      value = .number(number)
    } else if let flag = bytes.number(4) {
      value = .flag(flag == 1)
    } else {
      value = .none
    }
  }
}

extension FieldValue {
  /// A value as it is shown.
  package init(_ value: CustomValue) {
    switch value {
    case .none: self = .none
    case .text(let text): self = .text(text)
    case .number(let number): self = .number(number)
    case .flag(let isOn): self = .flag(isOn)
    }
  }
}
