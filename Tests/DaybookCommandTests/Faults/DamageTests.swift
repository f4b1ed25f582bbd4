import Foundation
import Testing

/// Data files that are too short, or something else altogether.
struct DamageTests {
  private static let secret = "secret words of a note"

  private static let commands = [
    ["capture", "more"], ["list"], ["list", "--json"], ["show", "0000"], ["log", "--jsonl"],
    ["status"], ["conflicts"], ["rebuild"], ["bundle", "create", "-"],
  ]

  @Test func `a truncated data file is refused by every command and stays as it is`() throws {
    let lab = try Lab()
    for number in 0..<20 { try lab.capture("sound", "\(Self.secret) \(number)", "--tag", "t") }
    try lab.capture("other", "from elsewhere")
    let whole = try lab.read("sound/data.mdb")
    for length in [0, 1, 100, 4_096, 8_191, 8_192, whole.count / 2, whole.count - 4_096] {
      let store = "short\(length)"
      try lab.copy("sound", to: store)
      try lab.write(whole.prefix(length), to: store + "/data.mdb")
      try expectRefused(lab, store, "cut to \(length) bytes")
      let merged = try lab.run("other", "merge", lab(store))
      merged.expectRefusal(1, 65, note: "merging a store cut to \(length) bytes")
      #expect(try lab.list("other").total == 1)
    }
    try lab.expectSound("other")
  }

  @Test func `a foreign data file is refused by every command and stays as it is`() throws {
    let lab = try Lab()
    try lab.capture("sound", Self.secret)
    let database = Data("SQLite format 3\u{0}".utf8) + Data(repeating: 0x11, count: 20_000)
    let text = Data(String(repeating: "Dear diary, \(Self.secret)\n", count: 900).utf8)
    let noise = Data((0..<9_000).map { UInt8(truncatingIfNeeded: $0 &* 197 &+ $0 >> 3) })
    for (name, data) in [
      ("text", text), ("database", database), ("noise", noise),
      ("zeros", Data(repeating: 0, count: 8_192)),
    ] {
      try lab.copy("sound", to: name)
      try lab.write(data, to: name + "/data.mdb")
      try expectRefused(lab, name, "replaced by \(name)")
    }
  }

  @Test func `a damaged store that is merged ends only the process that reads it`() throws {
    let lab = try Lab()
    try Library.writeStore(lab("store"), commands: 30, eventsEach: 100)
    let whole = try lab.read("store/data.mdb")
    let ids = Set(try lab.list("store").items.map(\.id))
    let page = 4_096
    for start in stride(from: 2 * page, to: whole.count - page, by: page * 23) {
      try lab.copy("store", to: "damaged")
      var bytes = whole
      bytes.replaceSubrange(start..<start + page, with: Data(repeating: 0xA5, count: page))
      try lab.write(bytes, to: "damaged/data.mdb")
      let outcome = try lab.run("taker", "merge", lab("damaged"))
      let isWhole = outcome.end == .status(0)
      if !isWhole { outcome.expectRefusal(1, 65, note: "page \(start / page) spoiled") }
      #expect(!outcome.errors.contains("item "), "\(outcome.errors)")
      #expect(try lab.run("taker", "verify").end == .status(0))
      #expect(Set(try lab.list("taker").items.map(\.id)).isSubset(of: ids))
      try FileManager.default.removeItem(atPath: lab("damaged"))
    }
    let rest = try lab.run("taker", "merge", lab("store"))
    #expect(rest.end == .status(0), "\(rest.errors)")
    #expect(try lab.status("taker").fingerprint == lab.status("store").fingerprint)
  }

  @Test func `the end of the process that checks a store shows nothing of what it holds`() throws {
    let lab = try Lab()
    for number in 0..<200 { try lab.capture("store", "\(Self.secret) \(number)") }
    let whole = try lab.read("store/data.mdb")
    try lab.write(whole.prefix(whole.count / 2), to: "store/data.mdb")
    let outcome = try lab.run("store", "verify", "--json")
    #expect(outcome.end == .status(1))
    #expect(try outcome.read(VerifyDocument.self).problems.count == 1)
    #expect(!outcome.errors.contains("rax") && !outcome.errors.contains("Backtrac"))
    #expect(!(outcome.errors + outcome.output).contains("secret"))
  }

  private func expectRefused(_ lab: Lab, _ store: String, _ note: Comment) throws {
    let before = try lab.contents(store)
    for words in Self.commands {
      let outcome = try lab.start(store, words).wait()
      outcome.expectRefusal(65, note: "\(words), \(note): \(outcome.end) \(outcome.errors)")
      #expect(!(outcome.errors + outcome.output).contains("secret"), note)
    }
    let verified = try lab.run(store, "verify")
    #expect(verified.end == .status(1) || verified.end == .status(65), note)
    #expect(!(verified.errors + verified.output).contains("secret"), note)
    #expect(try lab.contents(store) == before, "something was written: \(note)")
  }
}
