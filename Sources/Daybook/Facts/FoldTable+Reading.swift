extension FoldTable {
  /// The registers of a row, in the order of their keys, in place of what is in `registers`.
  func list(_ row: Int, in registers: inout [FoldRegister]) {
    registers.removeAll(keepingCapacity: true)
    registers.reserveCapacity(Int(rows[row].cellCount))
    for index in rows[row].cells {
      registers.append(FoldRegister(key: FieldKey(cells[index].field), cell: cells[index]))
    }
    var part = rows[row].firstPart
    while part >= 0 {
      let node = parts[Int(part)]
      registers.append(FoldRegister(key: FieldKey(node.cell.field, node.part), cell: node.cell))
      part = node.next
    }
    sort(&registers)
  }

  /// Up to how many registers are put in order by insertion, which most rows are faster with.
  private static let fewRegisters = 24

  /// Puts registers in order; of what was said several times, what was said least stays.
  private func sort(_ registers: inout [FoldRegister]) {
    guard registers.count <= Self.fewRegisters else {
      registers.sort { $0.key < $1.key }
      return dropRepetitions(&registers)
    }
    for end in registers.indices.dropFirst() {
      let register = registers[end]
      var place = end
      while place > 0, register.key < registers[place - 1].key {
        registers[place] = registers[place - 1]
        place -= 1
      }
      registers[place] = register
    }
    dropRepetitions(&registers)
  }

  private func dropRepetitions(_ registers: inout [FoldRegister]) {
    var count = 0
    for register in registers {
      if count > 0, registers[count - 1].key == register.key {
        if isLess(register.cell, than: registers[count - 1].cell) {
          registers[count - 1] = register
        }
      } else {
        registers[count] = register
        count += 1
      }
    }
    registers.removeLast(registers.count - count)
  }

  /// The first head of a register of a row; nil where nothing was written to it.
  func cell(_ key: FieldKey, of row: Int) -> FoldCell? {
    guard key.part != 0 else {
      for index in rows[row].cells where cells[index].field == key.field { return cells[index] }
      return nil
    }
    guard key.field.isLeast else { return part(key, of: row).map { parts[$0].cell } }
    var found: FoldCell?
    var part = rows[row].firstPart
    while part >= 0 {
      let node = parts[Int(part)]
      if node.part == key.part, node.cell.field == key.field,
        found.map({ isLess(node.cell, than: $0) }) ?? true
      {
        found = node.cell
      }
      part = node.next
    }
    return found
  }

  /// Hands over the heads of a register, by name, from the first on.
  func forEachHead(from first: FoldCell, _ body: (FoldCell) -> Void) {
    var cell = first
    body(cell)
    while cell.next >= 0 {
      cell = cells[Int(cell.next)]
      body(cell)
    }
  }

  private func isLess(_ cell: FoldCell, than other: FoldCell) -> Bool {
    notes[Int(cell.note)].origin.isLess(than: notes[Int(other.note)].origin)
  }
}

extension FoldTable {
  /// The heads of a register of a row, by name; empty where nothing was written to it.
  package func heads(_ key: FieldKey, of row: Int) -> [Head] {
    cell(key, of: row).map { heads(from: $0) } ?? []
  }

  /// A row as it is read from a view.
  package func record(_ row: Int) -> Record {
    var registers: [FoldRegister] = []
    list(row, in: &registers)
    return Record(
      registers: registers.map { (key: $0.key, register: Register(heads: heads(from: $0.cell))) })
  }

  private func heads(from first: FoldCell) -> [Head] {
    var heads: [Head] = []
    forEachHead(from: first) { head in
      heads.append(Head(notes[Int(head.note)].origin, value: value(head.value)))
    }
    return heads
  }
}
