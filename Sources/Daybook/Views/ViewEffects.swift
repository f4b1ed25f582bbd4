package import DaybookEvents
import DaybookText

/// What writes changed for people: for the report of a merge, and for looking ahead at what a
/// merge or a supposition would change.
///
/// What is noted adds up to what changed from before the first write to after the last: what was
/// changed and changed back is not among it. Batches that follow each other note in the same
/// effects: only these know what a row held that an earlier batch left empty.
package struct ViewEffects: Sendable {
  /// A field.
  package struct FieldName: Hashable, Sendable {
    /// The row.
    package let row: RowKey
    /// The register.
    package let field: FieldKey
  }

  /// A field that shows another value now.
  package struct Overwrite: Equatable, Sendable {
    /// The field.
    package let name: FieldName
    /// The write that showed.
    package let from: Head
    /// The write that shows now; nil where nothing is written any more.
    package let to: Head?
  }

  /// What became of a row.
  private struct RowChange {
    /// Checks of the row before and now; 0 where nothing was written to it.
    let before: UInt32
    var now: UInt32
    let wasLive: Bool
    var isLive: Bool

    /// Whether anything was written to it before.
    var wasThere: Bool { before != 0 }
  }

  private var rows: [RowKey: RowChange] = [:]
  private var fields: [FieldName: (from: Head?, to: Head?)] = [:]
  private var dues: [EntityID: (from: TimeValue?, to: TimeValue?)] = [:]

  /// No effect.
  package init() {}

  /// A check of a stored row, which tells whether it is again what it was; 0 for none.
  private static func check(_ row: Span<UInt8>) -> UInt32 {
    row.isEmpty ? 0 : Checksum.of(row, seed: 0) | 1
  }

  /// Notes what a row is now.
  ///
  /// The two surely differ.
  mutating func note(_ row: RowKey, _ old: Record, _ new: Record) {
    let known = rows[row]
    let checks: (before: UInt32, now: UInt32) = (old.isEmpty ? 0 : 1, new.isEmpty ? 0 : 3)
    rows[row] = RowChange(
      before: known?.before ?? checks.before, now: checks.now,
      wasLive: known?.wasLive ?? old.isLive, isLive: new.isLive)
    guard rows[row]?.wasThere == true else { return }
    for (key, register) in old.registers {
      note(FieldName(row: row, field: key), register.winner, new[key]?.winner)
    }
    for (key, register) in new.registers where old[key] == nil {
      note(FieldName(row: row, field: key), nil, register.winner)
    }
  }

  /// Notes what a stored row is now; no bytes are a row that is not there.
  ///
  /// Of a row that never was there only that is kept, however much it holds.
  mutating func note(_ row: RowKey, _ old: Span<UInt8>, _ new: Span<UInt8>) throws(ViewError) {
    let checks = (before: Self.check(old), now: Self.check(new))
    let known = rows[row]
    guard known?.wasThere ?? !old.isEmpty else {
      rows[row] = RowChange(
        before: 0, now: checks.now, wasLive: false,
        isLive: new.isEmpty ? false : try Record.isLive(reading: new))
      return
    }
    let (wasLive, isLive) = try noteFields(row, old, new)
    rows[row] = RowChange(
      before: known?.before ?? checks.before, now: checks.now,
      wasLive: known?.wasLive ?? wasLive, isLive: isLive)
  }

  /// Notes the registers of a row that show something else now, and says whether the row was live
  /// and is. Of what shows the same nothing is copied.
  private mutating func noteFields(
    _ row: RowKey, _ old: Span<UInt8>, _ new: Span<UInt8>
  ) throws(ViewError) -> (wasLive: Bool, isLive: Bool) {
    var (before, after) = (try WinnerReader(old), try WinnerReader(new))
    var lives = (wasLive: false, isLive: false)
    while let key = Self.least(before.key, after.key) {
      let (isBefore, isAfter) = (before.key == key, after.key == key)
      if key.field == .life {
        if isBefore { lives.wasLive = before.head(in: old)?.value == Life.live }
        if isAfter { lives.isLive = after.head(in: new)?.value == Life.live }
      } else if !(isBefore && isAfter && before.showsSame(old, as: after, new)) {
        note(
          FieldName(row: row, field: key), isBefore ? before.head(in: old) : nil,
          isAfter ? after.head(in: new) : nil)
      }
      if isBefore { try before.advance(in: old) }
      if isAfter { try after.advance(in: new) }
    }
    return lives
  }

  private static func least(_ one: FieldKey?, _ other: FieldKey?) -> FieldKey? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }

  private mutating func note(_ name: FieldName, _ before: Head?, _ after: Head?) {
    guard ![.source, .life, .created].contains(name.field.field), before != after else { return }
    fields[name] = (fields[name].map(\.from) ?? before, after)
  }

  /// Notes that a card is due at another time now; a time there was none of is nil.
  mutating func note(_ move: MovedDueDate) {
    let first = dues[move.card].map(\.from) ?? move.from
    dues[move.card] = (first, move.to)
  }
}

extension ViewEffects {
  /// Rows that changed in any way.
  package var changed: Set<RowKey> {
    Set(rows.lazy.filter { $0.value.before != $0.value.now }.map(\.key))
  }

  /// The things people see that changed, in a fixed order: of a membership, the item.
  package var changedThings: [EntityID] {
    Set(
      changed.compactMap { row in
        switch row.kind {
        case .tag, .setting: nil
        case .membership: row.other
        default: row.entity
        }
      }
    ).sorted { $0.rawValue < $1.rawValue }
  }

  /// Fields that had a value and have another one now, in a fixed order.
  package var overwritten: [Overwrite] {
    fields.compactMap { name, change -> Overwrite? in
      let shown = [change.from, change.to].map { head in
        head.map { name.field.field.schema.contestedPart(of: $0.value) }
      }
      guard let from = change.from, shown[0] != shown[1] else { return nil }
      return Overwrite(name: name, from: from, to: change.to)
    }.sorted { $0.name < $1.name }
  }

  /// Things that were live and are not any more, in a fixed order.
  package var deleted: [RowKey] { things { $0.wasLive && !$0.isLive } }

  /// Things that are live and were not before, in a fixed order.
  package var added: [RowKey] { things { !$0.wasLive && $0.isLive } }

  /// Those that are live again, having been deleted, in a fixed order.
  package var broughtBack: [RowKey] { things { $0.wasThere && !$0.wasLive && $0.isLive } }

  private func things(_ isWanted: (RowChange) -> Bool) -> [RowKey] {
    rows.filter { isWanted($0.value) }.map(\.key)
      .sorted { FoldOrder($0, 0) < FoldOrder($1, 0) }
  }

  /// Cards whose due date moved, in a fixed order.
  package var movedDueDates: [MovedDueDate] {
    dues.compactMap { card, due in
      guard due.from != nil, due.from != due.to else { return nil }
      return MovedDueDate(card: card, from: due.from, to: due.to)
    }.sorted { $0.card.rawValue < $1.card.rawValue }
  }
}

extension ViewEffects.FieldName: Comparable {
  /// What it is about, as people name it: of a membership, the item.
  package var thing: EntityID { row.kind == .membership ? row.other ?? row.entity : row.entity }

  /// Orders by row, then by register.
  package static func < (left: Self, right: Self) -> Bool {
    if left.row != right.row { return FoldOrder(left.row, 0) < FoldOrder(right.row, 0) }
    return left.field < right.field
  }
}
