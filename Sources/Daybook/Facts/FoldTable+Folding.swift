import DaybookEvents
import DaybookLog

extension FoldTable {
  /// Folds one write into its register: drops the heads that it observed and adds it. Commands
  /// are applied after what they observed and once each, so every order of arrival ends in the
  /// same heads.
  @inline(__always)
  mutating func fold(
    _ key: FieldKey, of row: Int, _ note: Int32, observed: LocalVector, _ value: Span<UInt8>
  ) {
    guard key.part == 0 else { return foldPart(key, of: row, note, observed: observed, value) }
    for index in rows[row].cells where cells[index].field == key.field {
      if let cell = folded(cells[index], note, observed, value) { cells[index] = cell }
      return
    }
    add(key, cell(key.field, note, value), to: row)
  }

  private mutating func foldPart(
    _ key: FieldKey, of row: Int, _ note: Int32, observed: LocalVector, _ value: Span<UInt8>
  ) {
    if !key.field.isLeast, let index = part(key, of: row) {
      if let cell = folded(parts[index].cell, note, observed, value) { parts[index].cell = cell }
    } else {
      add(key, cell(key.field, note, value), to: row)
    }
  }

  /// The first head of a register after a write; nil where it stays.
  @inline(__always)
  private mutating func folded(
    _ first: FoldCell, _ note: Int32, _ observed: LocalVector, _ value: Span<UInt8>
  ) -> FoldCell? {
    if first.field.isLeast {
      let (write, known) = (notes[Int(note)].origin, notes[Int(first.note)].origin)
      return write.isLess(than: known) ? cell(first.field, note, value) : nil
    }
    let write = cell(first.field, note, value)
    if first.next < 0, first.isSuperseded(by: write, observing: observed) { return write }
    return contested(first, write, observed)
  }

  /// The same where a head may stay beside the write.
  private mutating func contested(
    _ first: FoldCell, _ write: FoldCell, _ observed: LocalVector
  ) -> FoldCell? {
    var heads: [FoldCell] = []
    forEachHead(from: first) { head in
      if !head.isSuperseded(by: write, observing: observed) { heads.append(head) }
    }
    let name = notes[Int(write.note)].origin.event
    let place = heads.firstIndex { notes[Int($0.note)].origin.event >= name } ?? heads.count
    heads.insert(write, at: place)
    return chained(heads)
  }
}

extension FoldCell {
  /// Whether a write to the same register supersedes this one, as
  /// ``WriteOrigin/isSuperseded(by:observing:)`` says.
  @inline(__always)
  fileprivate func isSuperseded(by write: FoldCell, observing observed: LocalVector) -> Bool {
    observed.covers(log, sequence) || (log == write.log && sequence <= write.sequence)
  }
}
