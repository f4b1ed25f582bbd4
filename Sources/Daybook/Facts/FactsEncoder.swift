import DaybookEvents

/// Writes rows of a ``FoldTable`` in the form that ``FactsReader`` reads.
struct FactsEncoder {
  /// The row written last.
  fileprivate(set) var bytes: [UInt8] = []
  /// Where its facts begin.
  private(set) var factsStart = 0
  /// Whether it has no register, and so is no row.
  var isEmpty: Bool { registers.isEmpty }
  /// Tells rows apart.
  fileprivate var mark: UInt32 = 0
  fileprivate var registers: [Int32] = []
  fileprivate var notes: [Int32] = []
  fileprivate var replicas: [UInt64] = []
}

extension FoldTable {
  /// Writes a row as it is now.
  mutating func encode(_ row: Int, with encoder: inout FactsEncoder) {
    listRegisters(of: row, &encoder)
    numberEvents(&encoder)
    encoder.start()
    for note in encoder.notes {
      encoder.bytes.appendVarint(UInt64(notes[Int(note)].origin.log))
    }
    encoder.startFacts()
    for note in encoder.notes {
      let event = notes[Int(note)].origin.event.replica.rawValue
      if !encoder.replicas.contains(event) { encoder.replicas.append(event) }
    }
    encoder.bytes.appendVarint(UInt64(encoder.replicas.count))
    for replica in encoder.replicas { encoder.bytes.append(bigEndian: replica) }
    for note in encoder.notes { encoder.write(notes[Int(note)].origin) }
    encoder.bytes.appendVarint(UInt64(encoder.registers.count))
    for register in encoder.registers { encode(registers[Int(register)], with: &encoder) }
  }

  /// Up to how many registers are put in order by insertion, which most rows are faster with.
  private static let fewRegisters = 24

  /// Lists the registers of a row in the order of their keys.
  private func listRegisters(of row: Int, _ encoder: inout FactsEncoder) {
    encoder.registers.removeAll(keepingCapacity: true)
    forEachRegister(of: row) { encoder.registers.append($0) }
    guard encoder.registers.count <= Self.fewRegisters else {
      let known = registers
      encoder.registers.sort { known[Int($0)].key < known[Int($1)].key }
      return
    }
    for end in encoder.registers.indices.dropFirst() {
      let register = encoder.registers[end]
      let key = registers[Int(register)].key
      var place = end
      while place > 0, key < registers[Int(encoder.registers[place - 1])].key {
        encoder.registers[place] = encoder.registers[place - 1]
        place -= 1
      }
      encoder.registers[place] = register
    }
  }

  /// Lists the events of those registers in the order in which their heads name them.
  private mutating func numberEvents(_ encoder: inout FactsEncoder) {
    encoder.mark &+= 1
    encoder.notes.removeAll(keepingCapacity: true)
    for register in encoder.registers {
      var head = registers[Int(register)].firstHead
      while head >= 0 {
        let note = Int(heads[Int(head)].note)
        if notes[note].mark != encoder.mark {
          notes[note].mark = encoder.mark
          notes[note].place = UInt32(encoder.notes.count)
          encoder.notes.append(Int32(note))
        }
        head = heads[Int(head)].next
      }
    }
  }

  private func encode(_ register: FoldRegister, with encoder: inout FactsEncoder) {
    let key = register.key
    encoder.bytes.append(key.field.rawValue << 1 | (key.part == 0 ? 0 : 1))
    if key.part != 0 { encoder.bytes.append(bigEndian: key.part) }
    var count: UInt64 = 0
    var head = register.firstHead
    while head >= 0 {
      count += 1
      head = heads[Int(head)].next
    }
    encoder.bytes.appendVarint(count)
    head = register.firstHead
    while head >= 0 {
      let write = heads[Int(head)]
      encoder.bytes.appendVarint(UInt64(notes[Int(write.note)].place))
      encoder.bytes.appendVarint(UInt64(write.value.count))
      encoder.bytes.append(contents.span.extracting(write.value.range))
      head = write.next
    }
  }
}

extension FactsEncoder {
  fileprivate mutating func start() {
    bytes.removeAll(keepingCapacity: true)
    replicas.removeAll(keepingCapacity: true)
    bytes.appendVarint(UInt64(notes.count))
  }

  fileprivate mutating func startFacts() { factsStart = bytes.count }

  fileprivate mutating func write(_ origin: WriteOrigin) {
    let replica = origin.event.replica.rawValue
    bytes.appendVarint(UInt64(replicas.firstIndex(of: replica) ?? 0))
    bytes.appendVarint(origin.event.sequence)
    bytes.append(bigEndian: origin.event.tag)
    bytes.append(bigEndian: origin.stamp.rawValue)
    bytes.appendSigned(origin.recordedAt &- origin.stamp.milliseconds)
    let offset = Int64(origin.offsetMinutes)
    bytes.appendVarint(
      UInt64(bitPattern: offset << 1 ^ offset >> 63) << 1 | (origin.isRuleMade ? 1 : 0))
  }
}
