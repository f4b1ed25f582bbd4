import DaybookEvents
import DaybookLog
import DaybookSystem

/// The rows that a batch of events touches, folded in memory.
///
/// What a fold goes through again and again lies together: the registers of a row's fields, each
/// with its first head, are neighbours in one array, and the events they come from are added one
/// after the other. A million writes allocate next to nothing, and most cost two places far apart
/// in memory, the row and its cells.
package struct FoldTable {
  /// The rows, in the order in which they were first touched.
  private(set) var rows: [FoldRow] = []
  private var slots = FoldIndex()
  /// The registers of all rows of which there is one of a field, row by row; and writes that stand
  /// beside others.
  var cells: [FoldCell] = []
  /// The registers of all rows of which there may be many of a field.
  var parts: [FoldPart] = []
  private var partSlots = FoldIndex()
  /// The events; the encoder marks them.
  var notes: [FoldNote] = []
  /// Tells apart the rows that were written, by whatever encoder.
  var lastMark: UInt32 = 0
  private var bytes: [UInt8] = []
  /// No rows.
  package init() {}

  /// Roughly how much memory the rows take.
  var byteCount: Int {
    bytes.count + rows.count * MemoryLayout<FoldRow>.stride
      + cells.count * MemoryLayout<FoldCell>.stride
      + parts.count * MemoryLayout<FoldPart>.stride
      + notes.count * MemoryLayout<FoldNote>.stride + slots.byteCount + partSlots.byteCount
  }

  /// What more is needed than this is not asked for at once.
  private static let (reservedEventLimit, reservedByteLimit) = (1 << 21, 1 << 28)

  /// Makes room for many events, so that what they write is never moved. Memory that is not
  /// written to in the end costs next to nothing.
  ///
  /// - Parameter byteCount: what the events take in the log, at most.
  mutating func reserve(events: Int, byteCount: Int) {
    let events = min(events, Self.reservedEventLimit)
    let byteCount = min(byteCount, Self.reservedByteLimit)
    rows.reserveCapacity(events / 2)
    cells.reserveCapacity(2 * events)
    if events > Self.fewEvents { parts.reserveCapacity(events) }
    notes.reserveCapacity(events)
    bytes.reserveCapacity(byteCount)
    LargePages.prefer(for: &rows)
    LargePages.prefer(for: &cells)
    LargePages.prefer(for: &parts)
    LargePages.prefer(for: &notes)
    LargePages.prefer(for: &bytes)
  }

  /// Forgets all rows.
  mutating func removeAll() { self = FoldTable() }

  /// The index of a row that was touched before.
  @inline(__always)
  package func index(of key: RowKey) -> Int? {
    slots.find(key.hash) { rows[$0].isAbout(key) }
  }

  /// Adds a row that was not touched before.
  ///
  /// - Parameters:
  ///   - stored: What the view holds of it; empty where there is nothing.
  ///   - isAnew: it begins without writes all the same, and what is stored is only remembered.
  package mutating func add(
    _ key: RowKey, stored: Span<UInt8>, isAnew: Bool = false
  ) throws(ViewError) -> Int {
    let index = rows.count
    let room = key.kind.schema.usualFieldCount
    rows.append(FoldRow(key, stored: store(stored), firstCell: cells.count, room: room))
    for _ in 0..<room { cells.append(Self.noCell) }
    slots.insert(key.hash, index)
    if !stored.isEmpty, !isAnew { try load(stored, into: index) }
    return index
  }

  private static let noCell = FoldCell(
    sequence: 0, log: 0, note: -1, value: FoldSlice(offset: 0, count: 0), spare: 0, field: .life)

  /// Forgets the rows that `isKept` refuses; of the others what a view would hold of them stays.
  package mutating func keep(_ isKept: (RowKey) -> Bool) throws(ViewError) {
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
  package func stored(_ row: Int) -> Range<Int> { rows[row].stored.range }

  /// A copy of a value.
  func value(_ slice: FoldSlice) -> [UInt8] { Array(bytes[slice.range]) }

  /// The bytes that ranges of this table are about.
  package var contents: [UInt8] { bytes }
}

extension FoldTable {
  /// Notes an event whose writes follow.
  package mutating func begin(_ origin: WriteOrigin) -> Int32 {
    if notes.count == notes.capacity {
      if notes.count >= Self.manyEvents { dropUnusedNotes() }
      if notes.count > notes.capacity / 2 || notes.isEmpty {
        let events = max(Self.fewEvents, 8 * notes.count)
        reserve(events: events, byteCount: max(events << 7, 8 * bytes.count))
      }
    }
    notes.append(FoldNote(origin: origin))
    return Int32(notes.count - 1)
  }

  /// How many events there is room for from the first on, so that no array grows step by step.
  private static let fewEvents = 8
  /// From how many events on it is looked whether all are still needed before there are more.
  private static let manyEvents = 1 << 16

  /// Forgets the events none of whose writes counts any more. Nobody may hold the place of one.
  package mutating func dropUnusedNotes() {
    var places = [Int32](repeating: -1, count: notes.count)
    for cell in cells where cell.note >= 0 { places[Int(cell.note)] = 0 }
    for part in parts { places[Int(part.cell.note)] = 0 }
    var count = 0
    for index in notes.indices where places[index] == 0 {
      places[index] = Int32(count)
      notes[count] = notes[index]
      count += 1
    }
    notes.removeLast(notes.count - count)
    for index in cells.indices where cells[index].note >= 0 {
      cells[index] = cells[index].moved(note: places[Int(cells[index].note)])
    }
    for index in parts.indices {
      parts[index].cell = parts[index].cell.moved(note: places[Int(parts[index].cell.note)])
    }
  }

  /// Adds a register to a row that has none of that key.
  mutating func add(_ key: FieldKey, _ cell: FoldCell, to row: Int) {
    guard key.part == 0 else {
      // What is said once is listed as often as it is said, which hardly ever is twice, and not
      // looked for: who reads the row finds what counts.
      if !key.field.isLeast { partSlots.insert(rows[row].key.hash(of: key), parts.count) }
      parts.append(
        FoldPart(part: key.part, cell: cell, row: Int32(row), next: rows[row].firstPart))
      rows[row].firstPart = Int32(parts.count - 1)
      return
    }
    if rows[row].cellCount == rows[row].cellRoom { moveCells(of: row) }
    cells[rows[row].cells.upperBound] = cell
    rows[row].cellCount += 1
  }

  /// Forgets the last of a row's cells.
  mutating func removeLastCell(of row: Int) {
    cells[rows[row].cells.upperBound - 1] = Self.noCell
    rows[row].cellCount -= 1
  }

  /// Takes a part out of its row; nobody finds it any more.
  mutating func unlink(_ part: Int, from row: Int) {
    if rows[row].firstPart == part {
      rows[row].firstPart = parts[part].next
    } else {
      var before = Int(rows[row].firstPart)
      while before >= 0, parts[before].next != part { before = Int(parts[before].next) }
      if before >= 0 { parts[before].next = parts[part].next }
    }
    (parts[part].row, parts[part].next) = (-1, -1)
  }

  /// Moves the cells of a row to where there is room for more.
  private mutating func moveCells(of row: Int) {
    let known = rows[row].cells
    let room = max(4, 2 * known.count)
    rows[row].firstCell = Int32(cells.count)
    rows[row].cellRoom = UInt8(room)
    for index in known { cells.append(cells[index]) }
    for _ in known.count..<room { cells.append(Self.noCell) }
  }

  /// The place of a register among ``parts``; nil where nothing was written to it.
  func part(_ key: FieldKey, of row: Int) -> Int? {
    partSlots.find(rows[row].key.hash(of: key)) {
      parts[$0].row == row && parts[$0].part == key.part && parts[$0].cell.field == key.field
    }
  }

  /// A write as a head, whose value is added.
  mutating func makeHead(_ field: Field, _ note: Int32, _ value: Span<UInt8>) -> FoldCell {
    let slice = store(value)
    return head(field, note, slice, spare: 0)
  }

  /// The same in place of a head that it supersedes: with its room, if that suffices.
  mutating func makeHead(
    _ note: Int32, _ value: Span<UInt8>, inPlaceOf known: FoldCell
  ) -> FoldCell {
    let room = known.value.count + Int(known.spare)
    guard value.count <= room else { return makeHead(known.field, note, value) }
    let start = known.value.offset
    for offset in 0..<value.count { bytes[start &+ offset] = value[offset] }
    return head(
      known.field, note, FoldSlice(offset: known.value.offset, count: value.count),
      spare: UInt16(clamping: room - value.count))
  }

  private func head(
    _ field: Field, _ note: Int32, _ value: FoldSlice, spare: UInt16
  ) -> FoldCell {
    let origin = notes[Int(note)].origin
    return FoldCell(
      sequence: origin.event.sequence, log: origin.log, note: note, value: value, spare: spare,
      field: field)
  }

  private mutating func store(_ value: Span<UInt8>) -> FoldSlice {
    let offset = bytes.count
    bytes.append(value)
    return FoldSlice(offset: offset, count: value.count)
  }

  private mutating func load(_ stored: Span<UInt8>, into row: Int) throws(ViewError) {
    var reader = try FactsReader(stored)
    let first = notes.count
    for origin in reader.origins { notes.append(FoldNote(origin: origin)) }
    var last: FieldKey?
    while let (key, count) = try reader.nextRegister(in: stored) {
      guard last.map({ $0 < key }) ?? true else { throw .damagedRow }
      last = key
      var heads: [FoldCell] = []
      for _ in 0..<count {
        let write = try reader.nextHead(in: stored)
        heads.append(
          makeHead(key.field, Int32(first + write.origin), stored.extracting(write.value)))
      }
      if let head = chain(heads) { add(key, head, to: row) }
    }
  }

  /// The first of several heads, which then leads to the others.
  mutating func chain(_ heads: [FoldCell]) -> FoldCell? {
    var next: Int32 = -1
    for index in heads.indices.dropFirst().reversed() {
      var head = heads[index]
      head.next = next
      next = Int32(cells.count)
      cells.append(head)
    }
    guard var first = heads.first else { return nil }
    first.next = next
    return first
  }
}
