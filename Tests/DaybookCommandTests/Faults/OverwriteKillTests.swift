import Daybook
import DaybookEvents
import DaybookLog
import DaybookSystem
import LMDB
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// `kill -9` while free pages are overwritten.
struct OverwriteKillTests {
  /// Writes items that fill some hundred pages of log and views.
  private func writeItems(_ word: String, in store: Store) throws -> [EntityID] {
    let ids = (0..<300).map { _ in store.newID() }
    try store.write { _, _ in
      ids.map { id in
        var fields = ItemChange()
        fields.body = Text(String(repeating: " \(word)", count: 250))
        return EventDraft(.itemCaptured, id, payload: fields.encoded)
      }
    }
    return ids
  }

  /// Leaves free pages that take more than one transaction to overwrite, as large things do that
  /// were erased.
  private func leaveFreePages(in store: Store) throws {
    try store.environment.write { transaction in
      let ballast = try transaction.createTable("ballast")
      for key in 0..<UInt64(30) {
        let large = [UInt8](repeating: 0, count: 1 << 20)
        try transaction.put(Hexadecimal.bytes(key), large, in: ballast)
      }
    }
    try store.environment.removeTable("ballast")
  }

  /// How many rows an overwriting has left that was killed in the middle.
  private func rowsLeft(in store: Store) throws -> Int {
    do {
      return try store.environment.read { try $0.count(of: Table(name: "filler")) }
    } catch let error as LMDBError where error.kind == .tableMissing {
      return 0
    }
  }

  @Test func `what an interrupted overwriting leaves hides nothing from the next one`() throws {
    let lab = try Lab()
    let store = try Library.open(lab("store"))
    let items = try writeItems("XYZZY", in: store)
    try leaveFreePages(in: store)
    var aim = Aim(microseconds: 50_000)
    for _ in 0..<100 where try rowsLeft(in: store) == 0 {
      let command = try lab.start("store", ["erase", "--overwrite"])
      usleep(aim.next())
      command.kill()
      aim.learn(isTooLate: try command.wait().end == .status(0))
    }
    try #require(rowsLeft(in: store) > 0, "no kill fell into the overwriting")
    try store.erase(items)
    try lab.done("store", "erase", "--overwrite")
    let bytes = try FileSystem.readFile(lab("store/data.mdb"), limit: 1 << 30)
    #expect(bytes.firstRange(of: Array("XYZZY".utf8)) == nil)
    try lab.expectSound("store")
  }

  /// A7.
  @Test func `overwriting beside others calls no sound store damaged`() throws {
    let lab = try Lab()
    try Library.writeStore(lab("store"), commands: 6, eventsEach: 100)
    try lab.done("store", "bundle", "create", lab("bundle"))
    let id = try lab.capture("store", "to be erased")
    try lab.done("store", "erase", id, "--yes")
    @Sendable func run(_ words: [String]) throws {
      for _ in 0..<8 {
        let outcome = try lab.start("store", words).wait()
        let isKnown = outcome.end == .status(0) || outcome.end == .status(75)
        #expect(isKnown, "\(words): \(outcome.end) \(outcome.errors)")
      }
    }
    let overwrite = ["erase", "--overwrite", "--yes"]
    try together([
      { try run(overwrite) }, { try run(overwrite) }, { try run(["rebuild"]) },
      { try run(["merge", lab("bundle")]) }, { try run(["list"]) },
    ])
    try lab.expectSound("store")
  }
}
