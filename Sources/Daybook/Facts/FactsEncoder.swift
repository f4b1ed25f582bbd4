import DaybookEvents

/// Writes rows of a ``FoldTable`` in the form that ``FactsReader`` reads.
package struct FactsEncoder {
  /// The row written last.
  package fileprivate(set) var bytes: [UInt8] = []
  /// Where its facts begin.
  private(set) var factsStart = 0
  /// Whether it has no register, and so is no row.
  var isEmpty: Bool { registers.isEmpty }
  fileprivate var registers: [FoldRegister] = []
  fileprivate var notes: [Int32] = []
  fileprivate var replicas: [UInt64] = []

  /// Nothing written yet.
  package init() {}
}

extension FoldTable {
  /// Writes a row as it is now.
  package mutating func encode(_ row: Int, with encoder: inout FactsEncoder) {
    list(row, in: &encoder.registers)
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
    for register in encoder.registers { encode(register, with: &encoder) }
  }

  /// Lists the events of those registers in the order in which their heads name them.
  private mutating func numberEvents(_ encoder: inout FactsEncoder) {
    lastMark &+= 1
    encoder.notes.removeAll(keepingCapacity: true)
    for register in encoder.registers {
      var cell = register.cell
      number(Int(cell.note), &encoder)
      while cell.next >= 0 {
        cell = cells[Int(cell.next)]
        number(Int(cell.note), &encoder)
      }
    }
  }

  private mutating func number(_ note: Int, _ encoder: inout FactsEncoder) {
    guard notes[note].mark != lastMark else { return }
    notes[note].mark = lastMark
    notes[note].place = UInt32(encoder.notes.count)
    encoder.notes.append(Int32(note))
  }

  private func encode(_ register: FoldRegister, with encoder: inout FactsEncoder) {
    let key = register.key
    encoder.bytes.append(key.field.rawValue << 1 | (key.part == 0 ? 0 : 1))
    if key.part != 0 { encoder.bytes.append(bigEndian: key.part) }
    var count: UInt64 = 0
    forEachHead(from: register.cell) { _ in count += 1 }
    encoder.bytes.appendVarint(count)
    forEachHead(from: register.cell) { head in
      encoder.bytes.appendVarint(UInt64(notes[Int(head.note)].place))
      encoder.bytes.appendVarint(UInt64(head.value.count))
      encoder.bytes.append(contents.span.extracting(head.value.range))
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
