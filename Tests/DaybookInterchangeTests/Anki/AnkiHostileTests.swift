import DaybookCompression
import DaybookInterchange
import DaybookSQLite
import DaybookSystem
import Foundation
import TestSupport
import Testing

/// Packages that are damaged, or made to harm who reads them. Each is refused as a whole, in plain
/// terms, and leaves nothing behind.
struct AnkiHostileTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test(arguments: [AnkiPackageVersion.latest, .legacy2])
  func `a package cut anywhere is refused`(version: AnkiPackageVersion) throws {
    try WholePackage.rich().write(folder("a.apkg"), version, in: folder)
    let bytes = try FileSystem.readFile(folder("a.apkg"), limit: 1 << 20)
    for end in stride(from: 0, to: bytes.count, by: 1_000) {
      try FileSystem.writeFileAtomically(folder("a.apkg"), Array(bytes[..<end]))
      #expect(throws: AnkiPackageError.self) { try WholePackage(folder("a.apkg"), in: folder) }
    }
    #expect(try folder.names() == ["a.apkg"])
  }

  @Test func `damage is refused or read, and never the end of the program`() throws {
    let good = try HostilePackage(in: folder)
    let collection = try #require(good["collection.anki21"])
    var random = SeededGenerator(seed: 21)
    var refused = 0
    for _ in 0..<400 {
      var bad = good
      var bytes = collection
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      bad["collection.anki21"] = bytes
      if try bad.refusal() != nil { refused += 1 }
    }
    #expect(refused > 50)
    #expect(try folder.names() == ["bad.apkg"])
  }

  @Test func `bombs are refused early`() throws {
    let zeros = [UInt8](repeating: 0, count: 100 << 20)
    var bad = try HostilePackage(in: folder, .rich(), .latest)
    bad["collection.anki21b"] = try CompressionMethod.zstd.packed(zeros)
    #expect(try bad.refusal() == .container(.expandsTooMuch(entry: "collection.anki21b")))
    bad = try HostilePackage(in: folder, .rich(), .latest)
    bad["media"] = try CompressionMethod.zstd.packed(zeros)
    #expect(try bad.refusal() == .container(.expandsTooMuch(entry: "media")))
    bad = try HostilePackage(in: folder, .rich(), .latest)
    bad["0"] = try CompressionMethod.zstd.packed(zeros)
    #expect(try bad.refusal() == .mediaChanged(position: 0))
    var limits = AnkiLimits()
    limits.collectionSize = 100_000
    bad = try HostilePackage(in: folder, .rich(), .latest)
    let tooLarge = AnkiPackageError.container(
      .entryTooLarge(entry: "collection.anki21b", limit: 100_000))
    let found = try bad.refusal(limits)
    #expect(found == tooLarge)
    let zip = HostileZip(entries: [
      try HostileZip.Entry("collection.anki2", zeros, deflated: true)
    ])
    try FileSystem.writeFileAtomically(folder("bad.apkg"), zip.bytes)
    #expect(
      throws: AnkiPackageError.container(.expandsTooMuch(entry: "collection.anki2"))
    ) { try WholePackage(folder("bad.apkg"), in: folder) }
  }

  @Test func `a newer version is named, and its notice is no note`() throws {
    var bad = try HostilePackage(in: folder)
    bad["meta"] = [8, 4]
    #expect(try bad.refusal() == .newerVersion(4))
    bad["meta"] = [8]
    #expect(try bad.refusal() == .unreadableEntry("meta"))
    bad["meta"] = [8, 3]
    #expect(try bad.refusal() == .onlyNotice)
    bad["meta"] = nil
    bad["collection.anki21"] = nil
    #expect(try bad.refusal() == .onlyNotice)
    bad["collection.anki2"] = nil
    #expect(try bad.refusal() == .noCollection)
    bad = try HostilePackage(in: folder)
    try bad.change("UPDATE col SET ver = 19")
    #expect(try bad.refusal() == .newerCollection(19))
  }

  @Test(.enabled(if: !SampleFiles.areMissing, "the samples stand beside the working copy"))
  func `the notice that Anki writes is known`() throws {
    var bad = try HostilePackage(in: folder)
    let sample = try #require(SampleFiles.folder).appending(path: "anki/modern_full.apkg").path
    let zip = try ZipReader(sample)
    let notice = try zip.bytes(try #require(zip["collection.anki2"]), limit: 1 << 20)
    bad.entries = [("collection.anki2", notice)]
    #expect(try bad.refusal() == .onlyNotice)
  }

  @Test func `a collection that acts by itself is refused`() throws {
    let schemas: [(statements: [String], name: String)] = [
      (["CREATE VIEW spy AS SELECT 1"], "spy"),
      (["ALTER TABLE notes RENAME TO n", "CREATE VIEW notes AS SELECT * FROM n"], "notes"),
      (["CREATE TRIGGER t AFTER INSERT ON notes BEGIN DELETE FROM cards; END"], "t"),
      (["CREATE VIRTUAL TABLE v USING fts5(a)"], "v"),
      (["ALTER TABLE cards ADD COLUMN x GENERATED ALWAYS AS (id + 1)"], "cards"),
    ]
    for (statements, name) in schemas {
      var bad = try HostilePackage(in: folder)
      for statement in statements { try bad.change(statement) }
      #expect(try bad.refusal() == .collection(.activeSchema(name: name)), "\(statements)")
    }
  }

  @Test func `a collection without what it needs is refused`() throws {
    var bad = try HostilePackage(in: folder)
    try bad.change("DROP TABLE revlog")
    #expect(try bad.refusal() == .collection(.missing(table: "revlog", column: nil)))
    bad = try HostilePackage(in: folder)
    try bad.change("ALTER TABLE notes RENAME COLUMN guid TO gu")
    #expect(try bad.refusal() == .collection(.missing(table: "notes", column: "guid")))
    bad = try HostilePackage(in: folder)
    try bad.change("CREATE TABLE c AS SELECT * FROM cards", "DROP TABLE cards")
    try bad.change("ALTER TABLE c RENAME TO cards")
    #expect(try bad.refusal() == .collection(.missing(table: "cards", column: "id")))
    bad = try HostilePackage(in: folder)
    try bad.change("DELETE FROM col")
    #expect(try bad.refusal() == .collection(.missing(table: "col", column: nil)))
    bad = try HostilePackage(in: folder)
    try bad.change("UPDATE col SET models = '{\"1\":'")
    #expect(try bad.refusal() == .unreadableRow(table: "models", id: 1))
    try bad.change("UPDATE col SET models = '{\"7\":{\"id\":7}}'")
    #expect(try bad.refusal() == .unreadableRow(table: "models", id: 7))
    bad = try HostilePackage(in: folder)
    bad["collection.anki21"] = Array("SQLite format 3\0 but no more of it".utf8)
    #expect(try bad.refusal() == .collection(.damaged))
  }

  @Test func `a value without bounds is refused`() throws {
    var bad = try HostilePackage(in: folder)
    try bad.change("UPDATE notes SET flds = printf('%.*c', 3000000, 'x') WHERE rowid % 2")
    var limits = AnkiLimits()
    limits.valueSize = 2_000_000
    #expect(try bad.refusal(limits) == .collection(.valueTooLong))
    #expect(try bad.read().problems.contains { $0.kind == .tooLarge })
  }

  @Test(arguments: ["../x.png", "/etc/passwd", "a/b", "..\\x", "..", "a\0b"])
  func `a file with a path for a name is refused`(name: String) throws {
    var bad = try HostilePackage(in: folder)
    let list = JSONObject([("0", .string("ok.png")), ("1", .string(name))])
    bad["media"] = JSONValue.object(list).bytes
    #expect(try bad.refusal() == .mediaPath(position: 1))
    #expect(try folder.names() == ["bad.apkg"])
  }

  @Test func `a file that is not the listed one is refused`() throws {
    var bad = try HostilePackage(in: folder, .rich(), .latest)
    bad["0"] = try CompressionMethod.zstd.packed(Array("something else".utf8))
    #expect(try bad.refusal() == .mediaChanged(position: 0))
    bad["0"] = [1, 2, 3]
    #expect(try bad.refusal() == .container(.damaged(entry: "0")))
  }
}
