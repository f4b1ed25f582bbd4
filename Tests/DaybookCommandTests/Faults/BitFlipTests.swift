import Foundation
import Synchronization
import TestSupport
import Testing

/// One bit of a store's data file turned round, again and again.
struct BitFlipTests {
  @Test func `300 flipped bits are found, or harmless, or end only what checks`() throws {
    let lab = try Self.smallStore()
    let bits = try lab.read("store/data.mdb").count * 8
    var random = SeededGenerator(seed: 20_261_121)
    let found = try Self.verdicts(
      lab, (0..<300).map { _ in Int.random(in: 0..<bits, using: &random) })
    #expect(found[.missed] == nil, "\(found)")
    #expect(found[.found, default: 0] > 20, "\(found)")
  }

  /// LMDB believes the later of its two headers, so that one bit there can take back a command;
  /// only the witness beside the file knows.
  @Test func `a flipped bit in the number of a header never takes a command back unnoticed`()
    throws
  {
    let lab = try Self.smallStore()
    let numbers = [0, 4_096].map { ($0 + 144) * 8 }
    let found = try Self.verdicts(lab, numbers.flatMap { number in (0..<24).map { number + $0 } })
    #expect(found[.missed] == nil, "\(found)")
    #expect(found[.found, default: 0] > 0, "\(found)")
  }

  /// LMDB goes through such a page as it should, and finds nothing in it when it looks a key up.
  @Test func `a leaf that looks like a branch is found or harmless`() throws {
    let lab = try Self.smallStore()
    let whole = try lab.read("store/data.mdb")
    let kinds = stride(from: 2 * 4_096 + 10, to: whole.count, by: 4_096)
    let found = try Self.verdicts(lab, kinds.filter { whole[$0] == 2 }.map { $0 * 8 })
    #expect(found[.missed] == nil, "\(found)")
    #expect(found[.found, default: 0] + found[.ended, default: 0] > 0, "\(found)")
  }

  private static func smallStore() throws -> Lab {
    let lab = try Lab()
    try lab.done("store", "collection", "new", "Garden")
    for number in 0..<25 {
      let tag = "t\(number % 3)"
      try lab.capture("store", "note \(number)", "--tag", tag, "--collection", "Garden")
    }
    return lab
  }

  private static func verdicts(_ lab: Lab, _ flips: [Int]) throws -> [Verdict: Int] {
    let whole = try lab.read("store/data.mdb")
    let log = Set(try lab.log("store").map(withoutName))
    let list = try lab.done("store", "list", "--json")
    let counts = Mutex<[Verdict: Int]>([:])
    @Sendable func examine(_ flips: ArraySlice<Int>) throws {
      for flip in flips {
        let verdict = try verdict(lab, whole, flip, log, list)
        counts.withLock { $0[verdict, default: 0] += 1 }
      }
    }
    let half = flips.count / 2
    try together([{ try examine(flips[..<half]) }, { try examine(flips[half...]) }])
    return counts.withLock { $0 }
  }

  /// What the log says, but for the names of machines, which are no part of any event.
  private static func withoutName(_ line: String) -> String {
    line.replacing(#/"replicaName":"[^"]*"/#, with: "")
  }

  private enum Verdict {
    case found, ended, harmless, missed
  }

  private static func verdict(
    _ lab: Lab, _ whole: Data, _ flip: Int, _ log: Set<String>, _ list: String
  ) throws -> Verdict {
    let store = "flip\(flip)"
    try FileManager.default.createDirectory(
      atPath: lab(store), withIntermediateDirectories: true)
    // It lies in a folder that is removed as a whole.
    defer { try? FileManager.default.removeItem(atPath: lab(store)) }
    var bytes = whole
    bytes[flip / 8] ^= 1 << UInt8(flip % 8)
    try lab.write(bytes, to: store + "/data.mdb")
    try lab.write(lab.read("store/witness"), to: store + "/witness")
    let verified = try lab.run(store, "verify", "--json")
    let printed = try lab.run(store, "log", "--jsonl")
    let lines = Set(printed.output.split(separator: "\n").map { withoutName(String($0)) })
    let isKnown = [0, 1, 65, 74].contains { verified.end == .status($0) }
    #expect(isKnown, "bit \(flip): \(verified.end)")
    #expect(!(verified.errors + printed.errors).contains("note "), "bit \(flip)")
    #expect(lines.isSubset(of: log), "bit \(flip) of \(whole.count * 8): a damaged event as good")
    if verified.end == .status(0) {
      let listed = try lab.run(store, "list", "--json")
      let isSame = printed.end == .status(0) && lines == log && listed.output == list
      #expect(isSame, "bit \(flip) of \(whole.count * 8) was missed")
      return isSame ? .harmless : .missed
    }
    return verified.output.contains("cannot be walked") ? .ended : .found
  }
}
