import Testing

/// `conflicts keep --merge`: texts put together in the editor.
struct KeepMergeTests {
  private static let base = "tent\nstove\nmap\nrope"
  let stores: TwoStores
  let id: String

  init() throws {
    stores = try TwoStores()
    id = try stores.capture("Packing", "--body", Self.base)
  }

  private func write(_ laptop: String, _ phone: String) throws {
    try stores.done("laptop", "edit", id, "--body", laptop)
    try stores.done("phone", "edit", id, "--body", phone)
    try stores.meet()
  }

  private func merge(_ script: String, _ words: String...) throws -> ShellResult {
    let editor = try stores.shell.command("editor", script)
    return try stores.shell.run(
      ["conflicts", "keep", id, "--merge", "--store", stores.path("laptop")] + words,
      environment: ["EDITOR": editor, "ITEM": id, "STORE": stores.path("laptop")])
  }

  private func body(_ store: String = "laptop") throws -> String? {
    try stores.shown(store, id)["body"] as? String
  }

  @Test func `what does not collide is put together and shown before it is written`() throws {
    try write("tent for two\nstove\nmap\nrope", "tent\nstove\nmap\nrope\nlamp")
    let shown = stores.shell.path + "/shown"
    #expect(try merge("cp \"$1\" \(shown)").status == 0, "it was only looked at")
    #expect(try stores.conflicts("laptop").count == 1)
    let text = try stores.shell.script("cat \(shown)").output
    #expect(text == "tent for two\nstove\nmap\nrope\nlamp\n")
    #expect(try merge("touch \"$1\"").status == 0, "it was saved as it was")
    try stores.meet()
    #expect(try stores.conflicts("phone").isEmpty)
    #expect(try body("phone") == "tent for two\nstove\nmap\nrope\nlamp")
    #expect(try stores.shell.draftFiles("laptop") == [])
  }

  @Test func `what collides stands between marks with the text before both`() throws {
    try write("two tents\nstove\nmap\nrope", "big tent\nstove\nmap\nrope")
    let shown = stores.shell.path + "/shown"
    let result = try merge(
      "cp \"$1\" \(shown); sed -i '/^[<|=>][<|=>]/d; /^tent$/d' \"$1\"")
    #expect(result.status == 0, "\(result.errors)")
    let text = try stores.shell.script("cat \(shown)").output
    for side in ["<<<<<<< ", "||||||| base\ntent\n=======\n", ">>>>>>> "] {
      #expect(text.contains(side), "\(text)")
    }
    #expect(text.contains("laptop\n") && text.contains("phone\n"))
    let lines = try #require(try body()).split(separator: "\n")
    #expect(Set(lines.prefix(2)) == ["two tents", "big tent"])
    #expect(lines.dropFirst(2) == ["stove", "map", "rope"])
  }

  @Test func `nothing is written while marks are left, and the text is kept`() throws {
    try write("two tents", "big tent")
    let result = try merge("sed -i 's/two tents/three tents/' \"$1\"")
    #expect(result.status == 1)
    #expect(try stores.conflicts("laptop").count == 1)
    let name = try #require(try stores.shell.draftFiles("laptop").first)
    #expect(result.errors.contains(name))
    #expect(try stores.shell.script("cat \(name)").output.contains("three"))
  }

  @Test func `a second writer meanwhile stops it with 75, and nothing is overwritten`() throws {
    try write("two tents", "big tent")
    let result = try merge(
      #"""
      echo merged > "$1"
      "$DAYBOOK" edit "$ITEM" --body theirs --store "$STORE" > /dev/null
      """#)
    #expect(result.status == 75)
    #expect(try body() == "theirs")
    let name = try #require(try stores.shell.draftFiles("laptop").first)
    #expect(result.errors.contains(name))
    #expect(try stores.shell.script("cat \(name)").output == "merged")
  }

  @Test func `an editor that fails changes nothing`() throws {
    try write("two tents", "big tent")
    #expect(try merge("exit 1").status == 1)
    #expect(try stores.conflicts("laptop").count == 1)
    #expect(try stores.shell.draftFiles("laptop") == [])
  }

  @Test func `where asking is forbidden no editor is opened`() throws {
    try write("two tents", "big tent")
    let opened = stores.shell.path + "/opened"
    let result = try merge("touch \(opened) \"$1\"", "--no-input")
    #expect(result.status == 64 && result.errors.contains("--no-input"), "\(result.errors)")
    #expect(try stores.shell.script("ls \(opened)").status != 0)
    #expect(try stores.conflicts("laptop").count == 1)
  }

  @Test(arguments: [": > \"$1\"", "printf ' \\n\\n' > \"$1\""])
  func `a file that is saved empty gives up the merge`(script: String) throws {
    try write("two tents", "big tent")
    let before = try body()
    let result = try merge(script)
    #expect(result.status == 0 && result.errors.contains("stays as it was"), "\(result.errors)")
    #expect(try stores.conflicts("laptop").count == 1)
    #expect(try body() == before)
    #expect(try stores.shell.draftFiles("laptop") == [])
  }

  @Test func `three versions go onto the one that shows, one after the other`() throws {
    try stores.done("tablet", "merge", stores.path("laptop"))
    try stores.done("tablet", "edit", id, "--body", "tent\nstove\nmap\nlong rope")
    try write("tent for two\nstove\nmap\nrope", "tent\nstove\nbig map\nrope")
    _ = try stores.run("laptop", "merge", stores.path("tablet"))
    #expect(try stores.conflicts("laptop").map(\.events.count) == [3])
    // Neighbouring lines collide: of each collision what is new is kept.
    let result = try merge(
      "echo >> \"$1\"; sed -i '/^[<|=>][<|=>]/d; /^map$/d; /^rope$/d; /^$/d' \"$1\"")
    #expect(result.status == 0, "\(result.errors)")
    let lines = try #require(try body()).split(separator: "\n")
    for line in ["tent for two", "stove", "big map", "long rope"] {
      #expect(lines.contains { $0 == line }, "\(lines)")
    }
  }

  @Test func `what is in conflict without being text is said to be none`() throws {
    try stores.done("laptop", "edit", id, "--status", "done")
    try stores.done("phone", "edit", id, "--status", "active")
    try stores.meet()
    let result = try merge("touch \"$1\"")
    #expect(result.status == 1 && result.errors.contains("no text"), "\(result.errors)")
    let other = try stores.capture("Calm")
    #expect(try stores.run("laptop", "conflicts", "keep", other, "--merge").status == 1)
    #expect(try stores.run("laptop", "conflicts", "keep", "ffff", "--merge").status == 2)
    #expect(try stores.run("laptop", "conflicts", "keep", id).status == 64)
    #expect(try stores.run("laptop", "conflicts", "keep", id, "--merge", "--both").status == 64)
  }
}
