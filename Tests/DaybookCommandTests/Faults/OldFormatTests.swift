import Daybook
import DaybookEvents
import DaybookLog
import Foundation
import LMDB
import Testing

/// Stores of format 1, met by this program.
struct OldFormatTests {
  private let lab: Lab

  init() throws {
    lab = try Lab()
    try GoldenStore.write(to: lab("old"))
  }

  private func format(_ store: String) throws -> UInt64? {
    try GoldenStore.rows(of: lab(store)).first { $0.table == "meta" && $0.key == MetaKey.format }
      .map { Hexadecimal.bigEndian($0.value) }
  }

  @Test func `a store of format 1 opens and holds what it held`() throws {
    #expect(try format("old") == 1)
    let status = try lab.status("old")
    #expect(status.events == GoldenStore.events)
    #expect(status.fingerprint == GoldenStore.fingerprint)
    #expect(try format("old") == StoreFormat.current)
    try lab.expectSound("old")
    #expect(try lab.done("old", "log", "--jsonl", "--reverse") == (try GoldenStore.log()))
    #expect(try lab.done("old", "conflicts").contains("Read it on the phone"))
    // The same log, brought by the bundle that the older program made.
    #expect(try lab.run("new", "merge", GoldenStore.bundle).end == .status(3), "a conflict")
    let merged = try lab.status("new")
    #expect(merged.fingerprint == status.fingerprint && merged.vector == status.vector)
    // Life goes on.
    let id = try lab.capture("old", "written since", "--tag", "home")
    #expect(try lab.list("old", "tag:home").items.map(\.id).contains(id))
    try lab.done("new", "merge", lab("old"))
    #expect(try lab.status("new").fingerprint == lab.status("old").fingerprint)
    try lab.expectSound("old")
  }

  @Test func `no byte of an event is changed by the step`() throws {
    let before = try GoldenStore.rows()
    let store = try Library.open(lab("old"))
    let events = before.filter { $0.table == "events" }
    #expect(events.count == GoldenStore.events)
    try store.read { moment, transaction in
      var index = 0
      try moment.log.scanEvents(from: 1, transaction) { event, bytes in
        // A log number below 128 and 8 bytes of the link stood before the event.
        let old = events[index]
        #expect(bytes.array() == Array(old.value.dropFirst(9)))
        #expect(old.key == Hexadecimal.bytes(event.position) && old.value[0] == event.log)
        #expect(Hexadecimal.bigEndian(old.value[1..<9]) == event.tag)
        index += 1
        return .next
      }
      #expect(index == events.count)
    }
    let kept = try GoldenStore.rows(of: lab("old")).filter { $0.table == "meta" }
    let expected = before.filter { $0.table == "meta" }
    func others(_ rows: [GoldenStore.Row]) -> [GoldenStore.Row] {
      rows.filter { $0.key != MetaKey.format && $0.key[0] != UInt8(ascii: "e") }
    }
    #expect(others(kept) == others(expected))
  }

  @Test func `the step is done once, and rows that are as today's are left so`() throws {
    let store = try Library.open(lab("old"))
    let after = try GoldenStore.rows(of: lab("old"))
    let snapshot = try store.environment.read { $0.snapshot }
    try StoreFormat.bringUpToDate(store.tables, in: store.environment)
    _ = try Library.open(lab("old"))
    #expect(try GoldenStore.rows(of: lab("old")) == after)
    try Library.setFormat(1, of: store)
    #expect { try store.capture(ItemChange()) } throws: { StoreFailure($0) == .older }
    let again = try Library.open(lab("old"))
    #expect(try again.environment.read { $0.snapshot } > snapshot)
    #expect(try GoldenStore.rows(of: lab("old")) == after)
    #expect(try again.verify().problems.isEmpty)
  }

  @Test func `an event that is damaged ends the step and leaves the store as it was`() throws {
    for position in [1, 30, GoldenStore.events] {
      var rows = try GoldenStore.rows()
      let index = try #require(
        rows.firstIndex { $0.table == "events" && $0.key == Hexadecimal.bytes(UInt64(position)) })
      rows[index].value[rows[index].value.count - 20] ^= 1
      let name = "damaged\(position)"
      try GoldenStore.write(rows, to: lab(name))
      let before = try GoldenStore.rows(of: lab(name))
      for words in [["list"], ["migrate"], ["capture", "more"]] {
        let outcome = try lab.start(name, words).wait()
        outcome.expectRefusal(65, note: "\(words): \(outcome.end) \(outcome.errors)")
      }
      #expect(try GoldenStore.rows(of: lab(name)) == before)
      let found = try lab.run(name, "verify", "--json")
      #expect(found.end == .status(1))
      #expect(
        try found.read(VerifyDocument.self).problems.first
          == "The event at position \(position) is not what was written.")
    }
    var rows = try GoldenStore.rows()
    rows.removeAll { $0.table == "events" && $0.key == Hexadecimal.bytes(40) }
    try GoldenStore.write(rows, to: lab("gap"))
    try lab.run("gap", "list").expectRefusal(65)
    #expect(try format("gap") == 1)
  }

  @Test func `a step that is killed is done by the next opening`() throws {
    try Library.writeStore(lab("today"), commands: 40, eventsEach: 500)
    let fingerprint = try lab.status("today").fingerprint
    try GoldenStore.write(try GoldenStore.formerRows(of: lab("today")), to: lab("large"))
    var left: [UInt64: Int] = [:]
    for number in 0..<20 {
      let name = "killed\(number)"
      try lab.copy("large", to: name)
      let command = try lab.start(name, ["migrate"])
      usleep(UInt32(number) * 3_000)
      command.kill()
      _ = try command.wait()
      left[try #require(try format(name)), default: 0] += 1
      let status = try lab.status(name)
      #expect(status.events == 20_000 && status.fingerprint == fingerprint)
      #expect(try lab.run(name, "verify").end == .status(0))
      try FileManager.default.removeItem(atPath: lab(name))
    }
    #expect(left[1] ?? 0 > 0, "every step was through before it was killed")
  }

  @Test func `several that open a store of format 1 at once all work`() throws {
    let lab = lab
    try together(
      (0..<6).map { number in { @Sendable in try lab.capture("old", "from \(number)") } })
    #expect(try lab.status("old").events == GoldenStore.events + 6)
    #expect(try format("old") == StoreFormat.current)
    try lab.expectSound("old")
  }

  @Test func `a store of format 1 that is only read says what to do`() throws {
    let before = try lab.contents("old")
    var options = StoreOptions(replicaName: "library")
    options.isReadOnly = true
    #expect(throws: StoreFailure.older) { try Store.open(at: lab("old"), options: options) }
    try lab.begin("taker")
    let taken = try lab.run("taker", "merge", lab("old"))
    taken.expectRefusal(1)
    #expect(taken.errors.contains("older daybook"))
    #expect(taken.errors.split(separator: "\n").count == 3, "said once: \(taken.errors)")
    #expect(try lab.run("old", "verify").output.contains("All 66 events in 4 logs"))
    let doctor = try lab.run("old", "doctor")
    #expect(doctor.end == .status(1) && doctor.output.contains("older daybook"))
    let plan = try lab.done("old", "migrate", "--dry-run")
    #expect(plan.contains("log: 66 rows would be rewritten in store format 2"), "\(plan)")
    #expect(plan.contains("items: would be built anew"))
    let after = try lab.contents("old")
    #expect(after == before)
    let done = try lab.done("old", "migrate")
    #expect(done.contains("log: 66 rows rewritten in store format 2; no event is changed"))
    #expect(try lab.done("old", "migrate").contains("Everything is up to date."))
  }
}
