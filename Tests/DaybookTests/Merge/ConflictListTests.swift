import Daybook
import DaybookEvents
import DaybookLog
import LMDB
import Simulation
import TestSupport
import Testing

/// The list of conflicts, however much else there is.
struct ConflictListTests {
  let folder: ScratchFolder
  let ada: SimulatedReplica
  let ben: SimulatedReplica

  init() throws {
    folder = try ScratchFolder()
    ada = try SimulatedReplica("ada", in: folder, seed: 1)
    ben = try SimulatedReplica("ben", in: folder, seed: 2)
  }

  /// Rows that are no conflict are made unreadable: whoever read one would say so.
  @Test func `listing conflicts reads nothing but what is in conflict`() throws {
    let (item, list) = (Sample.items[0], Sample.collections[0])
    try ada.write(
      (0..<200).map { Sample.captured(EntityID(name: "calm", "\($0)"), title: "\($0)") }
        + [Sample.captured(item, title: "0"), Sample.named(.collectionCreated, list, "list")])
    try ben.merge(from: ada)
    try ada.write(Sample.edited(item, title: "ada"), EventDraft(.collectionDeleted, list))
    try ben.write(Sample.edited(item, title: "ben"), Sample.filed(item, list, at: [1]))
    try ada.merge(from: ben)
    let before = try ada.conflicts
    #expect(before.map(\.row.kind) == [.item, .collection])
    try ada.store.environment.write { transaction in
      let table = try ViewCatalog(ada.store.tables, logs: [], transaction.reading).table(.items)
      for number in 0..<200 {
        let row = RowKey(.item, EntityID(name: "calm", "\(number)"))
        try transaction.put(row.bytes, [0xFF, 0xFF], in: table)
      }
    }
    #expect(throws: (any Error).self) {
      try ada.record(RowKey(.item, EntityID(name: "calm", "7")))
    }
    #expect(try ada.conflicts == before)
    #expect(try ada.store.status().conflicts == 2)
    #expect(try ada.store.conflicts().count == 2)
  }
}
