import Daybook
import DaybookEvents
import DaybookInterchange
import DaybookSQLite
import DaybookSystem
import TestSupport
import Testing

/// Files of packages.
struct AnkiMediaImportTests {
  private let folder: ScratchFolder
  private let machine: ImportMachine
  private let package = WholePackage.rich()

  init() throws {
    folder = try ScratchFolder()
    machine = try ImportMachine()
  }

  private func content(_ name: String) throws -> [UInt8]? {
    try machine.store.mediaPath(named: name).map { try FileSystem.readFile($0, limit: 1 << 20) }
  }

  @Test func `files are kept by their content, and named as notes call them`() throws {
    try machine.importPackage(package, in: folder)
    for (name, bytes) in package.media { #expect(try content(name) == bytes, "\(name)") }
    #expect(try machine.store.strayMedia() == [])
  }

  @Test func `another content under a name that is taken gets a name of its own`() throws {
    try machine.store.addMedia([1, 2, 3], named: "dot.png")
    let outcome = try machine.importPackage(package, in: folder)
    #expect(outcome.fileCount == 4)
    #expect(try content("dot.png") == [1, 2, 3])
    let field = try machine.note(package.entries[0].note.guid).fields[0].string
    let names = MediaReferences.names(in: field)
    let name = try #require(names.first)
    #expect(names.count == 1 && name.hasPrefix("dot-") && name.hasSuffix(".png"))
    #expect(try content(name) == package.media["dot.png"])
    // The same once more finds it under that name, and writes nothing.
    let events = try machine.eventCount
    let again = try machine.importPackage(package, in: folder)
    #expect(try machine.eventCount == events && again.fileCount == 0)
    #expect(again.report.duplicate == 12)
    // It goes out under a name that Anki takes.
    #expect(try machine.exported(in: folder).media[name] == package.media["dot.png"])
  }

  @Test func `a file that is listed and not there is told, and the rest comes in`() throws {
    var broken = try HostilePackage(in: folder, package, .legacy2)
    let list = try #require(broken["media"])
    let position = String(decoding: list, as: UTF8.self).split(separator: "\"")
      .dropFirst().first.map(String.init)
    broken[try #require(position)] = nil
    try broken.write(folder("broken.apkg"))
    let outcome = try machine.importPackage(folder("broken.apkg"), in: folder)
    #expect(outcome.problems.map(\.kind) == [.missing])
    #expect(outcome.fileCount == 3 && outcome.report.new == 12 && outcome.report.skipped == 0)
  }

  @Test func `of a package with a damaged file nothing is imported`() throws {
    let broken = try HostilePackage(in: folder, package, .legacy2)
    var first = try #require(broken["0"])
    if first.isEmpty { first = try #require(broken["1"]) }
    try broken.write(folder("broken.apkg"), damaging: first)
    #expect(throws: AnkiPackageError.self) {
      try machine.importPackage(folder("broken.apkg"), in: folder)
    }
    #expect(try machine.eventCount == 0)
    #expect(try machine.mediaPaths == [])
  }

  @Test func `of a package with a value beyond bounds nothing is imported`() throws {
    var bad = try HostilePackage(in: folder, WholePackage.rich(notes: 2_500), .legacy2)
    try bad.change(
      "UPDATE notes SET flds = printf('%.*c', 3000000, 'x') WHERE id = (SELECT max(id) FROM notes)")
    try bad.write(folder("bad.apkg"))
    var limits = AnkiLimits()
    limits.valueSize = 2_000_000
    #expect(throws: AnkiPackageError.collection(.valueTooLong)) {
      let package = try AnkiPackage(
        folder("bad.apkg"), limits, temporaryFolder: folder.path)
      _ = try AnkiImport(package, fileName: "bad.apkg").run(machine.store, ImportOptions())
    }
    #expect(try machine.eventCount == 0)
    // By its length alone a note is passed over, and the others come in.
    let outcome = try machine.importPackage(folder("bad.apkg"), in: folder)
    #expect(outcome.report.new == 2_499 && outcome.report.skipped == 1)
  }
}
