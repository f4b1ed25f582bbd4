import DaybookInterchange
import DaybookSystem
import Foundation
import Testing

/// Packages that would do harm, given to the program: each is refused with status 65, and nothing
/// of it is left behind.
struct HostilePackageCommandTests {
  /// What is wrong with a package.
  enum Fault: String, CaseIterable {
    case cut, noCollection, noSQLite, wrongChecksum, locked, pathForName, listedPath
    case manyEntries, bomb, largeFile, wrongFile, newerVersion
  }

  private static let secret = "SECRET-5d1f"
  let shell: Shell

  init() throws { shell = try Shell() }

  private func file(_ name: String) -> String { "\(shell.path)/\(name)" }

  /// The entries of a good package with one note and one file.
  private func good() throws -> [(name: String, bytes: [UInt8])] {
    let seconds = 1_700_000_000
    let collection = AnkiCollection(
      createdSeconds: seconds, modifiedMilliseconds: seconds * 1_000)
    try AnkiPackageWriter.write(
      file("good.apkg"), .legacy2, collection, temporaryFolder: shell.path
    ) { contents in
      let type = AnkiNoteType(
        id: 7, name: "Basic", modifiedSeconds: seconds,
        fields: [AnkiField("Front"), AnkiField("Back")],
        templates: [AnkiTemplate("Card 1", question: "{{Front}}", answer: "{{Back}}")])
      try contents.add(type)
      let note = AnkiNote(
        id: 1, guid: "one", noteTypeID: 7, modifiedSeconds: seconds,
        fields: [Self.secret, "<img src=dot.png>"])
      let card = AnkiCard(
        id: 1, noteID: 1, deckID: 1, ordinal: 0, modifiedSeconds: seconds, due: 1)
      try contents.add(AnkiNoteEntry(note, cards: [AnkiNoteEntry.Card(card)]))
      try contents.add(media: "dot.png") { sink in try sink([1, 2, 3, 4]) }
    }
    let zip = try ZipReader(file("good.apkg"))
    return try zip.entries.map { ($0.name, try zip.bytes($0, limit: 1 << 30)) }
  }

  /// A package with a fault.
  private func write(_ fault: Fault, to path: String) throws {
    var entries = try good()
    func change(_ name: String, _ change: (inout [UInt8]) -> Void) {
      for index in entries.indices where entries[index].name == name {
        change(&entries[index].bytes)
      }
    }
    let zeros = [UInt8](repeating: 0, count: 64 << 20)
    switch fault {
    case .noCollection: entries.removeAll { $0.name.hasPrefix("collection") }
    case .noSQLite: change("collection.anki21") { $0 = Array(Self.secret.utf8) }
    case .pathForName: entries.append(("../\(Self.secret)", [1]))
    case .listedPath: change("media") { $0 = Array(#"{"0":"../dot.png"}"#.utf8) }
    case .newerVersion: change("meta") { $0 = [8, 9] }
    case .bomb: change("collection.anki21") { $0 = zeros }
    case .largeFile: change("0") { $0 = zeros + zeros }
    case .manyEntries: entries += (1...20_000).map { ("x\($0)", []) }
    case .wrongFile, .cut, .wrongChecksum, .locked: break
    }
    var writer = try ZipWriter(path)
    for (name, bytes) in entries {
      // What is large goes in small, as in a bomb.
      try writer.add(name, deflated: bytes.count > 1 << 20) { sink in try sink(bytes) }
    }
    try writer.finish()
    var bytes = try FileSystem.readFile(path, limit: 1 << 30)
    switch fault {
    case .cut: bytes.removeLast(bytes.count / 3)
    case .wrongChecksum, .wrongFile:
      bytes.replace([1, 2, 3, 4], with: [1, 2, 3, 5], maxReplacements: 1)
    case .locked:
      // The lowest bit of the flags, in the entry and in the list.
      for (mark, offset) in [([0x50, 0x4B, 3, 4] as [UInt8], 6), ([0x50, 0x4B, 1, 2], 8)] {
        for place in bytes.ranges(of: mark).map(\.lowerBound) { bytes[place + offset] |= 1 }
      }
    default: break
    }
    try FileSystem.writeFileAtomically(path, bytes)
  }

  @Test func `the good package is imported`() throws {
    _ = try good()
    let result = try shell.run("import", "anki", "good.apkg")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output == "Imported from good.apkg: 1 new, 1 card, 1 file.\n")
  }

  @Test(arguments: Fault.allCases, [false, true])
  func `a hostile package is refused whole`(fault: Fault, isDryRun: Bool) throws {
    try write(fault, to: file("bad.apkg"))
    let before = try FileManager.default.contentsOfDirectory(atPath: shell.path)
    let words = ["import", "anki", "bad.apkg"] + (isDryRun ? ["--dry-run"] : [])
    let result = try shell.run(words)
    #expect(result.status == 65, "\(result.errors)")
    #expect(result.errors.contains("bad.apkg can't be imported"))
    #expect(result.errors.contains("Nothing of it was imported"))
    #expect(!result.errors.contains(Self.secret) && !result.output.contains(Self.secret))
    let log = try shell.run("log", "--jsonl")
    #expect(log.status == 0 && log.output == "")
    let store = shell.path + "/.local/share/daybook"
    #expect(!FileManager.default.fileExists(atPath: store + "/media"))
    let after = try FileManager.default.contentsOfDirectory(atPath: shell.path)
    #expect(Set(after).subtracting(before).subtracting([".local"]).isEmpty)
  }
}
