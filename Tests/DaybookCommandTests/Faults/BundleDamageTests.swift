import Daybook
import DaybookLog
import DaybookSystem
import Foundation
import TestSupport
import Testing

/// Bundles that were cut, turned round in one bit, or never were bundles.
struct BundleDamageTests {
  private static let secret = "secret words"

  @Test func `a bundle cut at any length gives what it holds whole, and says so`() throws {
    let (lab, bytes) = try Self.smallBundle()
    let store = try Library.open(lab("taker"))
    var counts: [Int] = []
    for length in 0..<bytes.count {
      try lab.write(bytes.prefix(length), to: "cut.bundle")
      #expect(try failure(of: "cut.bundle", in: lab, into: store), "cut at \(length)")
      counts.append(Int(try store.status().events))
    }
    #expect(counts == counts.sorted() && counts.last == 6, "sound parts are kept")
    try expectComplete(lab)
    for length in stride(from: 0, to: bytes.count, by: 97) {
      try lab.write(bytes.prefix(length), to: "cut.bundle")
      let outcome = try lab.run("fresh", "merge", lab("cut.bundle"))
      outcome.expectRefusal(65, note: "cut at \(length)")
      try lab.run("fresh", "bundle", "show", lab("cut.bundle")).expectRefusal(65)
    }
  }

  @Test func `no flipped bit makes a bundle look complete that is not`() throws {
    let (lab, bytes) = try Self.smallBundle()
    let store = try Library.open(lab("empty"))
    var silent: [Int] = []
    for bit in 0..<bytes.count * 8 {
      var flipped = Array(bytes)
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      do {
        var reader = try Bundle.Reader(MemorySource(flipped))
        let report = try store.merge(&reader, from: "memory", isDryRun: true)
        if report.problems.isEmpty, report.appliedEvents < 6 { silent.append(bit) }
      } catch {
        #expect(StoreFailure(error) != nil, "no explanation for \(error)")
      }
    }
    #expect(silent.isEmpty, "of \(bytes.count * 8)")
  }

  @Test func `a bundle with a flipped bit gives nothing false, and can be merged again whole`()
    throws
  {
    let (lab, bytes) = try Self.smallBundle()
    let store = try Library.open(lab("taker"))
    let sound = Set(try lab.log("giver").map(Self.withoutName))
    var random = SeededGenerator(seed: 4)
    for index in bytes.indices {
      var flipped = bytes
      flipped[index] ^= 1 << UInt8.random(in: 0...7, using: &random)
      try lab.write(flipped, to: "flipped.bundle")
      _ = try failure(of: "flipped.bundle", in: lab, into: store)
    }
    #expect(Set(try lab.log("taker").map(Self.withoutName)).isSubset(of: sound))
    try expectComplete(lab)
    for index in stride(from: 0, to: bytes.count, by: 53) {
      var flipped = bytes
      flipped[index] ^= 0x10
      try lab.write(flipped, to: "flipped.bundle")
      let outcome = try lab.run("fresh\(index)", "merge", lab("flipped.bundle"))
      if outcome.end != .status(0) { outcome.expectRefusal(1, 65, note: "byte \(index)") }
      #expect(!outcome.errors.contains(Self.secret))
      try lab.done("fresh\(index)", "merge", lab("good.bundle"))
      #expect(try lab.status("fresh\(index)").fingerprint == lab.status("giver").fingerprint)
    }
  }

  @Test func `only a merge that took something says that something was taken`() throws {
    let (lab, bytes) = try Self.smallBundle()
    try lab.write(bytes.dropLast(9), to: "tail.bundle")
    try lab.write(bytes.prefix(9), to: "head.bundle")
    try lab.begin("taker")
    for name in ["tail.bundle", "head.bundle"] {
      for words in [["bundle", "show"], ["merge", "--dry-run"], ["merge", "--json"]] {
        let outcome = try lab.run("taker", words[0], words[1], lab(name))
        outcome.expectRefusal(65, note: "\(words) \(name)")
        let hasTaken = words[1] == "--json" && name == "tail.bundle"
        #expect(outcome.errors.contains("was taken;") == hasTaken, "\(words): \(outcome.errors)")
      }
    }
  }

  @Test func `what is no bundle is refused with its own words`() throws {
    let lab = try Lab()
    try lab.capture("store", "one")
    let before = try lab.status("store")
    try lab.write(Data(), to: "empty")
    try lab.write(Data("Dear diary, \(Self.secret)".utf8), to: "text")
    try lab.write(Data(repeating: 0xFF, count: 70_000), to: "noise")
    try lab.write(Data("DBB1".utf8) + Data(repeating: 0xFF, count: 9), to: "huge")
    for name in ["folder", "folder/inner"] {
      try FileManager.default.createDirectory(
        atPath: lab(name), withIntermediateDirectories: true)
    }
    for name in ["empty", "text", "noise", "huge", "folder", "store/data.mdb"] {
      let outcome = try lab.run("store", "merge", lab(name))
      outcome.expectRefusal(65, note: "\(name): \(outcome.end) \(outcome.errors)")
      #expect(!outcome.errors.contains("diary"))
    }
    try lab.run("store", "merge", lab("missing")).expectRefusal(66)
    try lab.run("unmade", "merge", lab("missing")).expectRefusal(66)
    #expect(!FileManager.default.fileExists(atPath: lab("unmade")), "nothing was to be made")
    let after = try lab.status("store")
    #expect(after.events == before.events && after.fingerprint == before.fingerprint)
  }

  @Test func `a bundle that cannot be written whole is no success`() throws {
    let lab = try Lab()
    try lab.capture("store", "one")
    try lab.run("store", "bundle", "create", lab.path).expectRefusal(73)
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    try lab.run("store", "bundle", "create", "/dev/full").expectRefusal(74)
    let type = try FileManager.default.attributesOfItem(atPath: "/dev/full")[.type]
    #expect(type as? FileAttributeType == .typeCharacterSpecial, "a device is no file to replace")
    let script = "\"$DAYBOOK\" bundle create - --store \"$STORE\" > /dev/full"
    let outcome = try RunningCommand(
      ["/bin/sh", "-c", script], ["DAYBOOK=\(Program.path)", "STORE=\(lab("store"))"],
      streams: lab("stream")
    ).wait()
    outcome.expectRefusal(74)
  }

  @Test func `a bundle written to a symbolic link goes where the link leads`() throws {
    let lab = try Lab()
    try lab.capture("store", "one")
    try lab.write(Data("old".utf8), to: "target")
    try FileManager.default.createSymbolicLink(
      atPath: lab("link"), withDestinationPath: lab("target"))
    try lab.done("store", "bundle", "create", lab("link"))
    #expect(try lab.read("target").starts(with: Data("DBB1".utf8)))
    let type = try FileManager.default.attributesOfItem(atPath: lab("link"))[.type]
    #expect(type as? FileAttributeType == .typeSymbolicLink)
  }

  /// A bundle of two replicas' logs: six events in two segments.
  private static func smallBundle() throws -> (Lab, Data) {
    let lab = try Lab()
    try lab.capture("other", "\(secret) from elsewhere", "--tag", "t")
    try lab.done("giver", "merge", lab("other"))
    try lab.capture("giver", "\(secret) from here", "--tag", "u")
    try lab.capture("giver", "and more", "--tag", "u")
    try lab.done("giver", "bundle", "create", lab("good.bundle"))
    return (lab, try lab.read("good.bundle"))
  }

  /// What the log says, but for the names of machines, which no signature covers.
  private static func withoutName(_ line: String) -> String {
    line.replacing(#/"replicaName":"[^"]*"/#, with: "")
  }

  /// Merges a file through the library. Returns whether something was wrong with it.
  private func failure(of name: String, in lab: Lab, into store: Store) throws -> Bool {
    do {
      return try !store.merge(bundleAt: lab(name)).problems.isEmpty
    } catch {
      #expect(StoreFailure(error) != nil, "no explanation for \(error)")
      return true
    }
  }

  private func expectComplete(_ lab: Lab) throws {
    for _ in 0..<2 { try lab.done("taker", "merge", lab("good.bundle")) }
    #expect(try lab.status("taker").fingerprint == lab.status("giver").fingerprint)
    try lab.expectSound("taker")
  }
}
