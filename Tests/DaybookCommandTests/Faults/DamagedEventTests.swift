import Foundation
import Testing

/// One event of a log is not what was written: all else can be read, sent, saved and taken.
struct DamagedEventTests {
  private struct Merged: Decodable {
    let applied: Int
    let mendedEvents: Int
    let fingerprint: String
  }

  /// A store of ten items whose fifth event is spoiled, and a sound copy of its log elsewhere.
  private static func damagedLab() throws -> (lab: Lab, ids: [String]) {
    let lab = try Lab()
    let ids = try (0..<10).map { try lab.capture("store", "note \($0)") }
    try lab.done("other", "merge", lab("store"))
    try lab.done("store", "bundle", "create", lab("sound.bundle"))
    try lab.done("store", "backup", "create", lab("sound.backup"))
    try lab.spoilEvent(at: 5, of: "store")
    return (lab, ids)
  }

  /// A4.
  @Test func `one damaged event does not lock its log in`() throws {
    let (lab, ids) = try Self.damagedLab()
    #expect(try lab.run("store", "verify").end == .status(1))
    #expect(try lab.list("store").total == 10)
    let log = try lab.run("store", "log", "--jsonl")
    #expect(log.end == .status(0) && log.output.split(separator: "\n").count == 9)
    #expect(log.errors.contains("position 5 is damaged"), "\(log.errors)")
    try lab.done("store", "log")
    for id in ids { try lab.done("store", "show", id) }
    try lab.run("store", "log", ids[4]).expectRefusal(65)
    try lab.done("store", "edit", ids[0], "--title", "edited")
    try lab.done("store", "undo")
    #expect(try lab.done("store", "show", ids[0]).contains("note 0"))
    let more = try lab.capture("store", "written after the damage")
    try lab.done("store", "undo")
    #expect(try lab.list("store").items.allSatisfy { $0.id != more })
  }

  /// A4: a peer that has the damaged event gets all that came after it; one that has not gets what
  /// came before, and lets the rest wait.
  @Test func `what is sound of a log with a damaged event is sent`() throws {
    let (lab, _) = try Self.damagedLab()
    try lab.capture("store", "written after the damage")
    let bundle = try lab.run("store", "bundle", "create", lab("part.bundle"))
    #expect(bundle.end == .status(0) && bundle.errors.contains("1 event of"), "\(bundle.errors)")
    try lab.done("other", "merge", lab("part.bundle"))
    #expect(try lab.list("other").total == 11)
    try lab.done("stranger", "merge", lab("part.bundle"))
    #expect(try lab.list("stranger").total == 4)
    // What waited comes in when the missing event does.
    try lab.done("stranger", "merge", lab("sound.bundle"))
    #expect(try lab.list("stranger").total == 11)
    try lab.capture("other", "written elsewhere")
    try lab.done("store", "merge", lab("other"))
    #expect(try lab.list("store").total == 12)
    try lab.capture("store", "and one more")
    try lab.done("other", "merge", lab("store"))
    #expect(try lab.list("other").total == 13)
    try lab.expectSound("other")
    try lab.expectSound("stranger")
  }

  /// A4.
  @Test func `merging a damaged event puts it back byte for byte`() throws {
    let (lab, _) = try Self.damagedLab()
    let fingerprint = try lab.status("store").fingerprint
    let outcome = try lab.run("store", "merge", lab("sound.bundle"), "--json")
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    let merged = try outcome.read(Merged.self)
    #expect(merged.mendedEvents == 1 && merged.applied == 0)
    #expect(merged.fingerprint == fingerprint)
    try lab.expectSound("store")
    #expect(try lab.log("store") == lab.log("other"))
  }

  /// A4: an older program built all views, and they cannot be built anew.
  @Test func `an upgrade of the program does not lock a store with a damaged event`() throws {
    let (lab, ids) = try Self.damagedLab()
    let whole = try lab.status("store").fingerprint
    try Library.setViewVersion(1, ofStoreAt: lab("store"))
    let log = try lab.run("store", "log", "--jsonl")
    #expect(log.end == .status(0) && log.output.split(separator: "\n").count == 9)
    try lab.done("store", "log")
    try lab.run("store", "list").expectRefusal(65)
    #expect(try lab.run("store", "doctor").output.contains("repair"))
    let more = try lab.capture("store", "written after the damage")
    try lab.done("store", "capture", "and more")
    try lab.done("store", "backup", "create", lab("damaged.backup"))
    try lab.done("again", "backup", "restore", lab("damaged.backup"), "--damaged")
    try lab.done("store", "bundle", "create", lab("part.bundle"))
    try lab.done("other", "merge", lab("part.bundle"))
    try lab.done("other", "merge", lab("store"))
    #expect(try lab.list("other").total == 12)
    let elsewhere = try lab.capture("stranger", "from elsewhere")
    let taken = try lab.run("store", "merge", lab("stranger"))
    #expect(taken.end == .status(0) && taken.errors.contains("repair"), "\(taken.errors)")
    #expect(try lab.run("store", "verify").end == .status(1))

    try lab.done("store", "repair", "--from", lab("sound.bundle"))
    #expect(Set(try lab.list("store").items.map(\.id)).isSuperset(of: ids + [more, elsewhere]))
    try lab.expectSound("store")
    try lab.done("again", "merge", lab("sound.bundle"))
    #expect(try lab.status("again").fingerprint != whole, "more was written")
    try lab.expectSound("again")
  }

  /// A4: an event that was erased here is put back without what it said.
  @Test func `putting an event back does not bring back what was erased`() throws {
    let (lab, ids) = try Self.damagedLab()
    try lab.done("store", "merge", lab("sound.bundle"))
    try lab.done("store", "erase", ids[4], "--yes")
    try lab.spoilEvent(at: 5, of: "store")
    try lab.done("store", "merge", lab("sound.bundle"))
    try lab.expectSound("store")
    #expect(!(try lab.done("store", "log", "--jsonl").contains("note 4")))
  }

  /// A4.
  @Test func `a backup of a damaged store is made, says so, and restores when asked to`() throws {
    let (lab, _) = try Self.damagedLab()
    let fingerprint = try lab.status("store").fingerprint
    let outcome = try lab.run("store", "backup", "create", lab("damaged.backup"))
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    #expect(outcome.errors.contains("position 5"), "\(outcome.errors)")
    // An older backup may be better.
    try lab.run("store", "backup", "create", lab("sound.backup"), "--yes").expectRefusal(65)
    try lab.run("again", "backup", "restore", lab("damaged.backup")).expectRefusal(65)
    try lab.done("again", "backup", "restore", lab("damaged.backup"), "--damaged")
    try lab.done("again", "repair", "--from", lab("sound.bundle"))
    #expect(try lab.status("again").fingerprint == fingerprint)
    try lab.expectSound("again")
  }
}
