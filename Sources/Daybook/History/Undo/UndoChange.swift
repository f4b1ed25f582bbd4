import DaybookEvents
import DaybookLog
import LMDB
import DaybookText

/// One register that a command wrote and that is to hold what it held before.
struct UndoChange {
  /// The register.
  let register: RegisterName
  /// What it shows.
  let from: [UInt8]?
  /// What it shall show.
  let to: [UInt8]
  /// The writes that count no more then; empty where the value is written.
  var withdrawn: [EventName] = []
  /// Whether a conflict comes back that those writes decided.
  var reopens = false
  /// What stands in the way; nil for nothing.
  var obstacle: (reason: UndoReport.Obstacle, head: Head)?

  /// Whether people are told of it.
  var isTold: Bool {
    let setting =
      register.field.field == .setting ? SettingValue(reading: from ?? to)?.name : nil
    return FieldChange.isShown(register.row, register.field)
      && !KnownVault.isKept(in: setting.map { Text($0) })
  }

  /// Whether it says what becomes of a thing, so that what its fields are given beside that does
  /// not bring it back: a life is written after them.
  var isSaid: Bool {
    register.field.field == .life && obstacle == nil && (withdrawn.isEmpty || to == Life.live)
  }

  /// Whether it takes something out of what it is in.
  var isLeaving: Bool {
    switch register.field.field {
    case .life: to != Life.live || from.flatMap { Life.joinedInto($0.span) } != nil
    case .place: to.first == 0
    case .deck: true
    default: false
    }
  }
}

extension RegisterName: Comparable {
  /// Orders by row, then by field.
  package static func < (left: RegisterName, right: RegisterName) -> Bool {
    left.row == right.row
      ? left.field < right.field
      : left.row.bytes.lexicographicallyPrecedes(right.row.bytes)
  }

  /// What people call it.
  func name(
    holding value: [UInt8], _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> String {
    guard row.kind == .membership else {
      return try moment.name(of: field, holding: value, transaction)
    }
    return "in \(try moment.label(row.entity, transaction).string)"
  }

  /// What it is about, as people name it: of a membership, the item.
  var entity: EntityID { row.kind == .membership ? row.other ?? row.entity : row.entity }
}

/// What is undone of one thing.
struct UndoneWrites {
  /// What was done to a register last.
  struct Write {
    /// What was written; nil where writes were withdrawn, so that a conflict came back.
    let value: [UInt8]?
    /// What had been observed then.
    let observed: LocalVector
    /// Whether that was to give back a value: after another one by the same, or by taking something
    /// back.
    let isReturn: Bool

    /// Whether it let a conflict come back.
    var isReopening: Bool { value == nil }
  }

  /// What was known before a merge that is undone; nil of anything else.
  let known: LocalVector?
  /// The registers.
  var registers: [RegisterName: Write] = [:]
  /// The events that wrote them.
  var events: Set<EventName> = []

  init(known: LocalVector?) { self.known = known }

  /// The heads of a row's registers that show something else than what these wrote.
  func changedHeads(of row: RowKey, _ record: Record) -> [Head] {
    record.registers.flatMap { key, register -> [Head] in
      guard key.field != .created, let shown = register.winner?.value else { return [] }
      let own = registers[RegisterName(row: row, field: key)]?.value
      guard let base = own ?? key.field.schema.cleared(of: shown) else { return [] }
      return shown == base ? [] : register.heads
    }
  }

  /// Those of some writes to a register that are none of these, nor came back by these, nor were
  /// known before a merge that is undone.
  func others(among heads: [Head], of register: RegisterName) -> [Head] {
    let known = known ?? registers[register].flatMap { $0.isReopening ? $0.observed : nil }
    return heads.filter { head in
      !events.contains(head.event) && known?.covers(head.log, head.event.sequence) != true
    }
  }
}
