import Foundation
import Testing

/// `import markdown` and `export markdown`, as people use them with folders of their own.
struct VaultCommandTests {
  let shell: Shell

  init() throws { shell = try Shell() }

  private func write(_ path: String, _ text: String) throws {
    let url = URL(filePath: shell.path + "/" + path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: URL(filePath: shell.path + "/" + path), encoding: .utf8)
  }

  private func names(_ path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: shell.path + "/" + path).sorted()
  }

  private func count() throws -> Int {
    try #require(try shell.run("list", "--json").json()["total"] as? Int)
  }

  private func imported(_ path: String, _ words: String...) throws -> [String: Any] {
    let result = try shell.run(["import", "markdown", path, "--json"] + words)
    #expect(result.status == 0, "\(result.errors)")
    return try result.json()
  }

  private func move(_ from: String, _ to: String) throws {
    try FileManager.default.moveItem(
      atPath: shell.path + "/" + from, toPath: shell.path + "/" + to)
  }

  /// F5.
  @Test func `vaults of one name keep their notes apart, and a renamed one keeps its own`() throws {
    try write("p/notes/index.md", "of p")
    try write("q/notes/index.md", "of q")
    #expect(try imported("p/notes", "--dry-run")["new"] as? Int == 1)
    #expect(try names("p/notes") == ["index.md"], "a dry run writes nothing")
    #expect(try imported("p/notes")["new"] as? Int == 1)
    let second = try shell.run("import", "markdown", "q/notes")
    #expect(second.output == "Imported from notes: 1 new.\n")
    #expect(second.errors.contains("another vault of this name was imported before"))
    #expect(try count() == 2)
    try move("p/notes", "p/journal")
    let again = try shell.run("import", "markdown", "p/journal")
    #expect(again.output == "Imported from journal: 1 unchanged.\n" && again.errors == "")
    #expect(try imported("q/notes")["duplicate"] as? Int == 1)
    #expect(try count() == 2)
    // Nor does an export into one of them bring the notes of the other.
    try shell.run("capture", "Made here")
    let out = try shell.run("export", "markdown", "q/notes", "--force")
    #expect(out.output == "Wrote 1 note to q/notes, 1 unchanged, 1 of other vaults left out.\n")
    #expect(try names("q/notes") == [".daybook-vault", "Made here.md", "index.md"])
    #expect(try text("q/notes/index.md") == "of q")
  }

  /// F5.
  @Test func `a file that names no vault counts for nothing, and is written anew saying so`()
    throws
  {
    try shell.run("capture", "Made here")
    try write("notes/index.md", "text")
    for text in ["", "nonsense"] {
      try write("notes/.daybook-vault", text)
      let trial = try shell.run("import", "markdown", "notes", "--dry-run")
      #expect(trial.status == 0 && trial.errors.contains("notes/.daybook-vault: names no vault"))
      #expect(try self.text("notes/.daybook-vault") == text)
      let named = try shell.run("import", "markdown", "notes", "--name", "mine")
      #expect(named.status == 0 && named.errors == "")
      #expect(try self.text("notes/.daybook-vault") == text, "it is left alone")
    }
    let result = try shell.run("import", "markdown", "notes")
    #expect(result.status == 0 && result.errors.contains(".daybook-vault: written anew"))
    #expect(try text("notes/.daybook-vault").contains("vault: "))
    #expect(try shell.run("import", "markdown", "notes").errors == "")
  }

  /// F5: nobody else could read it, and a folder of two people could not be imported.
  @Test func `the file that names a vault is readable as the person's files are`() throws {
    for (mask, mode) in [("022", 0o644), ("007", 0o660)] {
      try write("\(mask)/index.md", "text")
      let result = try shell.script(
        "umask \(mask); \"$DAYBOOK\" import markdown \(shell.path)/\(mask)")
      #expect(result.status == 0, "\(result.errors)")
      let file = shell.path + "/\(mask)/.daybook-vault"
      let attributes = try FileManager.default.attributesOfItem(atPath: file)
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == mode)
    }
  }

  /// F5.
  @Test func `a file that cannot be read stays, and the vault is known by its place`() throws {
    try write("notes/index.md", "text")
    // Nobody reads a folder as a file, not even a superuser.
    try write("notes/.daybook-vault/kept", "theirs")
    for word in ["new", "duplicate"] {
      let result = try shell.run("import", "markdown", "notes", "--json")
      #expect(result.status == 0, "\(result.errors)")
      #expect(try result.json()[word] as? Int == 1)
      #expect(result.output.contains("/.daybook-vault"))
    }
    #expect(try text("notes/.daybook-vault/kept") == "theirs")
    #expect(try shell.run("import", "markdown", "notes", "--name", "mine").status == 0)
  }

  /// F7.
  @Test func `a note changed here and there is a conflict that keep decides`() throws {
    try write("notes/A.md", "One.")
    _ = try imported("notes")
    let items = try #require(try shell.run("list", "--json").json()["items"] as? [[String: Any]])
    let id = try #require(items.first?["id"] as? String)
    try shell.run("edit", id, "--body", "Mine.")
    try write("notes/A.md", "Theirs.")
    let told = try shell.run("import", "markdown", "notes")
    #expect(told.output.contains("1 changed on both sides"))
    #expect(told.output.contains("daybook conflicts"))
    let out = try shell.run("export", "markdown", "notes", "--force")
    #expect(out.errors.contains("until daybook conflicts keep decides"))
    #expect(try text("notes/A.md") == "Theirs.")
    let list = try shell.run("conflicts").output
    #expect(list.contains("Mine.") && list.contains("Theirs.") && list.contains("notes, imported"))
    let conflicts = try shell.run("conflicts", "--json").json()["conflicts"] as? [[String: Any]]
    let writes = try #require(conflicts?.first?["writes"] as? [[String: Any]])
    #expect(writes.map { $0["source"] as? String } == [nil, "notes"])
    let mine = try #require(writes.first?["event"] as? String)
    #expect(try shell.run("conflicts", "keep", id, mine).status == 0)
    #expect(try shell.run("conflicts").output == "No conflicts.\n")
    let again = try shell.run("export", "markdown", "notes", "--force")
    #expect(again.output == "Wrote 1 note to notes.\n")
    #expect(try text("notes/A.md") == "Mine.")
    #expect(try imported("notes")["conflicting"] as? Int == 0)
    #expect(try imported("notes")["duplicate"] as? Int == 1)
  }

  /// F29.
  @Test func `an export that cannot be finished leaves nothing, and is simply done again`() throws {
    for title in ["One", "Two", "Three"] { try shell.capture(title) }
    let long = String(repeating: "long ", count: 20_000)
    try shell.capture("Four", "--body", long)
    for folder in ["new", "there"] {
      if folder == "there" { try write("there/x", "") }
      if folder == "there" { try FileManager.default.removeItem(atPath: shell.path + "/there/x") }
      // No file may be longer than 32 KiB.
      let failed = try shell.script("ulimit -f 64; $DAYBOOK export markdown \(folder)")
      #expect(failed.status != 0 && failed.output == "")
      if folder == "there" {
        #expect(try names(folder) == [])
      } else {
        #expect(!FileManager.default.fileExists(atPath: shell.path + "/new"))
      }
      let again = try shell.run("export", "markdown", folder)
      #expect(again.output == "Wrote 4 notes to \(folder).\n")
      #expect(try names(folder) == ["Four.md", "One.md", "Three.md", "Two.md"])
    }
  }

  /// F29.
  @Test func `what an export left that was killed is no reason to refuse`() throws {
    try shell.capture("One")
    try write("out/.daybook-export/Half.md", "half")
    #expect(try shell.run("export", "markdown", "out").output == "Wrote 1 note to out.\n")
    #expect(try names("out") == ["One.md"])
    #expect(try shell.run("export", "markdown", "out").status == 73)
  }

  /// F29.
  @Test func `into a folder in use it says how far it came, and goes on`() throws {
    try write("notes/A.md", "a")
    _ = try imported("notes")
    for title in ["One", "Two"] { try shell.capture(title) }
    try shell.capture("Zebra", "--body", String(repeating: "long ", count: 20_000))
    let failed = try shell.script("ulimit -f 64; $DAYBOOK export markdown notes --force")
    #expect(failed.status != 0)
    #expect(failed.errors.contains("2 notes are written to notes; the rest isn't."))
    let again = try shell.run("export", "markdown", "notes", "--force")
    #expect(again.output == "Wrote 1 note to notes, 3 unchanged.\n")
  }
}
