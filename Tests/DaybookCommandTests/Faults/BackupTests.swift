import Foundation
import Synchronization
import TestSupport
import Testing

/// Backups: whole and sound, or not there (S0-24, S1-17).
struct BackupTests {
  private struct Restored: Decodable {
    let events: Int
    let replica: String
    let formerReplica: String
    let replicaName: String
    let fingerprint: String
  }

  private func restore(_ lab: Lab, _ file: String, to store: String) throws -> Restored {
    let outcome = try lab.run(store, "backup", "restore", lab(file), "--json")
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    return try outcome.read(Restored.self)
  }

  /// S0-24: nothing is lost, and the two go on as replicas of their own.
  @Test func `a restored store holds everything, under an id of its own`() throws {
    let lab = try Lab()
    try lab.done("store", "collection", "new", "Garden")
    for number in 0..<5 { try lab.capture("store", "note \(number)", "--collection", "Garden") }
    try lab.done("store", "config", "set", "week-start", "sunday")
    try lab.done("store", "backup", "create", lab("file"))
    let mode = try FileManager.default.attributesOfItem(atPath: lab("file"))[.posixPermissions]
    #expect(mode as? Int == 0o600)
    let before = try lab.status("store")
    let restored = try restore(lab, "file", to: "again")
    #expect(restored.formerReplica == before.replica && restored.replica != before.replica)
    #expect(restored.fingerprint == before.fingerprint && restored.events == before.events)
    #expect(try lab.log("again") == lab.log("store"))
    try lab.expectSound("again")
    // Both go on, and meet without a fork.
    try lab.capture("store", "after the backup")
    try lab.capture("again", "after the restoring")
    try lab.done("again", "merge", lab("store"))
    try lab.done("store", "merge", lab("again"))
    #expect(try lab.status("store").fingerprint == lab.status("again").fingerprint)
    #expect(try lab.list("store").total == 7)
    #expect(try lab.log("store").allSatisfy { !$0.contains("~") })
    // Restored once more, it is a third.
    let third = try restore(lab, "file", to: "third")
    #expect(Set([third.replica, restored.replica, before.replica]).count == 3)
    #expect(third.replicaName == restored.replicaName)
    try lab.done("named", "backup", "restore", lab("file"), "--replica-name", "cabin")
    #expect(try lab.done("named", "config", "get", "replica-name") == "cabin\n")
  }

  @Test func `backups made while others write hold a beginning of the log`() throws {
    let lab = try Lab()
    try Library.writeStore(lab("store"), commands: 20, eventsEach: 20)
    let isOver = Atomic(false)
    try together([
      {
        defer { isOver.store(true, ordering: .relaxed) }
        for number in 0..<8 {
          try lab.done("store", "backup", "create", lab("file \(number)"))
        }
      },
      {
        while !isOver.load(ordering: .relaxed) { try lab.capture("store", "meanwhile") }
      },
    ])
    let log = try lab.done("store", "log", "--jsonl", "--reverse")
    var lengths: [Int] = []
    for number in 0..<8 {
      _ = try restore(lab, "file \(number)", to: "store \(number)")
      let part = try lab.done("store \(number)", "log", "--jsonl", "--reverse")
      #expect(log.hasPrefix(part), "\(number)")
      lengths.append(part.utf8.count)
      try lab.expectSound("store \(number)")
    }
    #expect(lengths == lengths.sorted() && Set(lengths).count > 1)
  }

  @Test func `a backup that is killed half way leaves nothing under its name`() throws {
    let lab = try Lab()
    try Library.writeStore(lab("store"), commands: 30, eventsEach: 400)
    let fingerprint = try lab.status("store").fingerprint
    var random = SeededGenerator(seed: 7)
    var (missing, whole) = (0, 0)
    for number in 0..<20 {
      let command = try lab.start("store", ["backup", "create", lab("file \(number)")])
      usleep(UInt32.random(in: 1_000..<400_000, using: &random))
      command.kill()
      _ = try command.wait()
      guard FileManager.default.fileExists(atPath: lab("file \(number)")) else {
        missing += 1
        continue
      }
      whole += 1
      #expect(try restore(lab, "file \(number)", to: "s\(number)").fingerprint == fingerprint)
    }
    #expect(missing > 0, "\(missing) missing, \(whole) whole")
    try lab.expectSound("store")
  }

  @Test func `flipped bits in a backup are found, or harmless`() throws {
    let lab = try Lab()
    for number in 0..<10 { try lab.capture("store", "note \(number)", "--tag", "t") }
    try lab.done("store", "backup", "create", lab("file"))
    let log = try lab.log("store").map(withoutName)
    let whole = try lab.read("file")
    var random = SeededGenerator(seed: 3)
    var (found, harmless) = (0, 0)
    for number in 0..<80 {
      var bytes = whole
      let bit = Int.random(in: 0..<whole.count * 8, using: &random)
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      try lab.write(bytes, to: "flipped")
      let outcome = try lab.run("r\(number)", "backup", "restore", lab("flipped"))
      if outcome.end == .status(0) {
        harmless += 1
        #expect(try lab.log("r\(number)").map(withoutName) == log, "bit \(bit)")
      } else {
        found += 1
        outcome.expectRefusal(65, note: "bit \(bit): \(outcome.end) \(outcome.errors)")
        #expect(!FileManager.default.fileExists(atPath: lab("r\(number)")))
      }
    }
    #expect(found > 5 && harmless > 0, "\(found) found, \(harmless) harmless")
  }

  @Test func `what is no backup is refused, whatever it is`() throws {
    let lab = try Lab()
    try lab.capture("store", "one")
    try lab.done("store", "backup", "create", lab("file"))
    try lab.done("store", "bundle", "create", lab("bundle"))
    let whole = try lab.read("file")
    try lab.write(Data(), to: "empty")
    try lab.write(whole.prefix(9_000), to: "cut")
    try lab.write(Data(repeating: 0x55, count: 100_000), to: "junk")
    for name in ["bundle", "empty", "cut", "junk", "store"] {
      try lab.run("new", "backup", "restore", lab(name)).expectRefusal(65, note: "\(name)")
    }
    try lab.run("new", "backup", "restore", lab("nowhere")).expectRefusal(66)
    try lab.run("missing", "backup", "create", lab("other")).expectRefusal(66)
    #expect(!FileManager.default.fileExists(atPath: lab("new")))
    #expect(!FileManager.default.fileExists(atPath: lab("missing")))
    var bytes = try lab.read("store/data.mdb")
    let place = try #require(bytes.range(of: Data("one".utf8)))
    bytes[place.lowerBound] ^= 1
    try lab.write(bytes, to: "store/data.mdb")
    let damaged = try lab.run("store", "backup", "create", lab("other"))
    #expect(damaged.end == .status(0) && damaged.errors.contains("run repair"))
    try lab.run("new", "backup", "restore", lab("other")).expectRefusal(65)
  }

  @Test func `nothing that is there is overwritten unasked`() throws {
    let lab = try Lab()
    try lab.capture("store", "one")
    try lab.done("store", "backup", "create", lab("file"))
    let first = try lab.read("file")
    try lab.capture("store", "two")
    try lab.run("store", "backup", "create", lab("file")).expectRefusal(73)
    #expect(try lab.read("file") == first)
    try lab.done("store", "backup", "create", lab("file"), "--yes")
    #expect(try lab.read("file") != first)
    // A folder, the store's own files, a store with something in it.
    for name in ["store", "store/data.mdb", "store/inside", "nowhere/file"] {
      try lab.run("store", "backup", "create", lab(name), "--yes").expectRefusal(73)
    }
    try lab.capture("other", "kept")
    try lab.run("other", "backup", "restore", lab("file"), "--yes").expectRefusal(73)
    #expect(try lab.list("other").items.map(\.title) == ["kept"])
    try lab.write(Data("mine".utf8), to: "thing")
    try lab.run("thing", "backup", "restore", lab("file")).expectRefusal(65)
    // An empty store and an empty folder are nothing to lose.
    try lab.begin("empty")
    #expect(try restore(lab, "file", to: "empty").events == 2)
    try FileManager.default.createDirectory(
      atPath: lab("folder"), withIntermediateDirectories: false)
    #expect(try restore(lab, "file", to: "folder").events == 2)
    try lab.expectSound("empty")
    let left = try FileManager.default.contentsOfDirectory(atPath: lab.path)
    #expect(left.allSatisfy { !$0.contains(".part") && !$0.contains(".empty") }, "\(left)")
  }

  @Test func `a backup goes through pipes`() throws {
    let shell = try Shell()
    try shell.run("capture", "one")
    let script = """
      set -e
      "$DAYBOOK" backup create - > copy
      "$DAYBOOK" backup create - | "$DAYBOOK" backup restore - --store again
      "$DAYBOOK" list --store again
      """
    let result = try shell.script(script)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("one"))
    #expect(try shell.run("backup", "restore", "copy", "--store", "third").status == 0)
    let left = try FileManager.default.contentsOfDirectory(atPath: shell.path)
    #expect(left.allSatisfy { !$0.hasPrefix("daybook-backup") }, "\(left)")
  }
}

/// A line of a log without the name of its replica, which no digest covers.
private func withoutName(_ line: String) -> String {
  line.replacing(#/"replicaName":"[^"]*"/#, with: "")
}
