import Daybook
import DaybookLog
import Foundation
import Testing

/// Stores that a newer program has written, and older programs that are still running.
struct NewerStoreTests {
  @Test func `a store of a newer format can be read, and nothing is written to it`() throws {
    let lab = try Lab()
    let id = try lab.capture("store", "one", "--tag", "t")
    try Library.setFormat(StoreFormat.current + 1, of: Library.open(lab("store")))
    try lab.capture("other", "two")
    let before = try lab.contents("store")
    #expect(try lab.list("store").total == 1)
    #expect(try lab.status("store").events == 2)
    for words in [["list"], ["show", id], ["log"], ["log", "--jsonl"], ["status"], ["conflicts"]] {
      let outcome = try lab.start("store", words).wait()
      #expect(outcome.end == .status(0), "\(words): \(outcome.errors)")
    }
    for words in [
      ["capture", "more"], ["merge", lab("other")], ["rebuild"], ["edit", id, "--title", "x"],
    ] {
      let outcome = try lab.start("store", words).wait()
      outcome.expectRefusal(1, note: "\(words): \(outcome.end) \(outcome.errors)")
      #expect(outcome.errors.contains("newer"), "\(outcome.errors)")
    }
    #expect(try lab.run("store", "verify").end == .status(0))
    let after = try lab.contents("store")
    #expect(after == before)
    // What it holds can be taken over by a store of this version.
    try lab.done("other", "merge", lab("store"))
    #expect(try lab.list("other").total == 2)
  }

  @Test func `a program that still runs when the store is upgraded stops writing`() throws {
    let lab = try Lab()
    let store = try Library.open(lab("store"))
    var fields = ItemChange()
    fields.title = "before"
    try store.capture(fields)
    let events = try store.status().events
    try Library.setFormat(StoreFormat.current + 1, of: store)
    fields.title = "after"
    #expect { try store.capture(fields) } throws: { StoreFailure($0) == .newer }
    #expect { try store.rebuild(.items) } throws: { StoreFailure($0) == .newer }
    #expect(try store.status().events == events)
    try Library.setFormat(StoreFormat.current, of: store)
    try store.capture(fields)
    #expect(try store.status().events == events + 1)
  }

  @Test func `a view that a newer program built is read and not written`() throws {
    let lab = try Lab()
    try lab.capture("store", "one")
    try Library.setViewVersion(99, ofStoreAt: lab("store"))
    #expect(try lab.list("store").total == 1)
    let outcome = try lab.run("store", "capture", "two")
    outcome.expectRefusal(1)
    #expect(outcome.errors.contains("newer"))
    try lab.run("store", "rebuild").expectRefusal(1)
    #expect(try lab.run("store", "verify").end == .status(0))
    #expect(try lab.list("store").total == 1)
  }
}
