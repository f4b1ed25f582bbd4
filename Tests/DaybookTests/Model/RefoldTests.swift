import Daybook
import DaybookEvents
import DaybookLog
import LMDB
import Simulation
import TestSupport
import Testing

/// Rows folded anew from their history.
struct RefoldTests {
  static let batches = 8
  private static let runs = _isDebugAssertConfiguration() ? 40 : 400

  /// Folds commands of a log into the views of a store that does not hold them, so that its rows
  /// say what its log does not.
  private func mislead(_ store: Store, with other: Store) throws {
    let commands = try other.read { moment, transaction in
      var commands: [AppliedCommand] = []
      try moment.log.scanCommands(from: 1, moment.state, transaction) {
        commands.append($0)
        return .next
      }
      return commands
    }
    try store.environment.write { transaction in
      let moment = try Moment(store, transaction.reading)
      var batch = ViewBatch(entries: moment.catalog.entries, moment.state)
      for command in commands { try batch.fold(command, transaction.reading) }
      try batch.flush(registry: store.tables.meta, &transaction)
    }
  }

  /// Folds every row there is anew, in some batches.
  ///
  /// - Returns: how many rows were otherwise.
  private func refold(_ store: Store, _ random: inout SeededGenerator) throws -> Int {
    var changed = 0
    let count = 1 + random.below(3)
    for index in 0..<count {
      changed += try store.environment.write { transaction in
        let moment = try Moment(store, transaction.reading)
        var rows: Set<RowKey> = []
        for view in ViewName.ofFacts {
          try moment.catalog.scan(view, transaction.reading) { key, _ in
            if let row = RowKey(key), Int(row.entity.handle % UInt128(count)) == index {
              rows.insert(row)
            }
            return .next
          }
        }
        var batch = ViewBatch(
          entries: moment.catalog.entries, moment.state, effects: ViewEffects())
        try batch.refold(rows, of: store.log, transaction.reading)
        try batch.flush(registry: store.tables.meta, &transaction)
        return batch.effects?.changed.count ?? 0
      }
    }
    return changed
  }

  @Test(arguments: 0..<batches)
  func `rows folded anew hold what the log says and nothing else`(batch: Int) throws {
    for seed in stride(from: batch, to: Self.runs, by: Self.batches) {
      var simulation = try Simulation(seed: UInt64(seed))
      try simulation.run()
      let other = try SimulatedReplica("other", in: simulation.folder, seed: 1 << 32)
      for _ in 0..<20 { try other.write(simulation.events.next().draft) }
      for member in simulation.members {
        let store = member.replica.store
        try store.refreshSchedule()
        let (before, print) = (try contents(store, nil), try member.replica.fingerprint)
        #expect(try refold(store, &simulation.random) == 0)
        #expect(try contents(store, nil) == before, "seed \(seed)")
        try mislead(store, with: other.store)
        #expect(try contents(store, nil) != before)
        #expect(try refold(store, &simulation.random) > 0)
        try store.refreshSchedule()
        let after = try contents(store, nil)
        #expect(after == before, "seed \(seed)")
        #expect(try member.replica.fingerprint == print)
      }
    }
  }
}
