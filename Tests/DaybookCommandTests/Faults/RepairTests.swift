import Foundation
import TestSupport
import Testing

/// `daybook repair`: what is lost comes back, or is named.
struct RepairTests {
  struct Report: Decodable {
    struct Damage: Decodable {
      let `where`: String
      let what: String
    }

    let damaged: [Damage]
    let repaired: Int
    let lost: Int
    let sound: Bool
    let rewrittenEvents: Int
    let keptFile: String?
    let newReplica: String?
  }

  @discardableResult
  private func repair(
    _ lab: Lab, _ words: String..., status: Int32 = 0
  ) throws -> Report {
    let outcome = try lab.start("store", ["repair", "--json"] + words).wait()
    #expect(outcome.end == .status(status), "\(words): \(outcome.output) \(outcome.errors)")
    return try outcome.read(Report.self)
  }

  /// A store, a peer, a bundle and a backup that have all of it, and one event of it spoiled.
  private func damagedLab() throws -> Lab {
    let lab = try Lab()
    try lab.done("store", "collection", "new", "Garden")
    for number in 0..<12 {
      try lab.capture("store", "note \(number)", "--tag", "t", "--collection", "Garden")
    }
    try lab.done("peer", "merge", lab("store"))
    try lab.done("store", "bundle", "create", lab("bundle"))
    try lab.done("store", "backup", "create", lab("backup"))
    try lab.copy("store", to: "whole")
    return lab
  }

  private func expectWhole(_ lab: Lab) throws {
    try lab.expectSound("store")
    #expect(try lab.status("store").fingerprint == lab.status("whole").fingerprint)
    #expect(try lab.log("store") == lab.log("whole"))
    let arrivals = try lab.done("store", "log", "--jsonl", "--arrivals")
    #expect(arrivals == (try lab.done("whole", "log", "--jsonl", "--arrivals")))
  }

  @Test func `a sound store has nothing to repair`() throws {
    let lab = try damagedLab()
    let before = try lab.contents("store")
    let report = try repair(lab)
    #expect(report.damaged.isEmpty && report.lost == 0 && report.sound)
    #expect(try lab.contents("store") == before)
    try lab.run("nowhere", "repair").expectRefusal(66)
    try lab.run("store", "repair", "--from", lab("missing")).expectRefusal(66)
  }

  /// A4.
  @Test(arguments: ["peer", "bundle", "backup"])
  func `a lost event comes back from another copy`(source: String) throws {
    let lab = try damagedLab()
    try lab.spoilEvent(at: 7, of: "store")
    let before = try lab.contents("store")
    let found = try repair(lab, status: 1)
    #expect(found.damaged.contains { $0.where.hasPrefix("position 7,") }, "\(found)")
    #expect(found.repaired == 0 && found.lost == 0)
    #expect(try lab.contents("store") == before, "looking has changed something")
    let report = try repair(lab, "--from", lab(source))
    #expect(report.sound && report.repaired > 0 && report.lost == 0 && report.newReplica == nil)
    try expectWhole(lab)
  }

  /// A5: every page of the log but the last copy of each is gone.
  @Test(arguments: ["peer", "bundle", "backup"])
  func `a lost page of the log comes back from another copy`(source: String) throws {
    let lab = try damagedLab()
    var file = try lab.read("store/data.mdb")
    for position in 4...11 as ClosedRange<UInt64> { Damage.spoilEvent(at: position, in: &file) }
    for page in 2..<file.count / Damage.pageSize {
      let bytes = Damage.page(page, of: file)
      guard bytes.range(of: Data("events".utf8)) != nil else { continue }
      Damage.replacePage(page, of: &file, with: Data(count: Damage.pageSize))
    }
    try lab.write(file, to: "store/data.mdb")
    #expect(try repair(lab, status: 1).lost == 0)
    let report = try repair(lab, "--from", lab(source))
    #expect(report.sound && report.lost == 0, "\(report)")
    let kept = try #require(report.keptFile)
    #expect(try Data(contentsOf: URL(filePath: kept)) == file, "the damaged file is kept")
    try expectWhole(lab)
  }

  /// A5.
  @Test func `damage besides events is mended without another copy`() throws {
    let lab = try damagedLab()
    let whole = try lab.read("store/data.mdb")
    for number in 0..<2 {
      var file = whole
      Damage.replacePage(number, of: &file, with: Data(count: Damage.pageSize))
      try lab.write(file, to: "store/data.mdb")
      let report = try repair(lab)
      #expect(report.sound && report.lost == 0 && report.newReplica == nil, "header \(number)")
      try expectWhole(lab)
    }
  }

  /// A4, A12: nobody has the event any more.
  @Test func `what nobody has is named and given up only when asked, under a new id`() throws {
    let lab = try damagedLab()
    try FileManager.default.removeItem(atPath: lab("peer"))
    let old = try lab.status("store").replica
    let total = try lab.list("store").total
    try lab.spoilEvent(at: 7, of: "store")
    let report = try repair(lab, "--accept-loss")
    #expect(report.sound && report.lost >= 1 && report.rewrittenEvents > 0, "\(report)")
    #expect(report.newReplica != nil && report.newReplica != old)
    try lab.expectSound("store")
    #expect(try lab.list("store").total >= total - 1)
    #expect(try repair(lab).damaged.isEmpty)
    #expect(try lab.done("store", "doctor").contains("lost for good"))
    // A machine that has never heard of it takes everything.
    try lab.done("fresh", "merge", lab("store"))
    #expect(try lab.status("fresh").fingerprint == lab.status("store").fingerprint)
    try lab.done("store", "backup", "create", lab("after"))
    // And so does one that has the lost event after all.
    try lab.done("store", "merge", lab("whole"))
    try lab.done("whole", "merge", lab("store"))
    #expect(try lab.status("whole").fingerprint == lab.status("store").fingerprint)
    #expect(try lab.list("store").total == total)
    try lab.expectSound("store")
    try lab.expectSound("whole")
  }

  /// A12.
  @Test func `a rollback whose events nobody has can be accepted`() throws {
    let lab = try Lab()
    try lab.capture("store", "kept")
    let old = try lab.read("store/data.mdb")
    for number in 0..<3 { try lab.capture("store", "lost \(number)") }
    try lab.copy("store", to: "whole")
    try lab.write(old, to: "store/data.mdb")
    try lab.capture("store", "after")
    #expect(try lab.run("store", "doctor").output.contains("--accept-loss"))
    #expect(try repair(lab, status: 1).lost == 0)
    let report = try repair(lab, "--accept-loss")
    #expect(report.sound && report.lost == 3, "\(report)")
    let replica = try lab.status("store").replica
    try lab.expectSound("store")
    try lab.done("store", "backup", "create", lab("backup"))
    #expect(try repair(lab, "--accept-loss").lost == 0, "once is enough")
    #expect(try lab.status("store").replica == replica)
    #expect(try lab.done("store", "doctor").contains("lost for good"))
    try lab.done("store", "merge", lab("whole"))
    #expect(try lab.list("store").total == 5)
    try lab.expectSound("store")
  }

  @Test func `a repair that is killed leaves the old store or the new one`() throws {
    let lab = try damagedLab()
    var file = try lab.read("store/data.mdb")
    Damage.replacePage(1, of: &file, with: Data(count: Damage.pageSize))
    let events = try lab.status("whole").events
    var random = SeededGenerator(seed: 11)
    for _ in 0..<12 {
      try lab.write(file, to: "store/data.mdb")
      let command = try lab.start("store", ["repair"])
      usleep(UInt32.random(in: 1_000..<600_000, using: &random))
      command.kill()
      _ = try command.wait()
      // A step of it may be at work still; then the store is in use.
      var outcome = try lab.run("store", "repair", "--json")
      for _ in 0..<50 where outcome.end == .status(75) {
        usleep(100_000)
        outcome = try lab.run("store", "repair", "--json")
      }
      #expect(try outcome.read(Report.self).sound, "\(outcome.errors)")
      #expect(try lab.status("store").events == events)
    }
    try expectWhole(lab)
  }
}
