import Foundation
import Testing

struct EditTests {
  let shell: Shell
  let id: String

  init() throws {
    shell = try Shell()
    id = try shell.capture("Draft", "--body", "one\ntwo")
  }

  private func shown() throws -> [String: Any] { try shell.run("show", id, "--json").json() }

  private func eventCount() throws -> Int { try shell.run("log", "--jsonl").lines.count }

  @Test func `options change fields and nothing else`() throws {
    let result = try shell.run(
      "edit", id, "--title", "Final", "--due", "2030-05-01", "--priority", "low", "--kind",
      "note", "--status", "active", "--json")
    let item = try result.json()
    #expect(item["schema"] as? String == "daybook.item/1")
    #expect(item["title"] as? String == "Final")
    #expect(item["body"] as? String == "one\ntwo")
    #expect(item["due"] as? String == "2030-05-01")
    #expect(item["status"] as? String == "active")
    try shell.run("edit", id, "--due", "none", "--priority", "none")
    #expect(try shown()["due"] is NSNull)
    #expect(try shown()["priority"] is NSNull)
    try shell.run("edit", id, "--body", "-", input: "from a pipe")
    #expect(try shown()["body"] as? String == "from a pipe")
  }

  @Test func `done notes the time and leaving done forgets it`() throws {
    try shell.run("edit", id, "--status", "done")
    let first = try shown()["completedAt"] as? String
    #expect(first != nil)
    try shell.run("edit", id, "--status", "done", "--title", "Again")
    #expect(try shown()["completedAt"] as? String == first)
    try shell.run("edit", id, "--status", "active")
    #expect(try shown()["completedAt"] == nil)
  }

  @Test func `what is not changed is not written`() throws {
    let before = try eventCount()
    let result = try shell.run("edit", id, "--title", "Draft", "--body", "one\ntwo")
    #expect(result.status == 0)
    #expect(result.output.contains("Nothing changed"))
    let editor = try shell.command("idle", "exit 0")
    let idle = try shell.run("edit", id, environment: ["EDITOR": editor])
    #expect(idle.status == 0)
    #expect(idle.output.contains("Nothing changed"))
    #expect(try eventCount() == before)
    #expect(try shell.draftFiles() == [])
  }

  @Test func `the editor changes title and text`() throws {
    let editor = try shell.command("change", #"sed -i 's/two/three/; s/Draft/Final/' "$1""#)
    #expect(try shell.run("edit", id, environment: ["EDITOR": editor]).status == 0)
    #expect(try shown()["title"] as? String == "Final")
    #expect(try shown()["body"] as? String == "one\nthree")
    let waiting = try shell.command("wait", #"test "$1" = --wait && sed -i 's/three/3/' "$2""#)
    try shell.run("edit", id, environment: ["VISUAL": "\(waiting) --wait", "EDITOR": editor])
    #expect(try shown()["body"] as? String == "one\n3")
    #expect(try shell.draftFiles() == [])
  }

  @Test func `a change that comes while the editor is open is never overwritten`() throws {
    let editor = try shell.command(
      "slow",
      #"""
      sed -i 's/one/mine/' "$1"
      "$DAYBOOK" edit "$ITEM" --body theirs > /dev/null
      """#)
    let result = try shell.run("edit", id, environment: ["EDITOR": editor, "ITEM": id])
    #expect(result.status == 75)
    #expect(try shown()["body"] as? String == "theirs")
    let name = try #require(try shell.draftFiles().first)
    #expect(result.errors.contains(name))
    let kept = try String(contentsOfFile: name, encoding: .utf8)
    #expect(kept.contains("mine\ntwo"))
  }

  @Test func `an item deleted while the editor is open stays so, and the text is kept`() throws {
    let editor = try shell.command(
      "slow", #"echo more >> "$1"; "$DAYBOOK" delete "$ITEM" > /dev/null"#)
    let result = try shell.run("edit", id, environment: ["EDITOR": editor, "ITEM": id])
    #expect(result.status == 1)
    #expect(try shown()["deleted"] as? Bool == true)
    #expect(result.errors.contains(try #require(try shell.draftFiles().first)))
  }

  @Test func `an editor that fails changes nothing and keeps what was written`() throws {
    let before = try eventCount()
    let editor = try shell.command("fail", #"echo more >> "$1"; exit 3"#)
    let result = try shell.run("edit", id, environment: ["EDITOR": editor])
    #expect(result.status == 1)
    #expect(result.errors.contains(try #require(try shell.draftFiles().first)))
    #expect(try shell.run("edit", id, environment: ["EDITOR": "/nowhere/editor"]).status == 1)
    #expect(try eventCount() == before)
  }

  @Test func `capture can go through the editor`() throws {
    let editor = try shell.command("write", #"printf 'From the editor\n\nwith text\n' > "$1""#)
    let item = try shell.run("capture", "--edit", "--json", environment: ["EDITOR": editor]).json()
    #expect(item["title"] as? String == "From the editor")
    #expect(item["body"] as? String == "with text")
    let idle = try shell.command("idle", "exit 0")
    #expect(try shell.run("capture", "--edit", environment: ["EDITOR": idle]).status == 64)
  }

  @Test func `wrong words are usage errors and a deleted item must be restored first`() throws {
    #expect(try shell.run("edit", id, "--status", "lost").status == 64)
    #expect(try shell.run("edit", id, "--front", "x").status == 64)
    #expect(try shell.run("edit", "zzzz", "--title", "x").status == 2)
    try shell.run("delete", id)
    #expect(try shell.run("edit", id, "--title", "x").status == 1)
  }
}
