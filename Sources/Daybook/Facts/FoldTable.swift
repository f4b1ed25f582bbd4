import DaybookEvents
import DaybookLog

/// The rows that a batch of events touches, folded in memory.
///
/// Registers, heads and events are elements of flat arrays that name each other by index, and
/// values lie in one array of bytes: a million writes allocate next to nothing.
struct FoldTable {
  /// The rows, in the order in which they were first touched.
  private(set) var rows: [FoldRow] = []
  private var slots = FoldIndex()
  private var partSlots = FoldIndex()
  /// The registers of all rows.
  private(set) var registers: [FoldRegister] = []
  /// The heads of all registers.
  private(set) var heads: [FoldHead] = []
  /// The events; the encoder marks them.
  var notes: [FoldNote] = []
  private var freeHead: Int32 = -1
  private var freeNote: Int32 = -1
  private var bytes: [UInt8] = []
  /// Roughly how much memory the rows take.
  var byteCount: Int {
    bytes.count + rows.count * MemoryLayout<FoldRow>.stride
      + registers.count * MemoryLayout<FoldRegister>.stride
      + heads.count * MemoryLayout<FoldHead>.stride
      + notes.count * MemoryLayout<FoldNote>.stride + slots.byteCount + partSlots.byteCount
  }

  /// Makes room for what a few events write, so that no array grows step by step.
  mutating func reserveForFewEvents() {
    rows.reserveCapacity(4)
    registers.reserveCapacity(16)
    heads.reserveCapacity(16)
    notes.reserveCapacity(8)
    bytes.reserveCapacity(1024)
  }

  /// Forgets all rows.
  mutating func removeAll() { self = FoldTable() }

  /// The index of a row that was touched before.
  func index(of key: RowKey) -> Int? {
    slots.find(key.hash) { rows[$0].key == key }
  }

  /// The index of a register of a row that was written before. A row's few fields lie together in
  /// memory, where going through them costs less than a search.
  func register(_ key: FieldKey, of row: Int) -> Int? {
    guard key.part == 0 else {
      return partSlots.find(rows[row].key.hash(of: key)) {
        registers[$0].row == row && registers[$0].key == key
      }
    }
    var register = rows[row].firstField
    while register >= 0, registers[Int(register)].key.field != key.field {
      register = registers[Int(register)].next
    }
    return register < 0 ? nil : Int(register)
  }

  /// Hands over the registers of a row, in no particular order.
  func forEachRegister(of row: Int, _ body: (Int32) -> Void) {
    var register = rows[row].firstField
    while register >= 0 {
      body(register)
      register = registers[Int(register)].next
    }
    register = rows[row].firstPart
    while register >= 0 {
      body(register)
      register = registers[Int(register)].next
    }
  }

  /// Adds a row that was not touched before.
  ///
  /// - Parameters:
  ///   - stored: What the view holds of it; empty where there is nothing.
  ///   - isAnew: it begins without writes all the same, and what is stored is only remembered.
  mutating func add(
    _ key: RowKey, stored: Span<UInt8>, isAnew: Bool = false
  ) throws(ViewError) -> Int {
    let index = rows.count
    rows.append(FoldRow(key: key, stored: keep(stored)))
    slots.insert(key.hash, index)
    if !stored.isEmpty, !isAnew { try load(stored, into: index) }
    return index
  }

  /// Adds a register to a row that has none of that key.
  mutating func add(_ key: FieldKey, to row: Int) -> Int {
    let index = registers.count
    let isField = key.part == 0
    registers.append(
      FoldRegister(
        key: key, row: Int32(row), next: isField ? rows[row].firstField : rows[row].firstPart))
    if isField {
      rows[row].firstField = Int32(index)
    } else {
      rows[row].firstPart = Int32(index)
      partSlots.insert(rows[row].key.hash(of: key), index)
    }
    return index
  }

  /// Forgets the rows that `isKept` refuses; of the others what a view would hold of them stays.
  mutating func keep(_ isKept: (RowKey) -> Bool) throws(ViewError) {
    var kept = FoldTable()
    var encoder = FactsEncoder()
    for index in rows.indices where isKept(rows[index].key) {
      encode(index, with: &encoder)
      let row = try kept.add(rows[index].key, stored: Span())
      try kept.load(encoder.bytes.span, into: row)
    }
    self = kept
  }

  /// Gives back the memory that finding rows and registers takes: none is looked for any more.
  mutating func endLookups() { (slots, partSlots) = (FoldIndex(), FoldIndex()) }

  /// The rows of each view in the order of their keys.
  func order() -> [ViewName: [Int]] {
    var sorted = rows.indices.map { FoldOrder(rows[$0].key, $0) }
    sorted.sort()
    var order: [ViewName: [Int]] = [:]
    for view in ViewName.ofFacts {
      order[view] = sorted.compactMap { $0.view == view ? $0.index : nil }
    }
    return order
  }

  /// What the view held of a row when it was first touched.
  func stored(_ row: Int) -> Range<Int> { rows[row].stored.range }

  /// A copy of a value.
  func value(_ slice: FoldSlice) -> [UInt8] { Array(bytes[slice.range]) }

  /// The bytes that ranges of this table are about.
  var contents: [UInt8] { bytes }
}

extension FoldTable {
  /// Notes an event whose writes follow.
  mutating func begin(_ origin: WriteOrigin) -> Int32 {
    guard freeNote >= 0 else {
      notes.append(FoldNote(origin: origin))
      return Int32(notes.count - 1)
    }
    let index = freeNote
    freeNote = Int32(bitPattern: notes[Int(index)].mark)
    notes[Int(index)] = FoldNote(origin: origin)
    return index
  }

  /// Forgets an event none of whose writes counts.
  mutating func end(_ note: Int32) {
    if notes[Int(note)].references == 0 { release(note: note) }
  }

  /// Folds one write into its register: drops the heads that it observed and adds it. Commands
  /// are applied after what they observed and once each, so every order of arrival ends in the
  /// same heads.
  mutating func fold(
    _ register: Int, _ note: Int32, observed: LocalVector, _ value: Span<UInt8>
  ) {
    let write = notes[Int(note)].origin
    let isLeast = registers[register].key.field.isLeast
    var previous: Int32 = -1
    var node = registers[register].firstHead
    while node >= 0 {
      let next = heads[Int(node)].next
      let known = notes[Int(heads[Int(node)].note)].origin
      let isDropped: Bool
      if isLeast {
        guard write.isLess(than: known) else { return }
        isDropped = true
      } else {
        isDropped = known.isSuperseded(by: write, observing: observed)
      }
      if isDropped {
        link(next, after: previous, in: register)
        release(head: node)
      } else {
        previous = node
      }
      node = next
    }
    insert(note, value, into: register)
  }

  private mutating func insert(_ note: Int32, _ value: Span<UInt8>, into register: Int) {
    let name = notes[Int(note)].origin.event
    var previous: Int32 = -1
    var node = registers[register].firstHead
    while node >= 0, notes[Int(heads[Int(node)].note)].origin.event < name {
      previous = node
      node = heads[Int(node)].next
    }
    let head = newHead(note, value)
    heads[Int(head)].next = node
    link(head, after: previous, in: register)
  }

  private mutating func link(_ head: Int32, after previous: Int32, in register: Int) {
    if previous < 0 {
      registers[register].firstHead = head
    } else {
      heads[Int(previous)].next = head
    }
  }

  /// A head, in place of one that was dropped if there is any: with its bytes, if they suffice.
  private mutating func newHead(_ note: Int32, _ value: Span<UInt8>) -> Int32 {
    notes[Int(note)].references += 1
    guard freeHead >= 0 else {
      heads.append(FoldHead(note: note, value: keep(value)))
      return Int32(heads.count - 1)
    }
    let index = freeHead
    freeHead = heads[Int(index)].next
    var place = heads[Int(index)].value
    if place.capacity >= value.count {
      let start = Int(place.offset)
      for offset in 0..<value.count { bytes[start &+ offset] = value[offset] }
      place.count = UInt32(value.count)
    } else {
      place = keep(value)
    }
    heads[Int(index)] = FoldHead(note: note, value: place)
    return index
  }

  private mutating func release(head: Int32) {
    let note = heads[Int(head)].note
    notes[Int(note)].references -= 1
    if notes[Int(note)].references == 0 { release(note: note) }
    heads[Int(head)].next = freeHead
    freeHead = head
  }

  private mutating func release(note: Int32) {
    notes[Int(note)].mark = UInt32(bitPattern: freeNote)
    freeNote = note
  }

  private mutating func keep(_ value: Span<UInt8>) -> FoldSlice {
    let offset = UInt32(bytes.count)
    bytes.append(value)
    return FoldSlice(offset: offset, count: UInt32(value.count), capacity: UInt32(value.count))
  }

  private mutating func load(_ stored: Span<UInt8>, into row: Int) throws(ViewError) {
    var reader = try FactsReader(stored)
    let first = reader.origins.map { begin($0) }
    while let (key, count) = try reader.nextRegister(in: stored) {
      let register = add(key, to: row)
      var previous: Int32 = -1
      for _ in 0..<count {
        let write = try reader.nextHead(in: stored)
        let head = newHead(first[write.origin], stored.extracting(write.value))
        link(head, after: previous, in: register)
        previous = head
      }
    }
  }
}
