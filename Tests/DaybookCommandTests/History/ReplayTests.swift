import Foundation
import Testing

/// `replay`: on a terminal with keys, elsewhere as lines and frames.
struct ReplayTests {
  let shell: Shell
  let item: String

  init() throws {
    let shell = try Shell()
    item = try shell.capture("Seeds", "--tag", "home")
    for title in ["one", "two", "three"] { try shell.run("edit", item, "--title", title) }
    try shell.capture("Bulbs")
    self.shell = shell
  }

  private func frames(_ words: String...) throws -> [[String: Any]] {
    let result = try shell.run(["replay", "--jsonl"] + words)
    #expect(result.status == 0, "\(result.errors)")
    return try result.lines.compactMap {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
  }

  @Test func `the frames, put in place one after the other, end in what shows now`() throws {
    let frames = try frames(item)
    #expect(frames.count == 4)
    #expect(frames.allSatisfy { $0["schema"] as? String == "daybook.frame/1" })
    #expect(frames.compactMap { $0["frame"] as? Int } == [1, 2, 3, 4])
    #expect(frames.allSatisfy { $0["frames"] as? Int == 4 })
    var values: [String: String] = [:]
    for frame in frames {
      for event in try #require(frame["events"] as? [[String: Any]]) {
        for field in try #require(event["fields"] as? [[String: Any]]) {
          let name = try #require(field["field"] as? String)
          if let old = field["old"] as? String { #expect(values[name] == old) }
          values[name] = field["new"] as? String
        }
      }
    }
    #expect(values["title"] == "three")
    #expect(values["life"] == "live")
    let words = frames.flatMap { ($0["events"] as? [[String: Any]]) ?? [] }
      .flatMap { $0["words"] as? [String] ?? [] }
    #expect(words.contains(#"changed title from "one" to "two""#))
  }

  @Test func `without a terminal every change is a line, between two times`() throws {
    let all = try shell.run("replay")
    #expect(all.status == 0)
    #expect(all.lines.count == 6)
    #expect(all.lines.last?.contains("Bulbs") == true)
    let events = try shell.run("log", "--jsonl", "--reverse").lines.compactMap {
      try (JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])?["id"] as? String
    }
    #expect(try frames("--from", events[3]).count == 3)
    #expect(try frames("--to", events[0]).count == 1)
    let document = try shell.run("replay", "--json").json()
    #expect(document["schema"] as? String == "daybook.replay/1")
    #expect((document["frames"] as? [Any])?.count == 5)
    let none = try shell.run("replay", "--to", "2001-01-01")
    #expect(none.status == 0 && none.output.isEmpty && none.errors.contains("No changes."))
  }

  @Test func `times, speeds and ids that make no sense are refused`() throws {
    #expect(try shell.run("replay", "--speed", "0").status == 64)
    #expect(try shell.run("replay", "--speed", "fast").status == 64)
    #expect(try shell.run("replay", "--from", "nonsense").status == 64)
    #expect(try shell.run("replay", "--to", "2999-01-01").status == 64)
    #expect(try shell.run("replay", "--from", "today", "--to", "2001-01-01").status == 64)
    #expect(try shell.run("replay", "--from", "0123456789abcdef:1").status == 2)
    #expect(try shell.run("replay", "zzzz").status == 2)
  }

  @Test func `keys pause, step, go back, jump and leave, and the terminal is as it was`() throws {
    let window = try shell.window("replay", item, "--speed", "0.25")
    try window.see("0 of 4", thenType: " ")
    try window.see("paused", thenType: "\u{1B}[C")
    try window.see("1 of 4")
    #expect(window.screen.text.contains("captured"))
    try window.type("nn")
    try window.see("3 of 4")
    #expect(window.screen.text.contains(#"changed title from "one" to "two""#))
    try window.type("\u{1B}[D")
    try window.see("2 of 4")
    #expect(window.screen.rows.values.contains { $0.hasPrefix(" title ") && $0.hasSuffix(" one") })
    #expect(window.screen.rows[1]?.contains("  one ") == true)
    try window.type("\u{1B}[F")
    try window.see("4 of 4")
    #expect(
      window.screen.rows.values.contains { $0.hasPrefix(" title ") && $0.hasSuffix(" three") })
    try window.type("\u{1B}[H")
    try window.see("0 of 4", thenType: "gtoday\r")
    try window.see("4 of 4", thenType: "gnonsense\r")
    try window.see("That time isn't one we can read", thenType: "q")
    #expect(try window.end() == .status(0))
    #expect(try window.isRestored())
  }

  @Test func `going back further than is kept begins anew, also over long imports`() throws {
    let tasks = (100_000..<124_000).map {
      #"{"uuid":"00000000-0000-4000-8000-000000\#($0)","description":"task \#($0)","#
        + #""status":"pending","entry":"20260101T000000Z","tags":["a","b"]}"#
    }
    let file = shell.path + "/tasks.json"
    try Data("[\(tasks.joined(separator: ","))]".utf8).write(to: URL(filePath: file))
    #expect(try shell.run("import", "taskwarrior", file).status == 0)
    let window = try shell.window("replay", "--speed", "0.25")
    try window.see("0 of", thenType: " \u{1B}[F")
    try window.see("24002 items")
    #expect(window.screen.text.contains("task 1"))
    try window.type("\u{1B}[H")
    try window.see("0 of", thenType: "n")
    try window.see("1 item")
    try window.type("q")
    #expect(try window.end() == .status(0))
    #expect(try window.isRestored())
  }

  @Test func `it plays by itself to the end, and follows the size of the window`() throws {
    let window = try shell.window("replay", "--speed", "50")
    try window.see("5 of 5")
    try window.see("The end: this is how it is now.")
    #expect(window.screen.text.contains("2 items"))
    try window.resize(columns: 40, rows: 8)
    try window.look { $0.rows.keys.max() == 8 && $0.text.contains("5 of 5") }
    #expect(window.screen.rows.values.allSatisfy { $0.count <= 40 })
    try window.type("\u{3}")
    #expect(try window.end() == .status(130))
    #expect(try window.isRestored())
  }

  @Test func `a window that is closed ends it, and a dumb terminal gets lines`() throws {
    let window = try shell.window("replay", "--speed", "0.25")
    try window.see("0 of 5")
    window.closeWindow()
    #expect(try window.end() == .signal(1))
    let plain = try shell.window("replay", environment: ["TERM": "dumb"])
    #expect(try plain.end() == .status(0))
    #expect(!plain.screen.isCovered)
    #expect(plain.screen.beside.contains("Bulbs"))
  }
}
