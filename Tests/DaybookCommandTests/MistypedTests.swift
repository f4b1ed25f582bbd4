import Testing

/// What a person hears who mistyped a command or asks which program this is.
struct MistypedTests {
  let shell: Shell

  init() throws { shell = try Shell() }

  @Test(arguments: [
    ("collecton list", "daybook collection?"), ("card lst", "daybook card list?"),
    ("collection nwe Garden", "daybook collection new?"),
    ("conflicts shwo 7f3a", "daybook conflicts show?"), ("tag renmae a b", "daybook tag rename?"),
    ("ls lst", "Nothing here."), ("frobnicate", "daybook --help"),
    ("deck frobnicate", "daybook deck --help"), ("list --limt 3", "'--limit'"),
    ("card list --srot due", "'--sort'"),
  ])
  func `a mistyped word finds what was meant`(line: String, answer: String) throws {
    let result = try shell.run(line.split(separator: " ").map(String.init))
    #expect(result.errors.contains(answer), "\(result.errors)")
    #expect(result.status == (answer == "Nothing here." ? 0 : 64))
  }

  @Test func `an id is never taken for a mistyped subcommand`() throws {
    let result = try shell.run("tag", "deed", "+x")
    #expect(result.status == 2)
    #expect(result.errors.contains("deed"))
  }

  @Test func `the version is one line, or a document, and only the program's own`() throws {
    let line = try shell.run("--version")
    #expect(line.status == 0)
    #expect(line.output.wholeMatch(of: #/daybook \d+\.\d+\.\d+ \(format \d+\)\n/#) != nil)
    let document = try shell.run("--version", "--json").json()
    #expect(document["schema"] as? String == "daybook.version/1")
    let version = try #require(document["version"] as? String)
    #expect(line.output.hasPrefix("daybook \(version) "))
    #expect(document["storeFormat"] as? Int != nil)
    #expect(try shell.run("list", "--version").status == 64)
  }
}
