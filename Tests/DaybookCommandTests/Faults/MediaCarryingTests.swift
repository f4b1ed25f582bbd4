import Foundation
import Testing

/// Files that notes show, carried from machine to machine by the commands people type.
struct MediaCarryingTests {
  private struct Files: Decodable {
    struct File: Decodable {
      let name: String
      let missing: Bool
    }

    let files: [File]
  }

  private struct Verdict: Decodable { let problems: [String] }

  private let lab: Lab
  private let picture = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0) })

  init() throws {
    lab = try Lab()
    try picture.write(to: URL(filePath: lab("map.png")))
    try Data("ping".utf8).write(to: URL(filePath: lab("ping.mp3")))
    try lab.done("a", "media", "add", lab("map.png"), lab("ping.mp3"))
  }

  private func missing(_ store: String) throws -> [String] {
    let outcome = try lab.run(store, "media", "list", "--json")
    return try outcome.read(Files.self).files.filter(\.missing).map(\.name)
  }

  /// The content of the file of a store that is as long as the picture.
  private func pictures(_ store: String) throws -> [Data] {
    let folder = URL(filePath: lab(store)).appending(path: "media")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return try (files?.allObjects as? [URL] ?? []).filter { !$0.hasDirectoryPath }
      .map { try Data(contentsOf: $0) }.filter { $0.count == picture.count }
  }

  @Test func `files go from one machine over a second to a third`() throws {
    let merged = try lab.done("b", "merge", lab("a"))
    #expect(merged.contains("2 files that notes show"))
    #expect(try missing("b") == [])
    try lab.done("b", "bundle", "create", lab("bundle"))
    #expect(try lab.done("b", "bundle", "show", lab("bundle")).contains("2 files"))
    try lab.done("c", "merge", lab("bundle"))
    #expect(try pictures("c") == [picture])
    #expect(try lab.status("c").fingerprint == lab.status("a").fingerprint)
    try lab.expectSound("c")
  }

  @Test func `a file that is not here is told of, and comes with the next merge`() throws {
    try FileManager.default.removeItem(atPath: lab("a") + "/media")
    try lab.done("b", "merge", lab("a"))
    #expect(try missing("b") == ["map.png", "ping.mp3"])
    #expect(try lab.done("b", "status").contains("2 files that notes show are not here"))
    let doctor = try lab.run("b", "doctor")
    #expect(doctor.end == .status(1))
    #expect(doctor.output.contains("Some files (2) that notes show are not here."))
    let verify = try lab.run("b", "verify", "--json")
    #expect(verify.end == .status(1))
    #expect(try verify.read(Verdict.self).problems.count == 2)
    let listed = try lab.done("b", "media", "list", "--missing")
    #expect(listed.contains("map.png") && listed.contains("not here"))
    // A backup is made all the same, and says what it lacks.
    let backup = try lab.run("b", "backup", "create", lab("backup"))
    #expect(backup.end == .status(0))
    #expect(backup.errors.contains("2 files"))
    try lab.done("a", "media", "add", lab("map.png"), lab("ping.mp3"))
    try lab.done("b", "merge", lab("a"))
    #expect(try missing("b") == [])
    try lab.expectSound("b")
  }

  @Test func `a damaged file is not taken over by a merge`() throws {
    let folder = URL(filePath: lab("a")).appending(path: "media")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    for case let file as URL in try #require(files) where !file.hasDirectoryPath {
      var content = try Data(contentsOf: file)
      guard content.count == picture.count else { continue }
      content[7] ^= 1
      try content.write(to: file)
    }
    try lab.done("b", "merge", lab("a"))
    #expect(try missing("b") == ["map.png"])
    #expect(try pictures("b") == [])
  }

  @Test func `a restored backup shows what the daybook showed`() throws {
    let said = try lab.done("a", "backup", "create", lab("backup"))
    #expect(said.contains("2 files"))
    try lab.done("again", "backup", "restore", lab("backup"))
    #expect(try pictures("again") == [picture])
    #expect(try missing("again") == [])
    try lab.expectSound("again")
  }

  @Test func `a name that is taken, unusable or for two files is refused`() throws {
    let taken = try lab.run("a", "media", "add", lab("ping.mp3"), "--name", "map.png")
    #expect(taken.end == .status(73))
    let path = try lab.run("a", "media", "add", lab("ping.mp3"), "--name", "../map.png")
    #expect(path.end == .status(64))
    let two = try lab.run("a", "media", "add", lab("map.png"), lab("ping.mp3"), "--name", "x")
    #expect(two.end == .status(64))
    let none = try lab.run("a", "media", "add", lab("nothing.png"))
    #expect(none.end == .status(66))
    try lab.done("a", "media", "add", lab("ping.mp3"), "--name", "map.png", "--replace")
    #expect(try pictures("a") == [picture])
    #expect(try lab.done("a", "media", "list") == "map.png  4 bytes\nping.mp3  4 bytes\n")
  }
}
