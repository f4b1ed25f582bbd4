import Foundation
import Testing

/// Files that notes show: how they come into cards, and travel with exports.
struct CarriedFilesTests {
  let shell: Shell

  init() throws {
    shell = try Shell()
    try Data([0x89, 0x50, 0x4E, 0x47]).write(to: URL(filePath: shell.path + "/map.png"))
    try shell.run("media", "add", "map.png")
    try shell.run("deck", "new", "Geography")
  }

  private var picture: String { #"Where is <b>this</b>? <img src="map.png">"# }

  private func missing(_ store: String) throws -> Int {
    let list = try shell.run("media", "list", "--missing", "--json", "--store", store).json()
    return try #require(list["files"] as? [Any]).count
  }

  /// F26.
  @Test func `a document takes the contents of files along`() throws {
    let written = try shell.run("export", "json", "all.json")
    #expect(written.status == 0 && written.errors == "")
    #expect(written.output.hasSuffix("to all.json, and 1 file to all.json.media.\n"))
    let imported = try shell.run("import", "json", "all.json", "--store", "b")
    #expect(imported.status == 0 && !imported.errors.contains("notes show"))
    #expect(try missing("b") == 0)
    let bytes = try Data(contentsOf: URL(filePath: shell.path + "/all.json"))
    try shell.run("export", "json", "again.json", "--store", "b")
    #expect(try Data(contentsOf: URL(filePath: shell.path + "/again.json")) == bytes)
  }

  /// F26.
  @Test func `what cannot be taken along is said`() throws {
    let piped = try shell.run("export", "json", "-")
    #expect(piped.errors.contains("1 file that notes show can't lie beside standard output"))
    let result = try shell.run("import", "json", "-", "--store", "b", input: piped.output)
    #expect(result.errors.contains("1 file that notes show isn't beside it"))
    #expect(try missing("b") == 1)
    let onward = try shell.run("export", "json", "b.json", "--store", "b")
    #expect(onward.errors.contains("1 file that notes show isn't here and was left out"))
    // A content that is not what it should be is not taken.
    try shell.run("export", "json", "all.json")
    let folder = shell.path + "/all.json.media/"
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
    try Data([1, 2, 3, 4]).write(to: URL(filePath: folder + name))
    let damaged = try shell.run("import", "json", "all.json", "--store", "b")
    #expect(damaged.status == 0 && damaged.errors.contains("1 file that notes show isn't beside"))
    #expect(try missing("b") == 1)
    // The next export mends nothing that has the right length; a new folder does.
    try FileManager.default.removeItem(atPath: folder)
    try shell.run("export", "json", "all.json")
    try shell.run("import", "json", "all.json", "--store", "b")
    #expect(try missing("b") == 0)
  }

  /// F27.
  @Test func `a card made here can show a picture, everywhere`() throws {
    let added = try shell.run(
      "card", "add", "Geography", "--html", "--front", picture, "--back", "Italy", "--json")
    let id = try shell.id(added)
    let shown = try shell.run("show", id).output
    #expect(shown.contains("Where is this?") && !shown.contains("<b>"))
    let package = try shell.run("export", "anki", "a.apkg")
    #expect(package.output == "Wrote 1 note, 1 card, 0 reviews, 1 file to a.apkg.\n")
    try shell.run("import", "anki", "a.apkg", "--store", "b")
    #expect(try missing("b") == 0)
    let edited = try shell.run("card", "edit", id, "--html", "--back", "<i>Italy</i> or not")
    #expect(edited.status == 0)
    #expect(try shell.run("show", id).output.contains("Italy or not"))
    #expect(try shell.run("media", "--help").output.contains("card add Geography --html"))
  }

  /// F27.
  @Test func `what was meant literally stays literal`() throws {
    let text = #"What does <img src="map.png"> do?"#
    let id = try shell.id(
      shell.run("card", "add", "Geography", "--front", text, "--back", "< & >", "--json"))
    #expect(try shell.run("show", id).output.contains(text))
    let package = try shell.run("export", "anki", "a.apkg")
    #expect(package.output == "Wrote 1 note, 1 card, 0 reviews, 0 files to a.apkg.\n")
    try shell.run("import", "anki", "a.apkg", "--store", "b")
    let cards = try shell.run("card", "list", "--json", "--store", "b").json()["cards"]
    #expect((cards as? [[String: Any]])?.first?["front"] as? String == text)
    let refused = try shell.run("card", "edit", id, "--html", "--back", "<b>x</b>")
    #expect(refused.status == 64)
  }
}
