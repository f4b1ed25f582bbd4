import DaybookEvents

/// All registers of one thing: what a row of a view holds.
package struct Record: Equatable, Sendable {
  /// The registers, in the order of their keys.
  package let registers: [(key: FieldKey, register: Register)]

  /// A record without writes.
  package init() { registers = [] }

  /// A record of registers in the order of their keys.
  init(registers: [(key: FieldKey, register: Register)]) { self.registers = registers }

  /// Reads a stored row.
  ///
  /// - Throws: ``ViewError/damagedRow`` when the bytes are no row of ours.
  package init(reading bytes: Span<UInt8>) throws(ViewError) {
    var row = try FactsReader(bytes)
    var registers: [(key: FieldKey, register: Register)] = []
    while let (key, count) = try row.nextRegister(in: bytes) {
      var heads: [Head] = []
      for _ in 0..<count {
        let head = try row.nextHead(in: bytes)
        heads.append(Head(row.origins[head.origin], value: bytes.array(head.value)))
      }
      registers.append((key, Register(heads: heads)))
    }
    self.registers = registers
  }

  /// Reads what a view holds of a row: nothing, where no bytes are kept.
  ///
  /// - Throws: As ``init(reading:)``.
  init(stored bytes: Span<UInt8>) throws(ViewError) {
    if bytes.isEmpty { self.init() } else { try self.init(reading: bytes) }
  }

  /// Whether two records hold the same writes.
  package static func == (left: Record, right: Record) -> Bool {
    left.registers.count == right.registers.count
      && zip(left.registers, right.registers).allSatisfy {
        $0.key == $1.key && $0.register == $1.register
      }
  }

  /// One register.
  package subscript(_ key: FieldKey) -> Register? {
    for index in registers.indices where registers[index].key == key {
      return registers[index].register
    }
    return nil
  }

  /// The same with another register under a key; with none for nil.
  func replacing(_ key: FieldKey, with register: Register?) -> Record {
    var others = registers.filter { $0.key != key }
    if let register {
      let index = others.firstIndex { key < $0.key } ?? others.endIndex
      others.insert((key, register), at: index)
    }
    return Record(registers: others)
  }

  /// The register of a field there is one of.
  package subscript(_ field: Field) -> Register? { self[FieldKey(field)] }

  /// The value that shows.
  package func value(_ field: Field) -> [UInt8]? { self[field]?.winner?.value }

  /// Whether nothing was ever written.
  package var isEmpty: Bool { registers.isEmpty }

  /// Whether the thing is there: created or restored, and not deleted since.
  package var isLive: Bool { value(.life) == Life.live }

  /// Into what a collection or deck was joined; nil for one that stands for itself, or is deleted.
  package var joinedInto: EntityID? {
    self[.life]?.winner.flatMap { Life.joinedInto($0.value.span) }
  }

  /// The position of what a joined collection holds, in the one that it was joined into.
  var joinPosition: [UInt8] {
    guard let value = value(.life), joinedInto != nil else { return [] }
    return Array(value.dropFirst(Life.joinedCount))
  }

  /// Whether the thing of a stored row is there, without reading the rest of it.
  ///
  /// - Throws: ``ViewError/damagedRow``.
  static func isLive(reading bytes: Span<UInt8>) throws(ViewError) -> Bool {
    var row = try FactsReader(bytes)
    while let (key, count) = try row.nextRegister(in: bytes) {
      var heads: [Head] = []
      for _ in 0..<count {
        let head = try row.nextHead(in: bytes)
        if key.field == .life {
          heads.append(Head(row.origins[head.origin], value: bytes.array(head.value)))
        }
      }
      if key.field == .life { return Register(heads: heads).winner?.value == Life.live }
    }
    return false
  }

  /// The registers about which writers disagree.
  package var contested: [FieldKey] {
    registers.compactMap { key, register in
      register.isContested(as: key.field) ? key : nil
    }
  }

  /// When any of its own fields was last written, as its writer's clock said.
  package var lastWrite: Head? {
    registers.lazy.flatMap { $0.register.heads }.max { $0.stamp < $1.stamp }
  }
}

/// The values of the register `life`: live, deleted, or joined into another thing of its kind.
package enum Life {
  /// Created, restored, or written to.
  package static let live = [code(true)]
  /// Deleted.
  package static let deleted = [code(false)]

  /// The one byte of a value.
  static func code(_ isLive: Bool) -> UInt8 { isLive ? 1 : 0 }

  /// What a value begins with that says into what the thing was joined: its id and, of a
  /// collection, the position there follow.
  static let joinedCode: UInt8 = 2
  /// Of such a value, the bytes about which writers can disagree: all but the position.
  static let joinedCount = 17

  /// Into what a thing was joined; nil for any other value.
  package static func joinedInto(_ value: Span<UInt8>) -> EntityID? {
    guard value.count >= joinedCount, value[0] == joinedCode else { return nil }
    return EntityID(rawValue: value.bigEndian128(at: 1))
  }
}
