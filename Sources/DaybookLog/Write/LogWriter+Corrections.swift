package import DaybookEvents
package import LMDB

/// Events that were applied before this transaction and count otherwise since.
package struct RecountedStretch: Sendable {
  /// The log they lie in.
  package let log: LogNumber
  /// Their sequences.
  package let sequences: ClosedRange<UInt64>
  /// How their stamps counted before.
  let before: StampShift?
}

extension RecountedStretch {
  /// Whether one of its events counts otherwise now.
  package func isRecounted(_ header: EventHeader, _ state: LogState) -> Bool {
    let old = before?.stamp(header.stamp, at: header.sequence) ?? header.stamp
    return old != state.stamp(of: header, in: log)
  }
}

extension LogWriter {
  /// Notes what a command that was just applied says of clocks.
  mutating func noteCorrections(
    in command: AppliedCommand, anew isAnew: Bool = false,
    _ transaction: borrowing ReadTransaction
  ) throws {
    guard !command.isImpossible else { return }
    for event in command.events where event.header.kind == EventKind.clockCorrected.rawValue {
      guard let head = CorrectionRegister.Head(event) else { continue }
      let replica = head.correction.replica
      let kept = isAnew ? CorrectionRegister() : try log.corrections(of: replica, transaction)
      var register = corrections[replica] ?? kept
      register.fold(head, observed: command.observed)
      corrections[replica] = register
    }
  }

  /// Works out how stamps count after what was noted, and after what came to logs of which
  /// something was said before.
  mutating func settleCorrections(_ transaction: inout WriteTransaction) throws {
    for (replica, register) in corrections {
      try transaction.put(
        MetaKey.correction(replica), register.encoded(), in: log.tables.meta)
    }
    // From now on whoever reads looks for corrections.
    if !corrections.isEmpty { state.refolds += 1 }
    let known = try log.corrections(state, transaction.reading)
    let grown = Set(changedLogs.map { state.logs[Int($0)].replica })
    for (replica, register) in known
    where corrections[replica] != nil || grown.contains(replica) {
      guard let shifts = try shifts(register, of: replica, transaction.reading) else { continue }
      for number in state.numbers(of: replica) { recount(number, shifts[number]) }
    }
    corrections.removeAll()
  }

  /// Replicas of which something was said in this transaction that is not worked out yet.
  package var unsettledReplicas: Set<ReplicaID> { Set(corrections.keys) }

  /// How the stamps of a replica's logs count; nil where they count as they did.
  ///
  /// A log that only grew is not kept from growing by damage at the event that its correction
  /// begins with, which was read when the correction came.
  private func shifts(
    _ register: CorrectionRegister, of replica: ReplicaID,
    _ transaction: borrowing ReadTransaction
  ) throws -> [LogNumber: StampShift]? {
    do {
      return try log.shifts(register.winner?.correction, state, transaction)
    } catch let error as LogError {
      let isNew = state.numbers(of: replica).contains { lastApplied(in: $0) == 0 }
      guard case .damaged = error, corrections[replica] == nil, !isNew else { throw error }
      return nil
    }
  }

  private mutating func recount(_ number: LogNumber, _ shift: StampShift?) {
    let before = state.logs[Int(number)].shift
    guard before != shift else { return }
    state.logs[Int(number)].shift = shift
    noteChange(of: number)
    let record = state.logs[Int(number)]
    let first = max(record.fork, StampShift.firstDifference(before, shift))
    let last = lastApplied(in: number)
    guard first <= last else { return }
    recounted.append(RecountedStretch(log: number, sequences: first...last, before: before))
  }

  /// Collects what is said of clocks anew from the whole log, where an older program has passed
  /// over it.
  package mutating func recollectCorrections(_ transaction: borrowing ReadTransaction) throws {
    try log.scanCommands(from: 1, state, transaction) { command in
      try noteCorrections(in: command, anew: true, transaction)
      return .next
    }
  }

  /// Lets the clock go on from the greatest stamp, as it counts, that does not lie over a day
  /// ahead: for a machine whose own clock was corrected.
  package mutating func resetClock(now: Int64) {
    var clock = HybridClock()
    for record in state.logs {
      let head = record.shift?.stamp(record.headStamp, at: record.head) ?? record.headStamp
      clock.observe(head, now: now)
    }
    state.clock = clock
  }
}
