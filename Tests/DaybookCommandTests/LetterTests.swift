import Foundation
import Testing

/// F25.
struct LetterTests {
  @Test func `words are found across letters that no accent makes`() throws {
    let shell = try Shell()
    for title in ["Żółw", "smørrebrød", "Đà Nẵng", "Straße", "oeuvre", "zolwik"] {
      try shell.capture(title)
    }
    func found(_ words: String...) throws -> [String] {
      let document = try shell.run(["list", "--json"] + words).json()
      let items = try #require(document["items"] as? [[String: Any]])
      return items.compactMap { $0["title"] as? String }.sorted()
    }
    #expect(try found("zolw") == ["zolwik", "Żółw"])
    #expect(try found("ŻÓŁW") == ["zolwik", "Żółw"])
    #expect(try found("smorrebrod") == ["smørrebrød"])
    #expect(try found("da nang") == ["Đà Nẵng"])
    #expect(try found("strasse") == ["Straße"] && found("STRAẞE") == ["Straße"])
    #expect(try found("œuvre") == ["oeuvre"])
    try #require(try shell.run("deck", "new", "Polish").status == 0)
    try #require(
      try shell.run("card", "add", "Polish", "--front", "żółty", "--back", "yellow").status == 0)
    let cards = try shell.run("card", "list", "zolty", "--json").json()
    #expect(cards["total"] as? Int == 1)
  }

  @Test func `two tags that were two stay two`() throws {
    let shell = try Shell()
    try shell.capture("one", "--tag", "Łódź")
    try shell.capture("two", "--tag", "Lodz")
    let tags = try shell.run("tag", "list", "--json").json()["tags"] as? [[String: Any]]
    #expect(tags?.count == 2)
    let found = try shell.run("list", "tag:Łódź", "--json").json()
    #expect(found["total"] as? Int == 1)
  }
}
