import Daybook
import DaybookEvents
import Foundation
import Synchronization
import Testing

/// F17: machines in Warsaw and New York write two seconds apart.
struct ZoneTests {
  private let shell: Shell
  private let item: String

  /// The laptop in Warsaw writes at 14:00:00, the phone in New York at 8:00:02, which is later.
  init() throws {
    let shell = try Shell()
    self.shell = shell
    let now = Mutex<Int64>(1_768_482_000_000)
    func store(_ name: String, _ offsetMinutes: Int) throws -> Store {
      var options = StoreOptions(replicaName: name)
      options.now = { now.withLock { $0 } }
      options.offsetMinutes = { _ in offsetMinutes }
      return try Store.open(at: "\(shell.path)/\(name)", options: options)
    }
    func carry(_ source: Store, _ target: Store) throws {
      let bundle = "\(shell.path)/\(UUID())"
      try source.createBundle(at: bundle)
      _ = try target.mergeBundle(at: bundle)
    }
    let (laptop, phone) = (try store("laptop", 60), try store("phone", -300))
    var change = ItemChange()
    change.title = "first"
    let item = try laptop.capture(change)
    self.item = item.handleDigits
    try carry(laptop, phone)
    for (store, title) in [(laptop, "older"), (phone, "newer")] {
      change.title = Text(title)
      try store.edit(item, change)
      now.withLock { $0 += 2000 }
    }
    try carry(phone, laptop)
  }

  @discardableResult
  private func shown(_ words: String..., in zone: String = "Europe/Warsaw") throws -> ShellResult {
    let store = ["--store", "\(shell.path)/laptop"]
    let result = try shell.run(words + store, environment: ["TZ": zone])
    #expect(result.status == 0, "\(result.errors)")
    return result
  }

  /// F17.
  @Test func `the newer of two writes does not look six hours older`() throws {
    for words in [["conflicts"], ["log"], ["blame", item], ["replay"], ["show", item]] {
      let text = try shell.run(
        words + ["--store", "\(shell.path)/laptop"], environment: ["TZ": "Europe/Warsaw"]
      ).output
      #expect(text.contains("2026-01-15 14:00 (08:00 -05:00)"), "\(words): \(text)")
      #expect(!text.contains("2026-01-15 08:00"), "\(words): \(text)")
    }
    let elsewhere = try shown("log", in: "America/New_York").output
    #expect(elsewhere.contains("2026-01-15 08:00  phone"))
    #expect(elsewhere.contains("2026-01-15 08:00 (14:00 +01:00)  laptop"))
  }

  /// F17.
  @Test func `the writer's own time is shown with its offset where it is asked for`() throws {
    for words in [["conflicts"], ["log"], ["blame", item], ["replay"], ["show", item]] {
      let text = try shell.run(
        words + ["--zone", "writer", "--store", "\(shell.path)/laptop"],
        environment: ["TZ": "Asia/Tokyo"]
      ).output
      #expect(text.contains("2026-01-15 08:00 -05:00"), "\(words): \(text)")
      #expect(!text.contains("22:00"), "\(words): \(text)")
    }
    let wrong = try shell.run("log", "--zone", "mars", "--store", "\(shell.path)/laptop")
    #expect(wrong.status == 64)
  }

  /// F17.
  @Test func `JSON has the writer's offset whatever zone is asked for`() throws {
    let plain = try shown("log", "--jsonl").output
    #expect(plain.contains("\"recordedAt\":\"2026-01-15T08:00:02-05:00\""))
    #expect(try shown("log", "--jsonl", "--zone", "writer").output == plain)
    #expect(try shown("log", "--jsonl", in: "Asia/Tokyo").output == plain)
  }

  @Test func `what was due on a day stays due on it, whoever reads`() throws {
    try shown("edit", item, "--due", "2026-02-01", in: "America/New_York")
    for zone in ["Asia/Tokyo", "Pacific/Honolulu"] {
      #expect(try shown("list", in: zone).output.contains("2026-02-01"))
    }
  }
}
