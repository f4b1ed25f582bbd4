import DaybookEvents
package import DaybookLog

extension FoldTable {
  /// Folds one write into its register: drops the heads that it observed and adds it. Commands
  /// are applied after what they observed and once each, so every order of arrival ends in the
  /// same heads.
  @inline(__always)
  package mutating func fold(
    _ key: FieldKey, of row: Int, _ note: Int32, observed: LocalVector, _ value: Span<UInt8>
  ) {
    guard key.part == 0 else { return foldPart(key, of: row, note, observed: observed, value) }
    for index in rows[row].cells where cells[index].field == key.field {
      if let cell = fold(onto: cells[index], note, observed, value) { cells[index] = cell }
      return
    }
    add(key, makeHead(key.field, note, value), to: row)
  }

  private mutating func foldPart(
    _ key: FieldKey, of row: Int, _ note: Int32, observed: LocalVector, _ value: Span<UInt8>
  ) {
    if !key.field.isLeast, let index = part(key, of: row) {
      if let cell = fold(onto: parts[index].cell, note, observed, value) {
        parts[index].cell = cell
      }
    } else {
      add(key, makeHead(key.field, note, value), to: row)
    }
  }

  /// The first head of a register after a write; nil where it stays.
  @inline(__always)
  private mutating func fold(
    onto first: FoldCell, _ note: Int32, _ observed: LocalVector, _ value: Span<UInt8>
  ) -> FoldCell? {
    if first.field.isLeast {
      let (write, known) = (notes[Int(note)].origin, notes[Int(first.note)].origin)
      return write.isLess(than: known) ? makeHead(note, value, inPlaceOf: first) : nil
    }
    let origin = notes[Int(note)].origin
    if first.next < 0, first.isSuperseded(by: origin, observing: observed) {
      return makeHead(note, value, inPlaceOf: first)
    }
    let write = makeHead(first.field, note, value)
    return contest(first, write, origin, observed)
  }

  /// The same where a head may stay beside the write.
  private mutating func contest(
    _ first: FoldCell, _ write: FoldCell, _ origin: WriteOrigin, _ observed: LocalVector
  ) -> FoldCell? {
    var heads: [FoldCell] = []
    forEachHead(from: first) { head in
      if !head.isSuperseded(by: origin, observing: observed) { heads.append(head) }
    }
    let place = heads.firstIndex { notes[Int($0.note)].origin.event >= origin.event }
    heads.insert(write, at: place ?? heads.count)
    return chain(heads)
  }
}

extension FoldCell {
  /// Whether a write to the same register supersedes this one, as
  /// ``WriteOrigin/isSuperseded(by:observing:)`` says.
  @inline(__always)
  fileprivate func isSuperseded(by write: WriteOrigin, observing observed: LocalVector) -> Bool {
    write.supersedes(log, sequence, observing: observed)
  }
}
