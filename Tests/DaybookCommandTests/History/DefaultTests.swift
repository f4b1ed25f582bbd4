import Foundation
import Testing

/// F23: what shows while nobody has said anything is something, not nothing.
struct DefaultTests {
  private let shell: Shell
  private let item: String
  private let captured: String

  init() throws {
    shell = try Shell()
    item = try shell.capture("call the plumber")
    captured = try #require(try shell.run("log", "--jsonl").json()["id"] as? String)
  }

  @discardableResult
  private func done(_ words: String...) throws -> ShellResult {
    let result = try shell.run(words)
    try #require(result.status == 0, "\(words): \(result.errors)")
    return result
  }

  /// F23.
  @Test func `what was done and undone is no difference`() throws {
    try done("done", item)
    try done("undo")
    #expect(try done("diff", "--from", captured).output == "Nothing differs.\n")
    let document = try done("diff", "--from", captured, "--json").json()
    #expect((document["things"] as? [Any])?.isEmpty == true)
    for words in [["--priority", "high"], ["--due", "2030-01-01"], ["--body", "now"]] {
      try #require(try shell.run(["edit", item] + words).status == 0)
      try done("undo")
      #expect(try done("diff", "--from", captured).output == "Nothing differs.\n", "\(words)")
    }
    try done("tag", item, "+home")
    try done("undo")
    try done("collection", "new", "Garden")
    try done("collection", "add", "Garden", item)
    try done("undo")
    #expect(try done("diff", item, "--from", captured).output == "Nothing differs.\n")
  }

  /// F23.
  @Test func `a default is what a status was before it was changed`() throws {
    try done("done", item)
    let words = "changed status from inbox to done"
    for command in [["diff", "--from", captured], ["log"], ["replay"]] {
      #expect(try shell.run(command).output.contains(words), "\(command)")
    }
    try done("edit", item, "--kind", "task")
    #expect(try done("log").output.contains("changed kind from note to task"))
    let document = try done("diff", "--from", captured, "--json").json()
    let thing = try #require((document["things"] as? [[String: Any]])?.first)
    let fields = try #require(thing["fields"] as? [[String: Any]])
    let status = try #require(fields.first { $0["field"] as? String == "status" })
    #expect(status["old"] as? String == "inbox" && status["new"] as? String == "done")
    let blame = try done("blame", item).output
    #expect(blame.contains("inbox"))
  }

  /// F23.
  @Test func `a thing that was not there yet had no default`() throws {
    try done("capture", "pay the rent", "--kind", "task")
    let log = try done("log", "--limit", "1").output
    #expect(log.contains("with kind task") && !log.contains("from note"))
    let document = try done("diff", "--from", captured, "--json").json()
    let thing = try #require((document["things"] as? [[String: Any]])?.first)
    let fields = try #require(thing["fields"] as? [[String: Any]])
    let kind = try #require(fields.first { $0["field"] as? String == "kind" })
    #expect(kind["old"] is NSNull && kind["new"] as? String == "task")
  }
}
