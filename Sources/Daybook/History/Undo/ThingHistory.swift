import DaybookEvents
import DaybookLog
import LMDB

/// The events whose writes are about one thing, with what taking back needs to know of each.
struct ThingHistory {
  /// One event.
  private struct Entry {
    let event: AppliedEvent
    /// What its command was written on top of.
    let observed: LocalVector
    /// Whether it is to be taken back.
    let isUndone: Bool
    /// What its command takes back, if it does that.
    let note: UndoNote?
    /// The writes that it withdraws.
    let withdrawn: [RegisterName: [EventName]]

    /// The registers that it writes to, or of which it withdraws writes.
    var registers: [RegisterName] {
      Reducer.writes(of: event).map { RegisterName(row: $0.row, field: $0.field) }
        + withdrawn.keys
    }
  }

  private var entries: [Entry] = []
  private let moment: Moment
  private let scope: UndoScope
  /// What the merges brought that events here take back.
  private var merged: [UndoTarget: MergedEvents] = [:]

  /// Reads the history of a thing.
  init(
    of id: EntityID, _ scope: UndoScope, _ moment: Moment,
    _ transaction: borrowing ReadTransaction
  ) throws {
    self.moment = moment
    self.scope = scope
    var last: (log: LogNumber, first: UInt64, observed: LocalVector, note: UndoNote?)?
    try moment.log.scanHistory(of: id, transaction) { event, bytes in
      guard event.header.entity == id, event.payload != nil,
        try !moment.log.isImpossible(event, moment.state, transaction)
      else { return .next }
      let first = event.header.commandFirst
      if last?.log != event.log || last?.first != first {
        let observed = try moment.log.observed(
          by: first, in: event.log, moment.state, transaction)
        last = (
          event.log, first, observed, try moment.undoNote(ofCommandOf: event, transaction)
        )
        if let target = last?.note?.target, target.isMerge, merged[target] == nil {
          merged[target] = try MergedEvents(target, moment, transaction)
        }
      }
      let (copy, observed) = (event.copied(from: bytes), last?.observed ?? LocalVector())
      let said = copy.withPayload { Withdrawal(event.header, $0) } ?? nil
      entries.append(
        Entry(
          event: copy, observed: observed, isUndone: scope.contains(event), note: last?.note,
          withdrawn: try said?.writes(among: observed, moment.log, moment.state, transaction)
            ?? [:]))
      return .next
    }
  }

  /// What is to be taken back.
  func undoneWrites() -> UndoneWrites {
    var written = UndoneWrites(known: scope.known)
    for entry in entries where entry.isUndone {
      let observed = scope.known ?? entry.observed
      for write in Reducer.writes(of: entry.event) {
        let register = RegisterName(row: write.row, field: write.field)
        let before = written.registers[register]
        let isReturn =
          entry.note != nil || before.map { $0.isReturn || $0.value != write.value } ?? false
        written.registers[register] = UndoneWrites.Write(
          value: write.value, observed: observed, isReturn: isReturn)
        written.events.insert(entry.event.name)
      }
      for register in entry.withdrawn.keys {
        written.registers[register] = UndoneWrites.Write(
          value: nil, observed: observed, isReturn: true)
      }
    }
    return written
  }

  /// Those registers as they were: what was known where they were written, without that. Of an
  /// answer, which is said once, whatever else says it.
  func fold(without written: UndoneWrites) throws -> PastFold {
    try fold { entry, register in
      guard !entry.isUndone, let write = written.registers[register] else { return false }
      return register.field.field == .answer
        || write.observed.covers(entry.event.log, entry.event.header.sequence)
    }
  }

  /// All registers as they were if nobody had written what was taken back, and nobody had taken it
  /// back: so whoever takes things back one after the other is not in his own way.
  ///
  /// - Parameter andScope: whether without what is to be taken back now, too.
  func foldWithoutUndone(andScope: Bool = false) throws -> PastFold {
    let passed = try passedOver()
    return try fold { entry, register in
      if andScope, entry.isUndone { return false }
      return passed[register].map { $0.isDisjoint(with: places(of: entry)) } ?? true
    }
  }

  /// The writes to a register that count and have to be withdrawn, so that it holds again what it
  /// held before: those of what is taken back, and of what counts as if it had not happened, that
  /// came on top of that.
  ///
  /// - Parameter heads: what it held.
  func writes(to register: RegisterName, onTopOf heads: [Head]) throws -> [EventName] {
    let passed = try passedOver()[register] ?? []
    var withdrawn: Set<EventName> = []
    for entry in entries { withdrawn.formUnion(entry.withdrawn[register] ?? []) }
    let kept = entries.filter { entry in heads.contains { $0.event == entry.event.name } }
    return entries.filter { entry in
      let (log, sequence) = (entry.event.log, entry.event.header.sequence)
      return (entry.isUndone || !passed.isDisjoint(with: places(of: entry)))
        && !withdrawn.contains(entry.event.name) && entry.registers.contains(register)
        && entry.withdrawn[register] == nil
        && !kept.contains { head in
          head.observed.covers(log, sequence)
            || head.event.log == log && head.event.header.sequence >= sequence
        }
    }.map(\.event.name)
  }

  private func fold(where isWanted: (Entry, RegisterName) -> Bool) throws -> PastFold {
    var withdrawn = WithdrawnWrites()
    for entry in entries where !entry.withdrawn.isEmpty {
      withdrawn.insert(entry.withdrawn.filter { isWanted(entry, $0.key) })
    }
    var fold = PastFold(without: withdrawn)
    for entry in entries {
      let event = entry.event
      let header = moment.state.counted(event.header, in: event.log)
      try event.withPayload { payload in
        try fold.fold(
          header, WriteOrigin(header, event.name, in: event.log), payload,
          observed: entry.observed
        ) { isWanted(entry, RegisterName(row: $0, field: $1)) }
      }
    }
    return fold
  }
}

extension ThingHistory {
  /// Where a command begins, or a batch.
  private struct Place: Hashable {
    let log: LogNumber
    let first: UInt64
    let isBatch: Bool
  }

  /// By register, the commands that count for nothing: each that holds and took another back, and
  /// that. From the last to the first, so that of each is known whether it holds.
  private func passedOver() throws -> [RegisterName: Set<Place>] {
    var passed: [RegisterName: Set<Place>] = [:]
    for entry in entries.reversed() where !entry.isUndone {
      guard let target = entry.note?.target else { continue }
      let (places, taken) = (places(of: entry), taken(by: target))
      guard !taken.isEmpty else { continue }
      for register in entry.registers {
        guard passed[register, default: []].isDisjoint(with: places) else { continue }
        passed[register, default: []].formUnion(places.union(taken))
        if register.field.field == .retracted {
          // Taking back retracts an answer where the command gave it.
          let answer = FieldKey(.answer, register.field.part)
          passed[RegisterName(row: register.row, field: answer), default: []].formUnion(taken)
        }
      }
    }
    return passed
  }

  /// Where that begins which a target names, as far as events here are of it.
  private func taken(by target: UndoTarget) -> Set<Place> {
    if let merged = merged[target] {
      let brought = entries.filter { merged.contain($0.event.log, $0.event.header) }
      return brought.reduce(into: []) { $0.formUnion(places(of: $1, withBatch: false)) }
    }
    return log(of: target).map {
      [Place(log: $0, first: target.first.sequence, isBatch: target.isBatch)]
    } ?? []
  }

  /// The log that holds the first event of a target; nil where no event here is of it.
  private func log(of target: UndoTarget) -> LogNumber? {
    let sequence = target.first.sequence
    for entry in entries where entry.event.header.replica == target.first.replica {
      let header = entry.event.header
      let first = target.isBatch ? header.batch?.first : header.commandFirst
      if first == sequence { return moment.state.owner(entry.event.log, sequence) }
    }
    return nil
  }

  /// The command of an entry, and its batch.
  private func places(of entry: Entry, withBatch: Bool = true) -> Set<Place> {
    let header = entry.event.header
    func place(_ first: UInt64, isBatch: Bool) -> Place {
      let log = moment.state.owner(entry.event.log, first)
      return Place(log: log, first: first, isBatch: isBatch)
    }
    var places: Set = [place(header.commandFirst, isBatch: false)]
    if withBatch, let batch = header.batch { places.insert(place(batch.first, isBatch: true)) }
    return places
  }
}

extension Moment {
  /// What the command of an event takes back; nil where it does nothing like that.
  fileprivate func undoNote(
    ofCommandOf event: StoredEvent, _ transaction: borrowing ReadTransaction
  ) throws -> UndoNote? {
    // Nothing is taken back without an event that says so and one that does it.
    guard event.header.commandSize > 1 else { return nil }
    let before = event.header.sequence - event.header.commandFirst
    return try log.withEvent(at: event.position - before, transaction) { $0.undoNote($1) }
  }
}
