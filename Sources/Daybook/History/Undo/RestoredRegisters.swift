import DaybookEvents
import DaybookLog
import LMDB

/// How the registers of a thing that are taken back get what they held.
struct RestoredRegisters {
  /// What is done to one of them.
  enum Way {
    /// The value is written.
    case write
    /// The value is written also where it shows: that ends a conflict which had come back, or came.
    case writeAgain
    /// These writes are withdrawn; whether a conflict comes back by that.
    case withdraw([EventName], reopens: Bool)
    /// It holds that already.
    case nothing
  }

  /// What is taken back.
  let written: UndoneWrites
  /// The registers as they were without that.
  let before: PastFold
  /// The registers as they are, without what was taken back already.
  let counting: PastFold
  private let history: ThingHistory
  private let moment: Moment

  init(
    _ history: ThingHistory, _ written: UndoneWrites, _ before: PastFold, _ counting: PastFold,
    _ moment: Moment
  ) {
    self.history = history
    self.written = written
    self.before = before
    self.counting = counting
    self.moment = moment
  }

  /// The writes of others that a register holds.
  func others(_ register: RegisterName) -> [Head] {
    written.others(among: counting.heads(register.row, register.field), of: register)
  }

  /// How a register gets what it held.
  ///
  /// Where that was a conflict, no write can bring it back: whoever writes knows of all sides. So
  /// what decided it is withdrawn, unless somebody else has decided otherwise since.
  ///
  /// - Parameters:
  ///   - record: its row as it shows.
  ///   - alwaysWithdrawing: whether what was no conflict gets it that way too.
  func way(
    for register: RegisterName, _ record: Record, alwaysWithdrawing: Bool = false,
    _ transaction: borrowing ReadTransaction
  ) throws -> Way {
    guard let write = written.registers[register] else { return .nothing }
    let past = before.record(register.row)
    let value = past[register.field]?.winner?.value
    if write.isReopening {
      let isOpen = try Conflict.isThere(
        about: register.field, of: register.row, record, moment, transaction)
      return isOpen || record[register.field]?.winner?.value != value ? .writeAgain : .nothing
    }
    // What a source said stands in another register, which is as it is.
    let then = record.replacing(register.field, with: past[register.field])
    let wasConflict = try Conflict.isThere(
      about: register.field, of: register.row, then, moment, transaction)
    if written.known != nil, !wasConflict,
      try Conflict.isThere(
        about: register.field, of: register.row, record, moment, transaction)
    {
      // What a merge brought goes with the conflict that it brought.
      return .writeAgain
    }
    guard !register.field.field.isLeast, past[.life] != nil || register.field.field != .life,
      wasConflict || alwaysWithdrawing, others(register).allSatisfy({ $0.value == value })
    else { return .write }
    let events = try history.writes(
      to: register, onTopOf: past[register.field]?.heads ?? [])
    return events.isEmpty ? .nothing : .withdraw(events, reopens: wasConflict)
  }

  /// Whether a conflict comes back in a row.
  func reopens(
    _ row: RowKey, _ record: Record, _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    try written.registers.keys.contains { register in
      guard register.row == row,
        case .withdraw(_, reopens: true) = try way(for: register, record, transaction)
      else { return false }
      return true
    }
  }
}
