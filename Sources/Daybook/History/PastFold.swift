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

  /// Folds what an event writes, as far as it is wanted.
  ///
  /// - Parameter late: writes to pass over, by their place among those of the event: somebody gives
  ///   events in another order, and found that they have been observed.
  mutating func fold(
    _ header: EventHeader, _ origin: WriteOrigin, _ payload: Span<UInt8>, observed: LocalVector,
    skipping late: Set<Int> = [], where isWanted: (RowKey, FieldKey) -> Bool = { _, _ in true }
  ) throws {
    Reducer.reduce(header, origin.event, payload, into: &writes)
    guard !writes.writes.isEmpty else { return }
    let note = rows.begin(origin)
    let made = writes.made
    for index in writes.writes.indices {
      let write = writes.writes[index]
      guard isWanted(write.row, write.field) else { continue }
      if !late.isEmpty, late.contains(index) { continue }
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
  mutating func fold(
    _ command: AppliedCommand, _ bound: PastBound, _ state: LogState
  ) throws {
    guard !command.isImpossible else { return }
    let isWhole = bound.includes(command)
    for event in command.events where isWhole || bound.includesAlone(event.header) {
      try event.withPayload {
        let header = state.counted(event.header, in: event.log)
        try fold(
          header, WriteOrigin(header, event.name, in: event.log), $0, observed: command.observed)
      }
    }
  }

  /// The head of one register that shows.
  func winner(_ row: RowKey, _ field: FieldKey) -> Head? {
    Register(heads: heads(row, field)).winner
  }

  /// The heads of one register, by name.
  func heads(_ row: RowKey, _ field: FieldKey) -> [Head] {
    guard let row = rows.index(of: row), let register = rows.register(field, of: row) else {
      return []
    }
    return heads(of: rows.registers[register])
  }

  private func heads(of register: FoldRegister) -> [Head] {
    var heads: [Head] = []
    var head = register.firstHead
    while head >= 0 {
      let write = rows.heads[Int(head)]
      heads.append(
        Head(
          rows.notes[Int(write.note)].origin, value: rows.value(write.value)))
      head = write.next
    }
    return heads
  }

  /// A row as it is read from a view.
  func record(_ row: RowKey) -> Record {
    guard let index = rows.index(of: row) else { return Record() }
    var registers: [(key: FieldKey, register: Register)] = []
    rows.forEachRegister(of: index) { register in
      let node = rows.registers[Int(register)]
      registers.append((node.key, Register(heads: heads(of: node))))
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
