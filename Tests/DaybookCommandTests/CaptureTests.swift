import Foundation
import Testing

struct CaptureTests {
  let shell: Shell

  init() throws { shell = try Shell() }

  @Test func `capture lands in the inbox and prints what it made`() throws {
    let result = try shell.run(
      "capture", "Buy", "seeds", "--kind", "Task", "--tag", "garden", "--tag", "home", "--due",
      "2030-01-02", "--priority", "HIGH", "--body", "soon", "--json")
    #expect(result.status == 0)
    #expect(result.errors.contains("A new daybook begins"))
    let item = try result.json()
    #expect(item["schema"] as? String == "daybook.item/1")
    #expect(item["title"] as? String == "Buy seeds")
    #expect(item["body"] as? String == "soon")
    #expect(item["kind"] as? String == "task")
    #expect(item["status"] as? String == "inbox")
    #expect(item["tags"] as? [String] == ["garden", "home"])
    #expect(item["collections"] as? [String] == [])
    #expect(item["due"] as? String == "2030-01-02")
    #expect(item["priority"] as? String == "high")
    #expect(item["deleted"] as? Bool == false)
    #expect((item["id"] as? String)?.count == 36)
    #expect((item["replica"] as? String)?.count == 16)
    #expect((item["createdAt"] as? String)?.hasSuffix("+00:00") == true)
    #expect(Set(item.keys).isSuperset(of: ["editedAt"]))
  }

  @Test func `a person sees a short id that every command takes`() throws {
    let line = try #require(try shell.run("capture", "Call the plumber").lines.first)
    let words = line.split(separator: " ")
    #expect(words.first == "Captured")
    let handle = String(try #require(words.dropFirst().first).prefix { $0 != "." })
    #expect(handle.count == 4)
    let shown = try shell.run("show", handle, "--json").json()
    #expect(shown["title"] as? String == "Call the plumber")
    #expect(shown["conflicts"] as? [String] == [])
    let id = try #require(shown["id"] as? String)
    #expect(try shell.run("show", id).status == 0)
    #expect(try shell.run("show", id.uppercased()).status == 0)
  }

  @Test func `text comes from standard input, byte for byte`() throws {
    let id = try shell.id(
      shell.run("capture", "Notes", "--body", "-", "--json", input: "one\ntwo\n"))
    #expect(try shell.run("show", id, "--json").json()["body"] as? String == "one\ntwo\n")
  }

  @Test func `words that begin with a dash are text where no option matches`() throws {
    let cold = try shell.capture("-5 degrees")
    #expect(try shell.run("show", cold, "--json").json()["title"] as? String == "-5 degrees")
    let raw = try shell.run("capture", "--json", "--", "--not-an-option")
    #expect(try raw.json()["title"] as? String == "--not-an-option")
    #expect(try shell.run("capture", "--unknown", "x").status == 64)
  }

  @Test func `control characters and broken text are kept and shown as escapes`() throws {
    let made = try shell.script(#""$DAYBOOK" capture "$(printf 'a\033[31mb\351c')""#)
    #expect(made.status == 0)
    let listed = try shell.run("list")
    #expect(listed.output.contains(#"a\x1b[31mb\xE9c"#))
    let json = try shell.run("list", "--json")
    #expect(!json.output.unicodeScalars.contains("\u{1B}"))
    let items = try #require(try json.json()["items"] as? [[String: Any]])
    #expect(items.first?["title"] as? String == "a\u{1B}[31mb\u{FFFD}c")
  }

  @Test func `what cannot be kept is refused`() throws {
    let large = String(repeating: "x", count: (1 << 20) + 1)
    #expect(try shell.run("capture", "t", "--body", "-", input: large).status == 65)
    #expect(try shell.run("capture", "t", "--body", "-", input: "a\0b").status == 65)
    #expect(try shell.run("capture").status == 64)
    #expect(try shell.run("capture", "").status == 64)
    #expect(try shell.run("capture", "x", "--kind", "song").status == 64)
    #expect(try shell.run("capture", "x", "--due", "whenever").status == 64)
    #expect(try shell.run("capture", "x", "--priority", "9").status == 64)
    #expect(try shell.run("capture", "x", "--tag", " ").status == 64)
    #expect(try shell.run("capture", "x", "--collection", "None").status == 2)
    let total = try shell.run("list", "--json").json()["total"] as? Int
    #expect(total == 0)
  }

  @Test func `capturing into a collection files at its end, once`() throws {
    try shell.run("collection", "new", "Garden")
    let item = try shell.run(
      "capture", "Seeds", "--collection", "garden", "--collection", "Garden", "--json")
    #expect(try item.json()["collections"] as? [String] == ["Garden"])
    let shown = try shell.run("collection", "show", "GARDEN", "--json").json()
    #expect(shown["total"] as? Int == 1)
  }
}
