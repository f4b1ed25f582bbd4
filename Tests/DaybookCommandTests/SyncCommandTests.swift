import Daybook
import Foundation
import Testing

/// Machines that keep in step through a folder, as people do it: rows S3-25, S3-43, S3-57 and S3-58
/// of the acceptance table.
struct SyncCommandTests {
  private struct Remotes: Decodable {
    struct Remote: Decodable {
      let name: String
      let state: String
      let pendingUpload: Int?
      let attempts: Int?
      let sent: Int?
      let applied: Int?
      let problem: String?
    }

    let remotes: [Remote]
  }

  private func status(_ lab: Lab, _ store: String) throws -> Remotes.Remote {
    let outcome = try lab.run(store, "status", "--json")
    return try #require(try outcome.read(Remotes.self).remotes.first)
  }

  /// Two machines and a folder.
  private func household() throws -> Lab {
    let lab = try Lab()
    for store in ["ada", "ben"] {
      try lab.begin(store)
      try lab.done(store, "remote", "add", "shared", lab("shared"))
    }
    return lab
  }

  @Test
  func `a service runs the watch, whatever the folder is called`() throws {
    let lab = try Lab()
    try lab.begin("my \"notes\" 100%")
    let outcome = try lab.run("my \"notes\" 100%", "sync", "stick", "--install-service")
    #expect(outcome.end == .status(0) && outcome.errors.contains("daybook-sync"))
    #if os(Linux)
      let store = lab("my \\\"notes\\\" 100%%")
      let line = outcome.output.split(separator: "\n").first { $0.hasPrefix("ExecStart=") }
      #expect(line?.hasSuffix("\"sync\" \"--watch\" \"--store\" \"\(store)\" \"stick\"") == true)
    #endif
  }

  @Test
  func `what is made offline is there at once, pending, and synced once there is a way`() throws {
    let lab = try household()
    try lab.done("ada", "sync")
    try FileManager.default.moveItem(atPath: lab("shared"), toPath: lab("away"))
    try lab.capture("ada", "Buy milk")
    #expect(try lab.list("ada").items.map(\.title) == ["Buy milk"])
    let outcome = try lab.run("ada", "sync")
    #expect(outcome.end == .status(75))
    #expect(outcome.errors.contains("Your changes are saved and will sync when it is back."))
    #expect(try status(lab, "ada").state == "pending")
    #expect(try status(lab, "ada").pendingUpload == 1)
    try lab.run("ada", "sync")
    try lab.run("ada", "sync")
    let offline = try status(lab, "ada")
    #expect(offline.state == "offline" && offline.attempts == 3)
    try FileManager.default.moveItem(atPath: lab("away"), toPath: lab("shared"))
    try lab.done("ada", "sync")
    let synced = try status(lab, "ada")
    #expect(synced.state == "synced" && synced.attempts == 0 && synced.pendingUpload == 0)
    try lab.done("ben", "sync")
    #expect(try lab.list("ben").items.map(\.title) == ["Buy milk"])
    #expect(try lab.status("ada").fingerprint == lab.status("ben").fingerprint)
  }

  @Test
  func `of two titles the later one shows on both machines, and the other is one command away`()
    throws
  {
    let lab = try household()
    let id = try lab.capture("ada", "Milk")
    try lab.done("ada", "sync")
    try lab.done("ben", "sync")
    try lab.done("ada", "edit", id, "--title", "Buy milk")
    try lab.done("ben", "edit", id, "--title", "Buy milk and eggs")
    try lab.done("ben", "sync")
    #expect(try lab.run("ada", "sync").end == .status(3))
    #expect(try lab.run("ben", "sync").end == .status(3))
    for store in ["ada", "ben"] {
      #expect(try lab.list(store).items.map(\.title) == ["Buy milk and eggs"])
      #expect(try lab.run(store, "conflicts").output.contains("Buy milk\u{20}"))
    }
    #expect(try lab.status("ada").fingerprint == lab.status("ben").fingerprint)
  }

  @Test
  func `what would delete much is not taken over unasked, and the machine goes on`() throws {
    let lab = try household()
    let ids = try (0..<10).map { try lab.capture("ada", "item \($0)") }
    try lab.done("ada", "sync")
    try lab.done("ben", "sync")
    for id in ids { try lab.done("ben", "delete", id) }
    try lab.done("ben", "sync")
    let outcome = try lab.run("ada", "sync")
    #expect(outcome.end == .status(75), "\(outcome.errors)")
    #expect(try lab.list("ada").items.count == 10)
    try lab.done("ada", "sync", "--yes")
    #expect(try lab.list("ada").items.isEmpty)
    // A merge that came by sync is undone as one, by its name, like any other.
    let said = try lab.run("ada", "undo").errors
    let merge = try #require(said.firstMatch(of: /merge (m\d+), of shared/))
    try lab.done("ada", "undo", String(merge.1), "--yes")
    #expect(try lab.list("ada").items.count == 10)
  }

  @Test
  func `a remote is named once, listed and forgotten, and a folder in use is refused`() throws {
    let lab = try household()
    #expect(try lab.run("ada", "remote", "add", "shared", lab("other")).end == .status(1))
    #expect(try lab.run("ada", "remote", "add", "a/b", lab("other")).end == .status(64))
    #expect(try lab.run("ada", "remote", "add", "web", "https://example.org").end == .status(64))
    #expect(try lab.run("ada", "remote", "add", "store", lab("ben")).end == .status(65))
    #expect(try lab.run("ada", "sync", "nowhere").end == .status(2))
    #expect(try lab.done("ada", "remote", "list").contains("shared"))
    try lab.done("ada", "remote", "remove", "shared")
    #expect(try lab.done("ada", "remote", "list").contains("shared") == false)
    #expect(try lab.run("ada", "sync").errors.contains("no remotes yet"))
  }

  @Test
  func `two machines that are watched keep in step, and rest when nothing changes`() throws {
    let lab = try household()
    let running = try ["ada", "ben"].map { try lab.start($0, ["sync", "--watch"]) }
    defer { running.forEach { $0.end() } }
    func wait(until isDone: () throws -> Bool) throws {
      for _ in 0..<200 {
        if try isDone() { return }
        usleep(50_000)
      }
      Issue.record("it did not come about")
    }
    for (number, store) in ["ada", "ben", "ada"].enumerated() {
      try lab.capture(store, "item \(number)")
    }
    try wait { try lab.list("ada").items.count == 3 && lab.list("ben").items.count == 3 }
    try wait { try lab.status("ada").fingerprint == lab.status("ben").fingerprint }
    let file = lab("ada/data.mdb")
    func written() throws -> Date {
      try #require(
        try FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date)
    }
    // Once the last round is over nothing is written any more.
    var last = try written()
    try wait {
      usleep(700_000)
      defer { last = (try? written()) ?? last }  // the file is there
      return try written() == last
    }
    try FileManager.default.moveItem(atPath: lab("shared"), toPath: lab("away"))
    try lab.capture("ada", "item 3")
    try wait { try status(lab, "ada").attempts ?? 0 > 0 }
    try FileManager.default.moveItem(atPath: lab("away"), toPath: lab("shared"))
    try wait { try lab.list("ben").items.count == 4 }
  }

  @Test
  func `a bundle since a remote holds what that lacks, and no more`() throws {
    let lab = try household()
    try lab.capture("ada", "Buy milk")
    try lab.done("ada", "sync")
    try lab.done("ben", "sync")
    try lab.capture("ada", "Water the plants")
    let file = lab("news.bundle")
    let said = try lab.done(
      "ada", "bundle", "create", file, "--since-remote", "shared", "--no-media")
    #expect(said.contains("Wrote 1 event"))
    try lab.done("ben", "merge", file)
    #expect(try lab.status("ada").fingerprint == lab.status("ben").fingerprint)
    #expect(
      try lab.run("ada", "bundle", "create", file, "--since-remote", "x").end == .status(2))
  }

  @Test
  func `a dry run says what would come, and changes nothing anywhere`() throws {
    let lab = try household()
    try lab.capture("ada", "Buy milk")
    try lab.done("ada", "sync")
    try lab.capture("ben", "Water the plants")
    let before = try FileManager.default.subpathsOfDirectory(atPath: lab("shared")).sorted()
    #expect(try lab.done("ben", "sync", "--dry-run").contains("1 new event would be taken over"))
    #expect(try lab.list("ben").items.map(\.title) == ["Water the plants"])
    #expect(
      try FileManager.default.subpathsOfDirectory(atPath: lab("shared")).sorted() == before)
  }
}
