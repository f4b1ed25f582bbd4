import DaybookEvents
import DaybookMigrations
import Foundation
import Testing

/// Every step with payloads of its version as they were stored, and what they became when the
/// step was released; all as if the event were the second of replica 1, with link 3.
struct GoldenStepTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "migrations")

  /// The steps by the beginning of their files' names.
  private static let steps: [String: Upcaster] = ["M0001": .compactReview]

  /// The payloads of a file, one a line in hexadecimal digits; what follows `#` is for people.
  private static func payloads(_ name: String) throws -> [[UInt8]] {
    let text = try String(contentsOf: folder.appending(path: "golden/\(name)"), encoding: .utf8)
    return try text.split(separator: "\n").map { line in
      let digits = line.prefix { $0 != "#" }.filter { $0 != " " }
      return try #require(Hexadecimal.bytes(digits), "\(name): \(line)")
    }
  }

  @Test(arguments: steps.keys.sorted())
  func `a step makes of every golden payload what it always made`(name: String) throws {
    let step = try #require(Self.steps[name])
    let before = try Self.payloads("\(name).before.hex")
    let after = try Self.payloads("\(name).after.hex")
    #expect(before.count == after.count && before.count >= 5)
    let event = EventName(replica: ReplicaID(rawValue: 1), sequence: 2, tag: 3)
    for (old, new) in zip(before, after) {
      #expect(try step.upcast(old, of: event) == new, "\(Hexadecimal.digits(old))")
    }
  }

  @Test func `every step has a file, a number, golden pairs and its place in the registry`() throws
  {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path())
      .filter { $0.hasPrefix("M0") }.sorted()
    let numbers = files.map { String($0.prefix(5)) }
    #expect(numbers == (1...files.count).map { "M" + String("000\($0)".suffix(4)) })
    #expect(numbers == Self.steps.keys.sorted())
    let registered = EventKind.allCases.reduce(0) { count, kind in
      count + Int(Migrations.all.currentVersion(of: kind)) - 1
    }
    #expect(registered == files.count)
    for (name, step) in Self.steps {
      #expect(Migrations.all.currentVersion(of: step.kind) > step.fromVersion)
      let before = try Self.payloads("\(name).before.hex")
      #expect(!before.isEmpty)
    }
  }
}
