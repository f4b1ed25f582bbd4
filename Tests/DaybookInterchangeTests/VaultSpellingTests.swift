import Daybook
import DaybookEvents
import DaybookInterchange
import Testing

/// Notes whose file names to Swift are one.
struct VaultSpellingTests {
  private let composed = "caf\u{E9}.md"
  private let decomposed = "cafe\u{301}.md"

  private func importVault(
    _ machine: ImportMachine, _ notes: [(path: String, text: String)]
  ) throws -> ImportReport {
    let paths = try VaultPaths("vault", notes.map(\.path)) { id in
      try machine.store.importedItem(id).flatMap { VaultExport.path(of: $0) }
    }
    var vault = VaultImport(vault: "vault", paths: paths, clock: machine.localClock)
    return try machine.importItems(
      notes.map { vault.item(path: $0.path, raw: Array($0.text.utf8)) })
  }

  private func bodies(_ machine: ImportMachine) throws -> [[UInt8]: String] {
    var bodies: [[UInt8]: String] = [:]
    try machine.store.eachLiveItem { item in
      let path = try #require(VaultExport.path(of: item))
      bodies[Array(path.utf8)] = item.body.string
    }
    return bodies
  }

  /// F31.
  @Test func `two files whose names differ in composition alone are two notes`() throws {
    let machine = try ImportMachine()
    let notes = [(decomposed, "one"), (composed, "two"), ("Note.md", "a"), ("note.md", "b")]
    #expect(try importVault(machine, notes).new == 4)
    let before = try machine.eventCount
    for order in [notes, notes.reversed()] {
      #expect(try importVault(machine, order).duplicate == 4)
    }
    #expect(try machine.eventCount == before)
    let bodies = try bodies(machine)
    #expect(bodies[Array(decomposed.utf8)] == "one" && bodies[Array(composed.utf8)] == "two")
    #expect(bodies[Array("Note.md".utf8)] == "a" && bodies[Array("note.md".utf8)] == "b")
  }

  /// F31.
  @Test(arguments: [true, false])
  func `a second file of a name takes nothing from the first, whichever came first`(
    isComposedFirst: Bool
  ) throws {
    let machine = try ImportMachine()
    let (first, second) =
      isComposedFirst ? (composed, decomposed) : (decomposed, composed)
    _ = try importVault(machine, [(first, "first")])
    let id = try #require(try machine.items.values.first?.id)
    #expect(try importVault(machine, [(second, "second"), (first, "first")]).new == 1)
    #expect(try machine.item(id)?.body == "first")
    // It stays itself when the first one goes.
    #expect(try importVault(machine, [(second, "second, changed")]).updated == 1)
    #expect(try machine.item(id)?.body == "first")
    #expect(try bodies(machine)[Array(second.utf8)] == "second, changed")
  }

  /// F31.
  @Test func `a file that comes back from a system that composes otherwise is the same note`()
    throws
  {
    let machine = try ImportMachine()
    _ = try importVault(machine, [(composed, "text")])
    let report = try importVault(machine, [(decomposed, "text")])
    #expect(report.new == 0 && report.itemCount == 1)
    #expect(try machine.items.count == 1)
  }
}
