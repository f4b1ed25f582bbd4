/// A tag of a note: the value of its register says whether it is on, and how it is spelled.
struct NoteTag: Equatable {
  let name: [UInt8]
  let isOn: Bool

  /// The part of the register's key.
  var part: UInt128 { Tag.id(String(decoding: name, as: UTF8.self)).rawValue }

  /// The register's value.
  var encoded: [UInt8] { [isOn ? 1 : 0] + name }

  init(name: [UInt8], isOn: Bool) {
    self.name = name
    self.isOn = isOn
  }

  /// Reads a register's value.
  init(reading value: [UInt8]) {
    self.init(name: Array(value.dropFirst()), isOn: value.first == 1)
  }
}
