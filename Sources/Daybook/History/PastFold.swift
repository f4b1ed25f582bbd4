import DaybookEvents
import DaybookLog

/// Rows folded in memory from chosen events, given in the order of application.
struct PastFold: Sendable {
  private(set) var rows = FoldTable()
  private var writes = EventWrites()
  private var encoder = FactsEncoder()

  /// Nothing folded yet; `isSmall` for the events about one thing.
  init(isSmall: Bool) {
    if isSmall { rows.reserveForFewEvents() }
  }

  /// Folds what an event writes; to one row, if `only` is given.
  mutating func fold(
    _ header: EventHeader, _ origin: WriteOrigin, _ payload: Span<UInt8>, observed: LocalVector,
    only wanted: RowKey? = nil
  ) throws {
    Reducer.reduce(header, origin.event, payload, into: &writes)
    guard !writes.writes.isEmpty else { return }
    let note = rows.begin(origin)
    let made = writes.made
    for index in writes.writes.indices {
      let write = writes.writes[index]
      if let wanted, write.row != wanted { continue }
      let register = try register(write.row, write.field)
      let value =
        write.isMade ? made.span.extracting(write.value) : payload.extracting(write.value)
      rows.fold(register, note, observed: observed, value)
    }
    rows.end(note)
  }

  private mutating func register(_ row: RowKey, _ field: FieldKey) throws -> Int {
    let row = try rows.index(of: row) ?? rows.add(row, stored: Span())
    return rows.register(field, of: row) ?? rows.add(field, to: row)
  }

  /// Folds the events of a command that belong to a past moment.
  mutating func fold(_ command: AppliedCommand, _ bound: PastBound) throws {
    guard !command.isImpossible else { return }
    let isWhole = bound.includes(command)
    for event in command.events where isWhole || bound.includesAlone(event.header) {
      try event.withPayload {
        try fold(event.header, WriteOrigin(event), $0, observed: command.observed)
      }
    }
  }

  /// A row as it is read from a view.
  func record(_ row: RowKey) -> Record {
    guard let index = rows.index(of: row) else { return Record() }
    var registers: [(key: FieldKey, register: Register)] = []
    let contents = rows.contents
    rows.forEachRegister(of: index) { register in
      let node = rows.registers[Int(register)]
      var heads: [Head] = []
      var head = node.firstHead
      while head >= 0 {
        let write = rows.heads[Int(head)]
        heads.append(
          Head(
            rows.notes[Int(write.note)].origin,
            value: contents.span.array(write.value.range)))
        head = write.next
      }
      registers.append((node.key, Register(heads: heads)))
    }
    return Record(registers: registers.sorted { $0.key < $1.key })
  }

  /// A row as a view would hold it; empty where nothing was written to it.
  mutating func encoded(_ row: RowKey) -> [UInt8] {
    guard let index = rows.index(of: row) else { return [] }
    return encoded(index)
  }

  /// The same, by its index.
  mutating func encoded(_ index: Int) -> [UInt8] {
    rows.encode(index, with: &encoder)
    return encoder.isEmpty ? [] : encoder.bytes
  }
}
