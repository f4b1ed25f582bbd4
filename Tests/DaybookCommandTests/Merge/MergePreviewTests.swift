import Foundation
import Testing

/// Looking before merging, and being asked.
struct MergePreviewTests {
  let stores: TwoStores
  let ids: [String]

  init() throws {
    let stores = try TwoStores()
    ids = try (0..<10).map { try stores.capture("Thing \($0)") }
    self.stores = stores
  }

  private func lists(_ document: [String: Any]) -> [String: Set<String>] {
    var lists: [String: Set<String>] = [:]
    for name in ["changed", "added", "deleted"] {
      lists[name] = Set(document[name] as? [String] ?? [])
    }
    lists["overwritten"] = Set(
      (document["overwritten"] as? [[String: Any]] ?? []).map {
        "\($0["entity"] ?? "") \($0["register"] ?? "")"
      })
    lists["moved"] = Set(
      (document["movedDueDates"] as? [[String: Any]] ?? []).map {
        "\($0["card"] ?? "") \($0["from"] ?? "") \($0["to"] ?? "")"
      })
    return lists
  }

  @Test func `a preview says what the merge then says, and changes nothing`() throws {
    try stores.done("laptop", "edit", ids[0], "--title", "By laptop")
    try stores.done("phone", "edit", ids[0], "--title", "By phone")
    try stores.done("phone", "delete", ids[1])
    try stores.done("phone", "capture", "New")
    let before = try stores.run("laptop", "status", "--json").output
    let people = try stores.run("laptop", "merge", "--dry-run", stores.path("phone"))
    #expect(people.status == 3)
    for text in [
      "would be taken over", "new: 1", "gone: 1", "title: By laptop (laptop", "→ By phone (phone",
      "new conflicts: 1",
    ] {
      #expect(people.output.contains(text), "\(people.output)")
    }
    let preview = try stores.run("laptop", "merge", "--dry-run", "--json", stores.path("phone"))
    #expect(try stores.run("laptop", "status", "--json").output == before)
    let merge = try stores.run("laptop", "merge", "--yes", "--json", stores.path("phone"))
    #expect(merge.status == 3)
    #expect(try lists(preview.json()) == lists(merge.json()))
    #expect(try preview.json()["fingerprint"] as? String == merge.json()["fingerprint"] as? String)
  }

  @Test func `what was deleted here and edited there is brought back, and is not new`() throws {
    try stores.done("laptop", "delete", ids[0])
    try stores.done("phone", "edit", ids[0], "--title", "Still wanted")
    let result = try stores.run("laptop", "merge", "--dry-run", stores.path("phone"))
    #expect(result.output.contains("restored: 1"), "\(result.output)")
    #expect(result.output.contains("title: Thing 0 (laptop"), "\(result.output)")
    #expect(result.output.contains("→ Still wanted (phone"), "\(result.output)")
    #expect(!result.output.contains("new: "), "\(result.output)")
  }

  @Test func `a preview of a damaged bundle shows what is sound of it`() throws {
    try stores.done("phone", "edit", ids[0], "--title", "By phone")
    try stores.done("phone", "merge", stores.path("laptop"))
    let bundle = stores.shell.path + "/whole"
    try stores.done("phone", "bundle", "create", bundle)
    let bytes = try Data(contentsOf: URL(filePath: bundle))
    try bytes.dropLast(9).write(to: URL(filePath: bundle))
    let result = try stores.run("laptop", "merge", "--dry-run", "--json", bundle)
    #expect(result.status == 65, "\(result.errors)")
    #expect(try result.json()["refusedSegments"] as? Int == 1)
    #expect(try stores.shown("laptop", ids[0])["title"] as? String == "Thing 0")
  }

  @Test func `what is nothing to merge is said to be nothing`() throws {
    let empty = stores.shell.path + "/empty"
    try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
    try Data("text".utf8).write(to: URL(filePath: empty + "/file"))
    let device = "/dev/null"
    for (path, status) in [(empty + "/none", 66), (empty, 65), (empty + "/file", 65), (device, 65)]
    {
      for words in [["merge", path], ["merge", "--dry-run", path]] {
        let result = try stores.shell.run(words + ["--store", stores.path("laptop")])
        #expect(result.status == Int32(status), "\(words): \(result.errors)")
        #expect(result.errors.split(separator: "\n").count == 3, "\(result.errors)")
      }
    }
  }

  @Test func `who comes into conflict again and again is told once with each merge`() throws {
    for (number, id) in ids.prefix(4).enumerated() {
      try stores.done("laptop", "edit", id, "--title", "By laptop")
      try stores.done("phone", "edit", id, "--title", "By phone")
      let merged = try stores.run("laptop", "merge", stores.path("phone"))
      #expect(merged.status == 3)
      #expect(merged.errors.contains("Changes Merged") == (number >= 2), "\(merged.errors)")
      #expect(number < 2 || merged.errors.contains("laptop and phone"), "\(merged.errors)")
    }
    let again = try stores.run("laptop", "merge", stores.path("phone"))
    #expect(again.status == 0 && again.errors == "")
  }

  /// Opens a terminal in which the laptop merges the phone.
  private func window(_ words: String...) throws -> TerminalWindow {
    let command = ["merge", stores.path("phone"), "--store", stores.path("laptop")] + words
    return try stores.shell.window(program: [Shell.executable] + command)
  }

  private func sweep() throws {
    for id in ids.prefix(2) { try stores.done("phone", "delete", id) }
  }

  private func live() throws -> Int {
    try #require(try stores.run("laptop", "list", "--json").json()["total"] as? Int)
  }

  @Test func `on a terminal a merge that deletes over a tenth waits for a yes`() throws {
    try sweep()
    for (answer, count) in [("n\n", 10), ("\n", 10), ("y\n", 8)] {
      let window = try window()
      try window.look { $0.beside.contains("Merge? y/n") || $0.text.contains("Merge? y/n") }
      #expect(try live() == 10)
      try window.type(answer)
      #expect(try window.end() == .status(count == 8 ? 0 : 1))
      #expect(try live() == count)
    }
  }

  @Test func `a tenth or a yes given before need no question, and nobody to ask ends it`() throws {
    try stores.done("phone", "delete", ids[0])
    #expect(try window().end() == .status(0))
    #expect(try live() == 9)
    for id in ids[1...2] { try stores.done("phone", "delete", id) }
    #expect(try window("--yes").end() == .status(0))
    #expect(try live() == 7)
    for id in ids[3...4] { try stores.done("phone", "delete", id) }
    let told = try stores.done("laptop", "merge", stores.path("phone"))
    #expect(told.errors.contains("delete or overwrite 2 of your 7 items; undo"), "\(told.errors)")
    #expect(try live() == 5)
    for id in ids[5...] { try stores.done("phone", "delete", id) }
    try expectRefusal("merge", stores.path("phone"))
    try stores.done("laptop", "merge", "--yes", stores.path("phone"))
    #expect(try live() == 0)
  }

  /// F15. Nothing is written, and it is said what to do.
  private func expectRefusal(_ words: String...) throws {
    let before = try stores.run("laptop", "status", "--json").output
    let refused = try stores.shell.run(words + ["--store", stores.path("laptop")])
    #expect(refused.status == 75, "\(refused.output)")
    for text in ["delete or overwrite", "Nothing was merged.", "--yes", "--dry-run"] {
      #expect(refused.errors.contains(text), "\(refused.errors)")
    }
    #expect(try stores.run("laptop", "status", "--json").output == before)
  }

  /// F15.
  @Test func `a merge of which all goes is taken back by its name`() throws {
    for id in ids { try stores.done("phone", "delete", id) }
    try expectRefusal("merge", stores.path("phone"))
    try stores.done("laptop", "merge", "--yes", stores.path("phone"))
    #expect(try live() == 0)
    let log = try stores.done("laptop", "log", "--arrivals", "--json").json()
    #expect(log["schema"] as? String == "daybook.log/1")
    let plain = try stores.done("laptop", "log", "--json").json()["events"] as? [[String: Any]]
    let events = try #require(log["events"] as? [[String: Any]])
    #expect(events.count == plain?.count && events.count > 10)
    let arrivals = try #require(log["arrivals"] as? [[String: Any]])
    let merge = try #require(arrivals.first)
    #expect(merge["source"] as? String == stores.path("phone") && merge["events"] as? Int == 10)
    #expect((merge["at"] as? String)?.isEmpty == false)
    let id = try #require(merge["id"] as? String)
    let supposed = try stores.done("laptop", "what-if", "--without", id, "--json").json()
    #expect((supposed["added"] as? [String])?.count == 10)
    let shown = try stores.done("laptop", "log", "--arrivals").output
    #expect(shown.contains("\(id)  merged "), "\(shown)")
    let undone = try stores.done("laptop", "undo", id)
    #expect(undone.lines.first?.hasPrefix("Undid: the merge \(id), of ") == true)
    #expect(try live() == 10)
    try stores.done("laptop", "redo")
    #expect(try live() == 0)
  }

  /// F15.
  @Test func `undo after a merge tells of the merge`() throws {
    try stores.done("phone", "capture", "New")
    try stores.done("phone", "capture", "Newer")
    let fresh = stores.path("fresh")
    try stores.done("fresh", "merge", stores.path("phone"))
    let nothing = try stores.run("fresh", "undo")
    #expect(nothing.status == 2 && nothing.errors.contains("the merge m1, of "), "\(fresh)")
    #expect(nothing.errors.contains("daybook undo m1 undoes the merge"))
    try stores.done("laptop", "merge", stores.path("phone"))
    let undone = try stores.done("laptop", "undo")
    #expect(undone.errors.contains("The last thing that happened here was the merge m"))
  }
}
