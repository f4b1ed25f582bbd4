package import DaybookEvents
import DaybookLog
import LMDB
package import DaybookText

/// What correcting a clock did, or would do.
package struct ClockReport: Sendable {
  /// What was written, or would be.
  package let correction: ClockCorrection
  /// What that replica is called.
  package let name: Text
  /// How many events it is about.
  package let events: UInt64
  /// The time that the first of them says, and the one it counts as now.
  package let firstTimes: (said: Int64, counted: Int64)
  /// The same of the last.
  package let lastTimes: (said: Int64, counted: Int64)
  /// What changed in the views.
  package let effects: ViewEffects
  /// How many conflicts there are that were not there before.
  package let newConflicts: Int
  /// Whether this store goes on under a new id.
  package let tookNewIdentity: Bool
}

/// A correction that holds.
package struct ClockCorrectionEntry: Equatable, Sendable {
  /// What it says.
  package let correction: ClockCorrection
  /// What the replica is called whose clock it was.
  package let name: Text
  /// The event that says so.
  package let event: EventName
  /// How many others, that it did not know of, say otherwise.
  package let rivals: Int
}

extension Store {
  /// The clocks that ran over a day ahead, as far as this machine can tell.
  package func wrongClocks() throws -> [WrongClock] {
    try read { moment, transaction in
      try moment.wrongClocks(
        own: StoreIdentity(tables, transaction).replica, now: options.now(), transaction)
    }
  }

  /// The corrections that hold, by replica; those that were taken back are left out.
  package func clockCorrections() throws -> [ClockCorrectionEntry] {
    try read { moment, transaction in
      try log.corrections(moment.state, transaction).compactMap { replica, register in
        guard let winner = register.winner, winner.correction.minus > 0 else { return nil }
        return ClockCorrectionEntry(
          correction: winner.correction, name: moment.replicaName(replica), event: winner.event,
          rivals: register.heads.count - 1)
      }
    }
  }

  /// The first event of a replica's log, and the first one stamped at or after a time: where a
  /// correction can begin. Of a forked log, that of its last branch.
  package func firstEvent(of replica: ReplicaID, since time: Int64 = .min) throws -> EventName? {
    try read { moment, transaction in
      guard let number = moment.state.numbers(of: replica).last else { return nil }
      let record = moment.state.logs[Int(number)]
      for sequence in record.fork..<record.head + 1 {
        guard
          let position = try log.position(of: sequence, in: number, moment.state, transaction),
          let event = try log.event(at: position, transaction)
        else { return nil }
        if event.header.stamp.milliseconds >= time { return event.name }
      }
      return nil
    }
  }

  /// Corrects the clock of a replica, this one or another: one command, after which events count
  /// as stamped when they were written. Nothing of the log is changed, and a later correction takes
  /// the place of this one.
  ///
  /// - Parameter isDryRun: does everything in one transaction that is then given up.
  /// - Throws: ``StoreError/unknownID(_:)`` when the first event is not here.
  /// - Complexity: O(*n*) in what the events from the first one on are about.
  @discardableResult
  package func correctClock(
    _ correction: ClockCorrection, isDryRun: Bool = false
  ) throws -> ClockReport {
    let (report, written) = try StoreFailure.naming {
      try mendingViews {
        try environment.write(ending: { transaction in
          let done = try correctClock(correction, &transaction)
          return isDryRun ? .giveUp(done) : .commit(done)
        })
      }
    }
    guard !isDryRun else { return report }
    tell([written])
    try refreshSchedule()
    return report
  }

  private func correctClock(
    _ correction: ClockCorrection, _ transaction: inout WriteTransaction
  ) throws -> (report: ClockReport, written: WrittenCommand) {
    let before = try Moment(self, transaction.reading)
    guard let number = try log.locate(correction.first, before.state, transaction.reading) else {
      throw StoreError.unknownID(correction.first.description)
    }
    let known = Set(try Conflict.all(before, transaction.reading).map(\.identity))
    let draft = EventDraft(
      .clockCorrected, ClockCorrection.entity(of: correction.replica),
      payload: correction.encoded)
    let written = try append(nil, nil, collectsEffects: true, &transaction) { _, _ in [draft] }
    guard let written else { throw StoreError.nothingToChange }
    let after = try Moment(self, transaction.reading)
    let head = before.state.logs[Int(number)].head
    let report = ClockReport(
      correction: correction, name: before.replicaName(correction.replica),
      events: head - correction.from + 1,
      firstTimes: try times(correction.from, number, after, transaction.reading),
      lastTimes: try times(head, number, after, transaction.reading),
      effects: written.effects ?? ViewEffects(),
      newConflicts: try Conflict.all(after, transaction.reading).count {
        !known.contains($0.identity)
      },
      tookNewIdentity: written.newIdentity != nil)
    return (report, written)
  }

  private func times(
    _ sequence: UInt64, _ number: LogNumber, _ moment: Moment,
    _ transaction: borrowing ReadTransaction
  ) throws -> (said: Int64, counted: Int64) {
    guard let position = try log.position(of: sequence, in: number, moment.state, transaction)
    else { throw LogError.damaged(.missingEvent) }
    return try log.withEvent(at: position, transaction) { event, _ in
      (
        event.header.stamp.milliseconds,
        moment.state.stamp(of: event.header, in: event.log).milliseconds
      )
    }
  }
}
