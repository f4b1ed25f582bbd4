import Foundation
import Testing

/// F24: one answer about what is deleted, and about tags that nothing has any more.
struct DeletedMemberTests {
  private let shell: Shell
  private let item: String

  init() throws {
    shell = try Shell()
    try #require(try shell.run("collection", "new", "Garden").status == 0)
    item = try shell.capture("seeds", "--collection", "Garden", "--tag", "spring")
  }

  private func items(_ words: String...) throws -> [[String: Any]] {
    let result = try shell.run(["list", "--json"] + words)
    try #require(result.status == 0, "\(result.errors)")
    return try #require(try result.json()["items"] as? [[String: Any]])
  }

  private func collections(_ words: String...) throws -> [String] {
    let document = try shell.run(["show", item, "--json"] + words).json()
    return try #require(document["collections"] as? [String])
  }

  /// F24, S1-20.
  @Test func `a deleted item is in no collection, whoever is asked`() throws {
    let filed = try shell.run("log", "--jsonl", "--limit", "1").json()["id"] as? String
    let before = try #require(filed)
    try #require(try shell.run("delete", item).status == 0)
    #expect(try collections() == [])
    #expect(try items("in:Garden", "is:deleted").isEmpty)
    #expect(try items("is:deleted").first?["collections"] as? [String] == [])
    #expect(!(try shell.run("show", item).output.contains("Garden")))
    let garden = try shell.run("collection", "show", "Garden", "--json").json()
    #expect(garden["total"] as? Int == 0)
    let line = try shell.run("export", "jsonl", "-").json()
    #expect(line["collections"] as? [String] == [])
    // What it was in is told by the past, and comes back with it.
    #expect(try collections("--at", before) == ["Garden"])
    #expect(try items("in:Garden", "--at", before).count == 1)
    try #require(try shell.run("restore", item).status == 0)
    #expect(try collections() == ["Garden"])
    #expect(try items("in:Garden").count == 1)
  }

  private func tags(_ words: String...) throws -> [String: Int] {
    let document = try shell.run(["tag", "list", "--json"] + words).json()
    let tags = try #require(document["tags"] as? [[String: Any]])
    return Dictionary(
      uniqueKeysWithValues: tags.map { ($0["name"] as? String ?? "", $0["items"] as? Int ?? -1) })
  }

  /// F24, S1-22.
  @Test func `a tag that nothing has any more is listed, and goes along in an export`() throws {
    let last = try shell.run("log", "--jsonl", "--limit", "1").json()["id"] as? String
    let before = try #require(last)
    try #require(try shell.run("tag", item, "-spring").status == 0)
    #expect(try tags() == ["spring": 0])
    #expect(try tags("--at", before) == ["spring": 1])
    #expect(try shell.run("tag", "list").output.contains("#spring"))
    let document = shell.path + "/all.json"
    try #require(try shell.run("export", "json", document).status == 0)
    let other = ["--store", shell.path + "/other"]
    try #require(try shell.run(["import", "json", document] + other).status == 0)
    let there = try shell.run(["tag", "list", "--json"] + other).json()["tags"] as? [[String: Any]]
    #expect(there?.map { $0["name"] as? String } == ["spring"])
    #expect(there?.map { $0["items"] as? Int } == [0])
    let again = try shell.run(["import", "json", document] + other)
    #expect(again.status == 0 && !again.output.contains("1 new"))
    let (first, second) = (
      try shell.run("export", "json", "-"), try shell.run(["export", "json", "-"] + other)
    )
    #expect(first.output.contains("unusedTags"))
    #expect(first.output == second.output)
  }

  /// F24.
  @Test func `a name that was given up for another is no tag any more`() throws {
    try #require(try shell.run("tag", "rename", "spring", "garden").status == 0)
    #expect(try tags() == ["garden": 1])
    try #require(try shell.run("undo").status == 0)
    #expect(try tags()["spring"] == 1)
    try shell.capture("rake", "--tag", "spring")
    #expect(try tags()["spring"] == 2)
  }

  /// F24: the new name counted as given up too, once nothing had it.
  @Test func `the name that a renaming gave is listed when nothing has it any more`() throws {
    try #require(try shell.run("tag", "rename", "spring", "garden").status == 0)
    try #require(try shell.run("delete", item).status == 0)
    #expect(try tags() == ["garden": 0])
  }
}
