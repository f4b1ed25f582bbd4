package import DaybookEvents
package import LMDB

extension Log {
  /// What is said of every replica's clock, by replica.
  package func corrections(
    _ state: LogState, _ transaction: borrowing ReadTransaction
  ) throws -> [(replica: ReplicaID, register: CorrectionRegister)] {
    guard state.refolds > 0 else { return [] }
    var found: [(replica: ReplicaID, register: CorrectionRegister)] = []
    try transaction.scan(
      tables.meta, from: MetaKey.corrections, below: MetaKey.end(of: MetaKey.corrections)
    ) { key, value in
      let replica = ReplicaID(rawValue: Self.big(key, 1..<9))
      found.append((replica, try CorrectionRegister(reading: value)))
      return .next
    }
    return found
  }

  /// What is said of a replica's clock.
  func corrections(
    of replica: ReplicaID, _ transaction: borrowing ReadTransaction
  ) throws -> CorrectionRegister {
    try transaction.value(in: tables.meta, for: MetaKey.correction(replica)) {
      try CorrectionRegister(reading: $0)
    } ?? CorrectionRegister()
  }

  /// The state with the corrections of clocks that were known when an event was applied, and
  /// without those that came later.
  package func state(
    _ state: LogState, knowingUpTo position: UInt64, _ transaction: borrowing ReadTransaction
  ) throws -> LogState {
    var known = state
    for (replica, _) in try corrections(state, transaction) {
      var register = CorrectionRegister()
      var last: UInt64 = 0
      try scanHistory(of: ClockCorrection.entity(of: replica), transaction) { event, _ in
        guard event.position <= position else { return .stop }
        // A command is folded once, with all its events.
        let first = event.position - (event.header.sequence - event.header.commandFirst)
        if first > last {
          register.fold(try command(of: event, state, transaction), about: replica)
        }
        last = event.position
        return .next
      }
      let shifts = try shifts(register.winner?.correction, state, transaction)
      for number in state.numbers(of: replica) { known.logs[Int(number)].shift = shifts[number] }
    }
    return known
  }

  /// How the stamps of the logs that a correction reaches count: of the one in which its first
  /// event lies, and of all that branch off behind that. None where the event is not here.
  func shifts(
    _ correction: ClockCorrection?, _ state: LogState, _ transaction: borrowing ReadTransaction
  ) throws -> [LogNumber: StampShift] {
    guard let correction, let owner = try locate(correction.first, state, transaction) else {
      return [:]
    }
    let (minus, from) = (correction.minus, correction.from)
    let before = from > 1 ? try stamp(before: from, in: owner, state, transaction) : nil
    var found: [LogNumber: StampShift] = [:]
    found[owner] = try shift(minus, from, after: before, in: owner, state, transaction)
    // A branch has a greater number than the log that it branches off from.
    for (index, record) in state.logs.enumerated() {
      guard let parent = record.parent, let above = found[parent], record.fork > above.first
      else { continue }
      let last = try stamp(before: record.fork, in: parent, state, transaction)
      found[LogNumber(index)] = try shift(
        minus, record.fork, after: above.stamp(last, at: record.fork - 1), in: LogNumber(index),
        state, transaction)
    }
    return found
  }

  private func shift(
    _ minus: UInt64, _ from: UInt64, after before: Stamp?, in number: LogNumber,
    _ state: LogState, _ transaction: borrowing ReadTransaction
  ) throws -> StampShift {
    var last = try stamp(before: from + 1, in: number, state, transaction)
    var shift = StampShift(minus: minus, from: from, last, after: before)
    // Only in commands that no sound writer makes do stamps not rise.
    guard state.impossibleEvents > 0 else { return shift }
    for sequence in from + 1..<max(from, state.logs[Int(number)].head) + 1 {
      let next = try stamp(before: sequence + 1, in: number, state, transaction)
      if next <= last {
        shift.addFloor(at: sequence, next, after: shift.stamp(last, at: sequence - 1))
      }
      last = next
    }
    return shift
  }
}
