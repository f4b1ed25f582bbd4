import Daybook
import DaybookEvents
import DaybookLog
import LMDB
import Simulation
import TestSupport

extension Simulation {
  /// Flips a bit in a row of every view, and looks that what stands in for it is what it was.
  mutating func checkDamage(at index: Int) throws {
    let store = members[index].replica.store
    try store.refreshSchedule()
    let before = try ViewFixture.contents(of: store)
    for view in ViewName.allCases {
      let rows = try rows(of: view, store)
      guard !rows.isEmpty else { continue }
      let row = random.pick(rows)
      var value = row.value
      value[random.below(value.count)] ^= 1 << UInt8(random.below(8))
      try put(value, under: row.key, view, store)
      let after = try ViewFixture.contents(of: store)
      expect(after == before, "\(index): \(view) is not what it was where a row is damaged")
      try put(row.value, under: row.key, view, store)
    }
    // Whatever was noted of damage is mended where there is none.
    try store.rebuildViews()
    let mended = try ViewFixture.contents(of: store)
    expect(mended == before, "\(index): mending changes something")
  }

  private func rows(
    of view: ViewName, _ store: Store
  ) throws -> [(key: [UInt8], value: [UInt8])] {
    try store.environment.read { transaction in
      var rows: [(key: [UInt8], value: [UInt8])] = []
      let table = try ViewCatalog(store.tables, logs: [], transaction).table(view).raw
      try transaction.scan(table) { key, value in
        rows.append((key.array(), value.array()))
        return .next
      }
      return rows
    }
  }

  private func put(
    _ value: [UInt8], under key: [UInt8], _ view: ViewName, _ store: Store
  ) throws {
    try store.environment.write { transaction in
      let table = try ViewCatalog(store.tables, logs: [], transaction.reading).table(view).raw
      try transaction.put(key, value, in: table)
    }
  }
}
