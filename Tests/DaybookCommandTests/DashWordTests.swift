import Foundation
import Testing

/// Words that begin with one dash: options of one letter, words of the person's, and what is said
/// of those that could be either.
struct DashWordTests {
  let shell: Shell

  init() throws {
    shell = try Shell()
    for number in 1...3 { try shell.capture("note \(number)", "--tag", "home") }
  }

  private func titles(_ words: String...) throws -> [String] {
    let result = try shell.run(["list", "--json"] + words)
    #expect(result.status == 0, "\(result.errors)")
    let items = try #require(try result.json()["items"] as? [[String: Any]])
    return items.compactMap { $0["title"] as? String }.sorted()
  }

  /// F18.
  @Test func `the common options have a letter, on every command that has the option`() throws {
    #expect(try titles("-n", "2").count == 2)
    #expect(try titles("-n2").count == 2)
    #expect(try titles("-s", "created", "-n", "1") == ["note 1"])
    let item = try shell.run(
      "capture", "x", "-t", "work", "-b", "text", "-k", "task", "-d", "2030-01-02", "-p", "high",
      "--json"
    ).json()
    #expect(item["title"] as? String == "x")
    #expect(item["tags"] as? [String] == ["work"])
    #expect(item["body"] as? String == "text")
    #expect(item["kind"] as? String == "task")
    #expect(item["due"] as? String == "2030-01-02")
    #expect(item["priority"] as? String == "high")
    #expect(try shell.run("log", "-n", "2", "-k", "itemCaptured", "--jsonl").lines.count == 2)
    let page = try shell.run("-n", "0", "--json").json()
    #expect(page["schema"] as? String == "daybook.today/1")
    try shell.run("collection", "new", "Garden")
    try shell.run("deck", "new", "Spanish")
    let filed = try shell.run("capture", "Seeds", "-c", "Garden", "--json").json()
    #expect(filed["collections"] as? [String] == ["Garden"])
    try shell.run("card", "add", "Spanish", "--front", "a", "--back", "b", "-t", "verb")
    try shell.run("card", "add", "Spanish", "--front", "c", "--back", "d")
    let cards = try shell.run("card", "list", "-n", "1", "-s", "front", "--json").json()
    #expect((cards["cards"] as? [Any])?.count == 1)
    let id = try #require(filed["id"] as? String)
    #expect(try shell.run("edit", id, "-p", "low", "--json").json()["priority"] as? String == "low")
  }

  /// F18.
  @Test func `not leaves out what follows it`() throws {
    #expect(try titles("not tag:home", "or", "1") == ["note 1"])
    #expect(try titles("not", "(", "1", "or", "2", ")") == ["note 3"])
    let id = try shell.capture("finished")
    try shell.run("done", id)
    #expect(try titles("not", "status:done") == ["note 1", "note 2", "note 3"])
    #expect(try shell.run("list", "note", "not").status == 64)
  }

  /// F18.
  @Test func `a word that looks like an option is named, and what was asked is said`() throws {
    let list = try shell.run("list", "-x", "nowhere")
    #expect(list.status == 0)
    #expect(list.errors.contains("-x is no option here"), "\(list.errors)")
    #expect(list.errors.contains("After -- everything is text"))
    #expect(list.errors.contains("Nothing here. You asked for: -x nowhere"), "\(list.errors)")
    let long = try shell.run("list", "-json")
    #expect(long.errors.contains("the option is --json"), "\(long.errors)")
    let captured = try shell.run("capture", "why", "-x", "fails")
    #expect(captured.errors.contains("-x is no option here, so it was read as text"))
    #expect(try titles("why").first == "why -x fails")
    let cards = try shell.run("card", "list", "nothing")
    #expect(cards.errors.contains("No cards. You asked for: nothing"), "\(cards.errors)")
    let log = try shell.run("log", "--kind", "cardReviewed")
    #expect(log.errors.contains("No changes. You asked for: --kind cardReviewed"), "\(log.errors)")
  }

  /// F18.
  @Test func `words with a dash stay what they were, and say nothing`() throws {
    let cold = try shell.run("capture", "-5 degrees", "--due", "-3d")
    #expect(cold.status == 0)
    #expect(!cold.errors.contains("option"))
    #expect(try titles("-tag:home") == ["-5 degrees"])
    #expect(try titles("--", "-5 deg") == ["-5 degrees"])
    #expect(try titles("--", "tag:home") == [])
    let id = try shell.capture("tagged", "-t", "n", "-t", "t")
    let untagged = try shell.run("tag", id, "-n", "-t", "--json")
    #expect(untagged.status == 0, "\(untagged.errors)")
    #expect(!untagged.errors.contains("option"))
    #expect(try shell.run("show", id, "--json").json()["tags"] as? [String] == [])
    #expect(try shell.run("capture", "x", "--unknown").status == 64)
    #expect(try shell.run("list", "-h").output.contains("EXAMPLES"))
  }
}
