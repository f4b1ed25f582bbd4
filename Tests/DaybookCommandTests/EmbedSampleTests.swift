import Foundation
import Testing

/// The sample package of a program with a daybook inside.
///
/// Its program is built within this package too, and sees no more of it than a stranger would:
/// that proves that what is public is enough. Building it as a package of its own takes minutes
/// and is done by `tools/embed-check`. What a program that takes the library makes the package
/// manager build is read from the manifest here.
struct EmbedSampleTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let program = program("ReadingList")

  private static func program(_ name: String) -> String {
    URL(filePath: Shell.executable).deletingLastPathComponent()
      .appending(path: name).path(percentEncoded: false)
  }

  @Test func `the sample does what it says, and the same in every run`() throws {
    let shell = try Shell()
    let runs = try (0..<2).map { _ in try shell.start(Self.program, [], "", [:]) }
    #expect(runs[0].status == 0, "\(runs[0].errors)")
    #expect(runs[0].output == runs[1].output)
    let lines = runs[0].lines
    #expect(lines.contains("refused what had not seen the other device's change"))
    #expect(lines.last?.wholeMatch(of: #/\d+ events, fingerprint [0-9a-f]{16}/#) != nil)
  }

  @Test func `a sample computes minutes by tag and week from cards that we keep`() throws {
    let shell = try Shell()
    try shell.run("deck", "new", "Words")
    for word in ["one", "two"] {
      let card = try shell.run(
        "card", "add", "Words", "--front", word, "--back", word, "--json")
      let id = try shell.id(card)
      let answer = try shell.run("review", "--answer", id, "good", "--seconds", "90")
      #expect(answer.status == 0, "\(answer.errors)")
    }
    let store = shell.path + "/.local/share/daybook"
    let run = try shell.start(Self.program("StudyMinutes"), [store], "", [:])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.lines.first == "untagged: 3 min in 2 cards and weeks")
    #expect(
      run.lines.last?.wholeMatch(of: #/  week of \d{4}-\d\d-\d\d  \d+ min/#) != nil)
  }

  @Test func `a sample keeps events of its own kinds, and daybook shows them`() throws {
    let shell = try Shell()
    let store = shell.path + "/store"
    func log(_ words: String...) throws -> ShellResult {
      let run = try shell.start(Self.program("ReadingLog"), [store] + words, "", [:])
      #expect(run.status == 0, "\(run.errors)")
      return run
    }
    let id = try #require(try log("start", "Gora", "320").lines.first)
    _ = try log("start", "Dom", "80")
    _ = try log("read", id, "120")
    #expect(
      try log().lines.first == "open: 2 books, 280 pages left")
    let shown = try shell.run("show", id, "--store", store)
    #expect(shown.lines.contains { $0.hasPrefix("org.example.reading/book ") })
    #expect(shown.lines.contains("page  120"))
    let entries = try shell.run("log", "--store", store).output
    #expect(entries.contains("read (org.example.reading/book)"))
    let (first, again) = (shell.path + "/first.json", shell.path + "/again.json")
    try shell.run("export", "json", first, "--store", store)
    try shell.run("import", "json", first, "--store", shell.path + "/other")
    let total = try shell.run("export", "json", again, "--store", shell.path + "/other")
    #expect(total.status == 0, "\(total.errors)")
    let texts = try [first, again].map { try String(contentsOfFile: $0, encoding: .utf8) }
    #expect(texts[0] == texts[1] && texts[0].contains("\"page\": 120"))
    _ = try log("read", id, "320")
    #expect(try log().lines.first == "finished: 1 books, 0 pages left")
    _ = try shell.run("undo", "--store", store)
    #expect(try log().lines.first == "open: 2 books, 280 pages left")
  }

  @Test func `the library needs nothing that only the command needs`() throws {
    let scratch = try Shell()
    let description = try scratch.start(
      "/usr/bin/env",
      [
        "swift", "package", "--package-path", Self.root.path(percentEncoded: false),
        "--scratch-path", scratch.path + "/build", "dump-package",
      ], "", ProcessInfo.processInfo.environment)
    let manifest = try Manifest(description.json())
    #expect(
      manifest.needs(ofProduct: "Daybook") == [
        "CLMDB", "CSystem", "LMDB", "DaybookSystem", "DaybookText", "DaybookEvents",
        "DaybookMigrations", "DaybookLog", "DaybookScheduler", "Daybook", "Crypto",
      ])
    #expect(manifest.needs(ofProduct: "daybook").contains("ArgumentParser"))
    #expect(manifest.needs(ofProduct: "daybook-interchange").contains("Yams"))
  }
}

/// What depends on what, as the package manager reads it.
private struct Manifest {
  private var targets: [String: [String]] = [:]
  private var products: [String: [String]] = [:]

  init(_ json: [String: Any]) throws {
    for product in try #require(json["products"] as? [[String: Any]]) {
      let name = try #require(product["name"] as? String)
      products[name] = try #require(product["targets"] as? [String])
    }
    for target in try #require(json["targets"] as? [[String: Any]]) {
      let name = try #require(target["name"] as? String)
      let needed = try #require(target["dependencies"] as? [[String: [Any?]]])
      targets[name] = needed.compactMap { $0.values.first?.first as? String }
    }
  }

  /// The targets, and the products of other packages, that a product is built from.
  func needs(ofProduct name: String) -> Set<String> {
    var found: Set<String> = []
    var open = products[name] ?? []
    while let next = open.popLast() {
      if found.insert(next).inserted { open += targets[next] ?? [] }
    }
    return found
  }
}
