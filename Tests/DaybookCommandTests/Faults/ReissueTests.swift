import Daybook
import DaybookEvents
import DaybookLog
import Foundation
import LMDB
import Testing

/// What is written anew behind events that nobody has any more.
struct ReissueTests {
  private struct Report: Decodable {
    let lost: Int
    let rewrittenEvents: Int
    let sound: Bool
  }

  private func acceptLoss(_ lab: Lab) throws -> Report {
    let outcome = try lab.run("store", "repair", "--accept-loss", "--json")
    #expect(outcome.end == .status(0), "\(outcome.output) \(outcome.errors)")
    return try outcome.read(Report.self)
  }

  @Test func `more than fits one transaction is written anew, in its order`() throws {
    let lab = try Lab()
    try lab.capture("store", "kept")
    try Library.writeStore(lab("store"), commands: 40, eventsEach: 500)
    try lab.spoilEvent(at: 2, of: "store")
    let report = try acceptLoss(lab)
    // The command of the lost event, and nothing else.
    #expect(report.sound && report.lost == 1 && report.rewrittenEvents == 19_999, "\(report)")
    try lab.expectSound("store")
    let store = try Library.open(lab("store"))
    let titles = try store.items(matching: "status:any").map(\.title.string)
    #expect(titles.filter { $0.hasSuffix("edited") }.count == 10_000)
  }

  @Test func `an undone merge is told as one though its events have new names`() throws {
    let lab = try Lab()
    try lab.capture("other", "first")
    try lab.done("store", "merge", lab("other"))
    for number in 0..<3 { try lab.capture("other", "brought \(number)") }
    try lab.done("store", "merge", lab("other"))
    do {
      let store = try Library.open(lab("store"))
      try store.undo(merge: try #require(try store.arrivals().last))
    }
    try FileManager.default.removeItem(atPath: lab("other"))
    try lab.spoilEvent(at: 1, of: "store")
    let before = try targets(of: lab("store"))
    #expect(before.map(\.isMerge) == [true] && before.map(\.stretches).map(\.count) == [1])
    let report = try acceptLoss(lab)
    #expect(report.sound && report.lost == 1, "\(report)")
    let after = try targets(of: lab("store"))
    #expect(after.count == 1 && after.allSatisfy(\.isMerge))
    let store = try Library.open(lab("store"))
    for stretch in after.flatMap(\.stretches) {
      #expect(stretch.count == 3 && stretch.first != before[0].stretches[0].first)
      try store.read { moment, transaction in
        for name in [stretch.first, stretch.last] {
          let number = try moment.log.locate(name, moment.state, transaction)
          #expect(number != nil)
        }
      }
    }
    #expect(try lab.list("store").total == 0)
    try lab.expectSound("store")
  }

  /// What the undoing commands of a store say.
  private func targets(of path: String) throws -> [UndoTarget] {
    let store = try Store.openToInspect(at: path, options: StoreOptions(replicaName: "library"))
    return try store.environment.read { transaction in
      var found: [UndoTarget] = []
      try transaction.scan(store.tables.events) { key, _ in
        // What is spoiled says nothing.
        let event = try? store.log.event(at: key.bigEndian64(at: 0), transaction)
        if let event, event.header.knownKind == .commandUndone, let payload = event.payload,
          let note = UndoNote(reading: payload.span)
        {
          found.append(note.target)
        }
        return .next
      }
      return found
    }
  }

  @Test func `what had been erased is not called lost`() throws {
    let lab = try Lab()
    try lab.capture("store", "lost")
    let id = try lab.capture("store", "erased later")
    try lab.capture("store", "kept")
    try lab.done("store", "erase", id, "--yes")
    try lab.spoilEvent(at: 1, of: "store")
    let report = try acceptLoss(lab)
    #expect(report.sound && report.lost == 1, "\(report)")
    #expect(try lab.list("store").items.map(\.title) == ["kept"])
    try lab.expectSound("store")
  }

  @Test func `of what lies about for one position the event is taken that belongs there`() throws {
    let lab = try Lab()
    for number in 0..<8 { try lab.capture("store", "note \(number)") }
    let rows = try GoldenStore.rows(of: lab("store")).filter { $0.table == "events" }
    var file = try lab.read("store/data.mdb")
    Damage.spoilEvent(at: 7, in: &file)
    // On free pages another event under its position comes first, then it itself.
    for row in [rows[4], rows[6]] {
      file.append(
        Damage.leaf(
          number: file.count / Damage.pageSize, key: rows[6].key, value: row.value))
    }
    try lab.write(file, to: "store/data.mdb")
    let found = try FileExamination(storeAt: lab("store"))
    #expect(found.missing.isEmpty && found.unlinkedCount == 0 && found.eventCount == 8)
  }
}
