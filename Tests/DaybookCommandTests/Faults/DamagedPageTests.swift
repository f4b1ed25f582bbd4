import Foundation
import Testing

/// A page of the data file is blank, an older one, or another one. `tools/damaged-pages` goes
/// through every page; here it is some of them.
struct DamagedPageTests {
  enum Kind: CaseIterable {
    case blank, stale, swapped
  }

  private static let commands = [
    ["list"], ["list", "--json"], ["log"], ["log", "--jsonl"], ["status"], ["conflicts"],
    ["today"], ["tag", "list"], ["bundle", "create", "-"], ["doctor"], ["capture", "more"],
    ["undo"], ["rebuild", "--dry-run"],
  ]

  /// Who gives back what is lost: another machine's store, a bundle, a backup.
  private static let sources = ["peer", "bundle", "backup"]
  /// Whether every page is damaged and every source mends it; here it is some, each mended by one.
  private static var isEveryPage: Bool {
    ProcessInfo.processInfo.environment["DAYBOOK_EVERY_PAGE"] != nil
  }

  private struct Repaired: Decodable {
    let sound: Bool
    let lost: Int
  }

  /// A5: no command ends by a signal, and repair brings everything back.
  @Test(arguments: Kind.allCases)
  func `a damaged page ends no command by a signal, and repair mends it`(kind: Kind) throws {
    let lab = try Lab()
    try Library.writeStore(lab("store"), commands: 16, eventsEach: 60)
    let old = try lab.read("store/data.mdb")
    try Library.writeStore(lab("store"), commands: 10, eventsEach: 60)
    try lab.done("store", "bundle", "create", lab("bundle"))
    try lab.done("store", "backup", "create", lab("backup"))
    try lab.begin("peer")
    try lab.done("peer", "merge", lab("bundle"))
    try lab.done("store", "list")
    let (whole, witness) = (try lab.read("store/data.mdb"), try lab.read("store/witness"))
    let fingerprint = try lab.status("store").fingerprint
    let list = try lab.done("store", "list", "--json")
    let log = try lab.log("store")
    for page in Self.pages(of: whole) {
      guard let damaged = Self.damaged(page, kind, whole, old) else { continue }
      let note: Comment = "page \(page) \(kind)"
      try lab.write(damaged, to: "store/data.mdb")
      let verified = try lab.run("store", "verify")
      for words in Self.commands {
        let outcome = try lab.start("store", words).wait()
        let isKnown = [0, 1, 2, 65, 66, 74, 75].contains { outcome.end == .status($0) }
        #expect(isKnown, "\(note) \(words): \(outcome.end) \(outcome.errors)")
        #expect(!outcome.errors.contains("mdb.c"), "\(note) \(words): \(outcome.errors)")
        if words[0] == "capture" || words[0] == "undo" {
          try lab.write(damaged, to: "store/data.mdb")
          try lab.write(witness, to: "store/witness")
        }
      }
      if verified.end == .status(0) {
        #expect(try lab.done("store", "list", "--json") == list, note)
        #expect(try lab.log("store") == log, note)
        continue
      }
      for source in Self.isEveryPage ? Self.sources : [Self.sources[page % 3]] {
        try lab.write(damaged, to: "store/data.mdb")
        try lab.write(witness, to: "store/witness")
        let outcome = try lab.run("store", "repair", "--from", lab(source), "--json")
        let note: Comment = "page \(page) \(kind) from \(source)"
        #expect(outcome.end == .status(0), "\(note): \(outcome.output) \(outcome.errors)")
        let repaired = try outcome.read(Repaired.self)
        #expect(repaired.sound && repaired.lost == 0, note)
        #expect(try lab.run("store", "verify").end == .status(0), note)
        #expect(try lab.status("store").fingerprint == fingerprint, note)
        #expect(try lab.log("store") == log, note)
        for name in try lab.contents("store").keys where name.hasPrefix("data-before-repair") {
          try FileManager.default.removeItem(atPath: lab("store/" + name))
        }
      }
    }
  }

  /// Every page, or some of each part of the file.
  private static func pages(of file: Data) -> [Int] {
    let count = file.count / Damage.pageSize
    if isEveryPage { return Array(0..<count) }
    return [0, 1] + Array(stride(from: 2, to: count, by: max(1, count / 5)))
  }

  private static func damaged(_ page: Int, _ kind: Kind, _ file: Data, _ old: Data) -> Data? {
    var damaged = file
    let count = file.count / Damage.pageSize
    switch kind {
    case .blank:
      Damage.replacePage(page, of: &damaged, with: Data(count: Damage.pageSize))
    case .stale:
      guard (page + 1) * Damage.pageSize <= old.count else { return nil }
      Damage.replacePage(page, of: &damaged, with: Damage.page(page, of: old))
    case .swapped:
      let other = page + 1 < count ? page + 1 : page - 1
      Damage.replacePage(page, of: &damaged, with: Damage.page(other, of: file))
      Damage.replacePage(other, of: &damaged, with: Damage.page(page, of: file))
    }
    return damaged == file ? nil : damaged
  }
}
