import Testing

/// `daybook what-if`.
struct WhatIfCommandTests {
  let stores: TwoStores
  let id: String

  init() throws {
    stores = try TwoStores()
    id = try stores.capture("First")
    try stores.done("laptop", "edit", id, "--title", "Second")
  }

  private func whatIf(_ words: String...) throws -> ShellResult {
    try stores.shell.run(["what-if", "--store", stores.path("laptop")] + words)
  }

  @Test func `without a command what it overwrote shows again, and nothing is written`() throws {
    let log = try stores.run("laptop", "log", id, "--jsonl", "--limit", "1")
    let event = try #require(log.output.firstMatch(of: #/"id":"([^"]+)"/#)).1
    let before = try stores.run("laptop", "status", "--json").output
    let result = try whatIf("--without", String(event))
    #expect(result.status == 0)
    #expect(result.output.contains("title: Second (laptop"), "\(result.output)")
    #expect(result.output.contains("→ First (laptop"))
    let document = try whatIf("--without", String(event), "--json").json()
    #expect(document["schema"] as? String == "daybook.whatIf/1")
    #expect(document["changed"] as? [String] == [id])
    #expect(try stores.run("laptop", "status", "--json").output == before)
  }

  @Test func `without a replica all that it wrote is gone`() throws {
    try stores.done("phone", "capture", "From the phone")
    try stores.done("laptop", "merge", stores.path("phone"))
    let result = try whatIf("--without", "phone")
    #expect(result.output.contains("gone: 1") && result.output.contains("From the phone"))
    #expect(try whatIf("--rebuilt").output == "Nothing would be different.\n")
  }

  @Test func `fields are called what the log calls them, and things by their names`() throws {
    for deck in ["Home", "Away"] { try stores.done("laptop", "deck", "new", deck) }
    let card = try stores.shell.id(
      try stores.run("laptop", "card", "add", "Home", "--front", "?", "--back", "!", "--json"))
    try stores.done("laptop", "review", "--answer", card, "good")
    func last() throws -> String {
      let log = try stores.run("laptop", "log", card, "--jsonl", "--limit", "1").output
      return String(try #require(log.firstMatch(of: #/"id":"([^"]+)"/#)).1)
    }
    let answered = try whatIf("--without", last()).output
    #expect(answered.contains("answer: answered Good"), "\(answered)")
    #expect(!answered.contains("durationMilliseconds"), "\(answered)")
    try stores.done("laptop", "card", "move", card, "Away")
    let moved = try whatIf("--without", last()).output
    #expect(moved.contains("deck: Away (laptop") && moved.contains("→ Home ("), "\(moved)")
  }

  @Test func `other numbers for learning move due dates, with what there would be to do`() throws {
    try stores.done("laptop", "deck", "new", "Spanish")
    let card = try stores.shell.id(
      try stores.run("laptop", "card", "add", "Spanish", "--front", "?", "--back", "!", "--json"))
    try stores.done("laptop", "review", "--answer", card, "easy")
    let result = try whatIf("Spanish", "--retention", "0.99", "--json")
    let document = try result.json()
    #expect((document["movedDueDates"] as? [Any])?.count == 1)
    #expect((document["workload"] as? [Any])?.count == 14)
    let numbers = stores.shell.path + "/numbers"
    let usual = "0.4 1.2 3.2 15.7 7.2 0.53 1.46 0.0046 1.55 0.12 1.02 1.94 0.11 0.3 2.27 0.23 2.99"
    _ = try stores.shell.script("echo '[\(usual)]' | tr ' ' ',' > \(numbers)")
    #expect(try whatIf("--parameters", numbers).status == 0)
    #expect(try stores.shown("laptop", card)["due"] as? String != nil)
  }

  @Test func `what cannot be supposed is said`() throws {
    let numbers = stores.shell.path + "/numbers"
    _ = try stores.shell.script("echo 1 2 3 > \(numbers)")
    let cases: [([String], Int32)] = [
      (["--without", "nobody"], 2), (["--without", "0123456789abcdef:7"], 2), ([], 64),
      (["--retention", "2"], 64), (["--retention", "much"], 64), (["--parameters", numbers], 65),
      (["--parameters", numbers + "-none"], 66), (["None", "--retention", "0.8"], 2),
      (["--without", "phone", "--retention", "0.8"], 64), (["Deck", "--rebuilt"], 64),
    ]
    for (words, status) in cases {
      let result = try stores.shell.run(
        ["what-if", "--store", stores.path("laptop")] + words)
      #expect(result.status == status, "\(words): \(result.output) \(result.errors)")
      #expect(result.errors.split(separator: "\n").count == 3, "\(result.errors)")
    }
  }
}
