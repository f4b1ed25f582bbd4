extension FoldTable {
  /// Gives a register the heads that it has in another fold: for what is folded in another order
  /// than it came, where writes were withdrawn.
  ///
  /// - Parameters:
  ///   - key: a register of which the greatest head counts.
  ///   - heads: by name; none where nothing was written to it.
  mutating func replace(_ key: FieldKey, of row: Int, with heads: [Head]) {
    let first = Int32(notes.count)
    for head in heads { notes.append(FoldNote(origin: head.origin)) }
    let cells = zip(first..., heads).map { makeHead(key.field, $0, $1.value.span) }
    let head = chain(cells)
    if key.part == 0 {
      replaceCell(key, of: row, with: head)
    } else {
      replacePart(key, of: row, with: head)
    }
  }

  private mutating func replaceCell(_ key: FieldKey, of row: Int, with cell: FoldCell?) {
    guard let index = rows[row].cells.first(where: { cells[$0].field == key.field }) else {
      if let cell { add(key, cell, to: row) }
      return
    }
    if let cell {
      cells[index] = cell
    } else {
      // Their order says nothing.
      cells[index] = cells[rows[row].cells.upperBound - 1]
      removeLastCell(of: row)
    }
  }

  private mutating func replacePart(_ key: FieldKey, of row: Int, with cell: FoldCell?) {
    guard let index = part(key, of: row) else {
      if let cell { add(key, cell, to: row) }
      return
    }
    if let cell { parts[index].cell = cell } else { unlink(index, from: row) }
  }
}
