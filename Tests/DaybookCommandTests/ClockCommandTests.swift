import Daybook
import DaybookEvents
import DaybookLog
import Foundation
import Testing

/// A phone that thinks it is the year 2100, put right from a laptop.
struct ClockCommandTests {
  private struct Correction: Decodable {
    struct Overwrite: Decodable { let entity, register: String }
    let replica: String
    let events: Int
    let overwritten: [Overwrite]
    let dryRun: Bool
    let newConflicts: Int
  }

  private struct Clocks: Decodable {
    struct Wrong: Decodable { let replica, name: String, events: Int }
    struct Held: Decodable { let name: String, minusMilliseconds: Int64, rivals: Int }
    let wrong: [Wrong]
    let corrections: [Held]
  }

  private struct Status: Decodable {
    let futureEvents: Int
  }

  private static let year2100: Int64 = 4_102_444_800_000

  /// The laptop wrote after the phone, and neither knew of the other.
  ///
  /// - Returns: the item's id.
  private func disagree(_ lab: Lab) throws -> String {
    let id = try lab.capture("laptop", "draft", "--replica-name", "laptop")
    try lab.done("phone", "merge", lab("laptop"), "--replica-name", "phone")
    var options = StoreOptions(replicaName: "phone")
    options.now = { Self.year2100 }
    let entity = try #require(EntityID(id))
    try Store.open(at: lab("phone"), options: options).write { _, _ in
      var change = ItemChange()
      change.title = "from 2100"
      return [EventDraft(.itemEdited, entity, payload: change.encoded)]
    }
    try lab.done("laptop", "edit", id, "--title", "written last")
    let merged = try lab.run("laptop", "merge", lab("phone"))
    #expect(merged.end == .status(3), "\(merged.errors)")
    #expect(try lab.list("laptop").items.map(\.title) == ["from 2100"])
    return id
  }

  @Test func `doctor names the phone, and the command it names puts it right`() throws {
    let lab = try Lab()
    let id = try disagree(lab)
    let doctor = try lab.run("laptop", "doctor").output
    #expect(doctor.contains("The clock of phone"))
    #expect(doctor.contains("years ahead"))
    let advice = try #require(doctor.firstMatch(of: #/daybook clock correct (\w{16})/#))
    let replica = String(advice.1)
    #expect(try lab.run("laptop", "status", "--json").read(Status.self).futureEvents == 1)

    let before = try lab.contents("laptop")
    let rehearsal = try lab.run(
      "laptop", "clock", "correct", "phone", "--by", "80y", "--dry-run", "--json")
    #expect(rehearsal.end == .status(0), "\(rehearsal.errors)")
    let preview = try rehearsal.read(Correction.self)
    #expect(preview.dryRun && preview.events == 1 && preview.replica == replica)
    #expect(preview.overwritten.map(\.register) == ["title"])
    #expect(preview.overwritten.map(\.entity) == [id])
    #expect(try lab.contents("laptop") == before, "a rehearsal writes nothing")

    // Nobody can be asked here, so the proposal alone is not taken for an answer.
    let unasked = try lab.run("laptop", "clock", "correct", replica)
    #expect(unasked.end == .status(64))
    #expect(try lab.list("laptop").items.map(\.title) == ["from 2100"])
    let proposed = try lab.run("laptop", "clock", "correct", replica, "--yes")
    #expect(proposed.end == .status(0), "\(proposed.errors)")
    let doubted = try lab.done(
      "laptop", "clock", "correct", "phone", "--from", "2100-01-01",
      "--by", "80y")
    #expect(doubted.contains("another title"))
    #expect(try lab.list("laptop").items.map(\.title) == ["written last"])
    #expect(try !lab.run("laptop", "doctor").output.contains("years ahead"))
    try lab.expectSound("laptop")

    // The phone hears of it, and says the same.
    #expect(try lab.run("phone", "merge", lab("laptop")).end == .status(3))
    #expect(try lab.status("phone").fingerprint == lab.status("laptop").fingerprint)
    #expect(try lab.list("phone").items.map(\.title) == ["written last"])
    let clocks = try lab.run("phone", "clock", "--json").read(Clocks.self)
    #expect(clocks.wrong.isEmpty)
    #expect(clocks.corrections.map(\.name) == ["phone"])

    try lab.done("laptop", "clock", "correct", "phone", "--none")
    #expect(try lab.list("laptop").items.map(\.title) == ["from 2100"])
  }

  @Test func `the phone's own clock is corrected to the time that was true`() throws {
    let lab = try Lab()
    _ = try disagree(lab)
    let old = try lab.status("phone").replica
    let outcome = try lab.run("phone", "clock", "correct", "--to", "2020-01-01T12:00Z", "--json")
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    #expect(outcome.errors.contains("was corrected, so it goes on as a replica of its own"))
    let new = try lab.status("phone")
    #expect(new.replica != old && new.vector[new.replica] == 1)
    let merged = try lab.run("laptop", "merge", lab("phone"))
    #expect(merged.end == .status(0), "\(merged.errors)")
    #expect(try lab.list("laptop").items.map(\.title) == ["written last"])
    let log = try lab.done("laptop", "log", "--reverse", "--limit", "1")
    #expect(log.contains("2020-01-01"))
  }

  @Test func `what cannot be corrected is said`() throws {
    let lab = try Lab()
    let id = try disagree(lab)
    for words in [
      ["phone", "--by", "3d", "--to", "2020-01-01"], ["laptop"], ["phone", "--by", "soon"],
      ["phone", "--to", "2200-01-01"], ["laptop", "--none"], ["phone", "--by", "-56y"],
    ] {
      let outcome = try lab.start("laptop", ["clock", "correct"] + words).wait()
      #expect(outcome.end == .status(64), "\(words): \(outcome.errors)")
    }
    for words in [
      ["tablet", "--by", "3d"], ["phone", "--from", "0123456789abcdef:9", "--by", "3d"],
    ] {
      let outcome = try lab.start("laptop", ["clock", "correct"] + words).wait()
      #expect(outcome.end == .status(2), "\(words): \(outcome.errors)")
    }
    #expect(try lab.run("laptop", "clock", "correct").end == .status(64))
    #expect(try lab.done("fresh", "clock", "correct").contains("nothing was changed"))
    #expect(try lab.list("laptop").items.map(\.id) == [id])
  }
}
