import Foundation
import Testing

/// What the shells are told when somebody presses Tab, asked as their scripts ask it.
struct CompletionTests {
  let shell: Shell

  init() throws { shell = try Shell() }

  /// Asks what could stand at the end of a command line.
  private func candidates(
    _ command: String, _ argument: String, _ line: String..., for kind: String = ""
  ) throws -> [String] {
    let words = ["daybook"] + line
    let result = try shell.run(
      ["---completion"] + command.split(separator: " ").map(String.init) + ["--", argument]
        + ["\(words.count - 1)", "\(words.last?.count ?? 0)"] + words,
      environment: kind.isEmpty ? [:] : ["SAP_SHELL": kind])
    #expect(result.status == 0)
    #expect(result.errors == "")
    return result.lines
  }

  private func handle(_ id: String) -> String {
    String(id.filter { $0 != "-" }.dropFirst(17).prefix(4))
  }

  @Test func `ids of things are offered, the latest first, and those that begin as typed`() throws {
    let ids = try (1...3).map { handle(try shell.capture("number \($0)")) }
    try shell.run("collection", "new", "Garden")
    let all = try candidates("show", "positional@0", "show", "")
    #expect(all.count == 4)
    #expect(Array(all.dropFirst()) == ids.reversed())
    #expect(try candidates("done", "positional@0", "done", "") == ids.reversed())
    let typed = String(ids[1].prefix(3))
    let begun = try candidates("done", "positional@0", "done", typed)
    #expect(begun.contains(ids[1]))
    #expect(begun.allSatisfy { $0.hasPrefix(typed) })
    #expect(try candidates("done", "positional@0", "done", "no id") == [])
  }

  @Test func `what is deleted is offered for restoring, and for nothing else`() throws {
    let (kept, gone) = (handle(try shell.capture("kept")), handle(try shell.capture("gone")))
    try shell.run("delete", gone)
    #expect(try candidates("show", "positional@0", "show", "") == [kept])
    #expect(try candidates("restore", "positional@0", "restore", "") == [gone])
  }

  @Test func `names of tags, collections and decks are offered where they are taken`() throws {
    try shell.capture("one", "--tag", "home", "--tag", "deep work")
    try shell.run("collection", "new", "Summer garden")
    try shell.run("collection", "new", "Old")
    try shell.run("collection", "delete", "Old")
    try shell.run("deck", "new", "Spanish")
    #expect(try candidates("capture", "--tag", "capture", "--tag", "") == ["deep work", "home"])
    #expect(
      try candidates("capture", "--collection", "capture", "--collection", "")
        == ["Summer garden"])
    #expect(try candidates("collection show", "positional@0", "collection", "show", "").count == 1)
    #expect(try candidates("deck rename", "positional@0", "deck", "rename", "") == ["Spanish"])
    #expect(try candidates("review", "positional@0", "review", "") == ["Spanish"])
    #expect(
      try candidates("tag", "positional@0", "tag", "7f3a", "+") == ["+deep work", "+home"])
    #expect(
      try candidates("tag", "positional@0", "tag", "rename", "h") == ["deep work", "home"])
    #expect(
      try candidates("list", "positional@0", "list", "-tag:")
        == [#"-tag:"deep work""#, "-tag:home"])
    #expect(
      try candidates("card list", "positional@0", "card", "list", "deck:") == ["deck:Spanish"])
  }

  @Test func `the store is the one that the line names`() throws {
    try shell.run("capture", "x", "--tag", "elsewhere", "--store", shell.path + "/other store")
    let named = ["--store", "'\(shell.path)/other store'"]
    for words in [named, ["\(named[0])=\(named[1])"]] {
      let line = ["daybook", "list"] + words + ["tag:"]
      let result = try shell.run(
        ["---completion", "list", "--", "positional@0", "\(line.count - 1)", "4"] + line)
      #expect(result.lines == ["tag:elsewhere"])
    }
  }

  @Test func `where there is no store nothing is offered, said or made`() throws {
    let empty = try Shell()
    let asked = [
      ["show", "--", "positional@0", "2", "0", "daybook", "show", ""],
      ["tag", "--", "positional@0", "3", "1", "daybook", "tag", "x", "+"],
      ["capture", "--", "--collection", "3", "0", "daybook", "capture", "--collection", ""],
      ["no-such-command", "--", "positional@0", "1", "0", "daybook"],
    ]
    for words in asked {
      let result = try empty.run(["---completion"] + words)
      #expect(result.output + result.errors == "", "\(words)")
    }
    try Data("no store".utf8).write(to: URL(filePath: empty.path + "/data.mdb"))
    let damaged = try empty.run(
      ["---completion"] + asked[0], environment: ["DAYBOOK_STORE": empty.path])
    #expect(damaged.output + damaged.errors == "")
    let left = try FileManager.default.contentsOfDirectory(atPath: empty.path)
    #expect(left == ["data.mdb"])
  }

  @Test func `no name that came from elsewhere runs in somebody's shell`() throws {
    let names = ["$(touch ran)", "`touch ran`", "a;touch ran", "a\nb", "tab\tbed", "x\u{1B}[2J"]
    for name in names { try shell.run("collection", "new", name) }
    let offered = try candidates(
      "collection show", "positional@0", "collection", "show", "", for: "bash")
    #expect(offered == [#"\$\(touch\ ran\)"#, #"\`touch\ ran\`"#, #"a\;touch\ ran"#])
    try Data(offered.joined(separator: "\n").utf8).write(
      to: URL(filePath: shell.path + "/offered"))
    let expanded = try shell.start(
      "/bin/bash", ["-c", "IFS=$'\\n' compgen -W \"$(cat offered)\""], "", [:])
    #expect(expanded.lines == ["$(touch ran)", "`touch ran`", "a;touch ran"])
    #expect(!FileManager.default.fileExists(atPath: shell.path + "/ran"))
  }

  @Test func `zsh and fish say beside an id what it stands for`() throws {
    let id = handle(try shell.capture("Water: the plants"))
    #expect(
      try candidates("show", "positional@0", "show", "", for: "zsh").first
        == "\(id):Water: the plants")
    #expect(
      try candidates("show", "positional@0", "show", "", for: "fish")
        == ["\(id)\tWater: the plants"])
    try shell.run("tag", id, "+a:b")
    #expect(
      try candidates("tag", "positional@0", "tag", id, "+", for: "zsh").first == "+a\\:b:1 item")
  }

  @Test func `bash is answered without what it takes for another word`() throws {
    try shell.capture("one", "--tag", "home")
    #expect(
      try candidates("list", "positional@0", "list", "tag", ":", for: "bash") == ["home"])
    #expect(
      try candidates("list", "positional@0", "list", "tag", ":", "h", for: "bash") == ["home"])
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `every command is in the script of every shell`(kind: String) throws {
    let script = try shell.run("--generate-completion-script", kind)
    #expect(script.status == 0)
    for command in ["capture", "conflicts", "import", "rebuild", "--if-unchanged-since"] {
      #expect(script.output.contains(command.hasPrefix("--") ? "if-unchanged-since" : command))
    }
  }

  @Test func `the formats that are offered are those that there are`() throws {
    for command in ["import", "export"] {
      let script = try shell.run("--generate-completion-script", "bash").output
      let function = try #require(script.range(of: "_daybook_\(command)() {"))
      let list = try #require(
        script[function.upperBound...].matches(of: #/-W '.*/#).first { $0.0.contains("'json'") })
      let offered = list.0.matches(of: #/'([a-z]+)'/#).map(\.1)
      let known = try shell.run(command, "no-such-format", "x").errors
      let formats = try #require(known.firstMatch(of: #/The formats are: (.*)\./#))
      #expect(
        offered.sorted()
          == formats.1.split(separator: ", ").sorted())
    }
  }
}
