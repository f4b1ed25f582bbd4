import Foundation
import Testing

/// Copies of a store's folder that both go on writing, and stores that meet for the first time.
struct CopiedStoreTests {
  private static let notice =
    "Another copy of this store also writes, so this one goes on as a replica of its own."

  @Test(arguments: [false, true])
  func `copies that both write become two branches, and nothing is lost`(isTurned: Bool) throws {
    let lab = try Lab()
    try lab.done("a", "collection", "new", "Garden")
    let common = try lab.capture("a", "common", "--tag", "old", "--collection", "Garden")
    try lab.copy("a", to: "b")
    var ids: Set = [common]
    for number in 0..<5 {
      ids.insert(try lab.capture("a", "a\(number)", "--tag", "left"))
      ids.insert(try lab.capture("b", "b\(number)", "--collection", "Garden"))
    }
    let sources = isTurned ? ["b", "a"] : ["a", "b"]
    let merged = try lab.run("c", "merge", lab(sources[0]), lab(sources[1]))
    #expect(merged.end == .status(0), "\(merged.errors)")
    #expect(!merged.errors.contains(Self.notice), "nobody else writes under the third's id")
    var notices = 0
    for _ in 0..<2 {
      for (one, other) in [("a", "b"), ("b", "c"), ("c", "a"), ("a", "c"), ("b", "a"), ("c", "b")] {
        let outcome = try lab.run(one, "merge", lab(other))
        #expect(outcome.end == .status(0), "\(outcome.errors)")
        notices += outcome.errors.components(separatedBy: Self.notice).count - 1
      }
    }
    #expect(notices == 2, "each of the two copies is told once")
    try expectEqual(lab, ["a", "b", "c"], holding: ids)
    let branches = Set(try lab.log("c").compactMap { $0.firstMatch(of: #/"id":"(\w+~\w+):/#)?.1 })
    #expect(branches.count >= 2)
    // All go on, each under an id of its own.
    for store in ["a", "b", "c"] { ids.insert(try lab.capture(store, "later in \(store)")) }
    for (one, other) in [("a", "b"), ("b", "c"), ("c", "a"), ("a", "b"), ("b", "c")] {
      let outcome = try lab.run(one, "merge", lab(other))
      #expect(outcome.end == .status(0) && !outcome.errors.contains(Self.notice))
    }
    try expectEqual(lab, ["a", "b", "c"], holding: ids)
  }

  @Test(arguments: [false, true])
  func `a fresh replica that meets a full one loses nothing`(isTurned: Bool) throws {
    let lab = try Lab()
    let ids = Set(try (0..<5).map { try lab.capture("full", "item \($0)", "--tag", "t") })
    try lab.done("fresh", "list")
    let pairs = [("fresh", "full"), ("full", "fresh")]
    for (one, other) in isTurned ? pairs.reversed() : pairs {
      try lab.done(one, "merge", lab(other))
    }
    try expectEqual(lab, ["full", "fresh"], holding: ids)
    try lab.done("fresh", "bundle", "create", lab("empty.bundle"))
    try lab.done("empty", "list")
    try lab.done("empty", "bundle", "create", lab("none.bundle"))
    try lab.done("full", "merge", lab("none.bundle"), lab("empty.bundle"), lab("empty"))
    #expect(try lab.list("full").total == 5)
  }

  @Test func `a store that merges itself, by any path, stays as it is`() throws {
    let lab = try Lab()
    try lab.capture("store", "one")
    let before = try lab.status("store")
    try FileManager.default.createSymbolicLink(
      atPath: lab("link"), withDestinationPath: lab("store"))
    try lab.done("store", "merge", lab("store"), lab("link"))
    let after = try lab.status("store")
    #expect(after.fingerprint == before.fingerprint && after.events == before.events)
    #expect(after.replica == before.replica)
  }

  private func expectEqual(_ lab: Lab, _ stores: [String], holding ids: Set<String>) throws {
    let states = try stores.map { try lab.status($0) }
    #expect(Set(states.map(\.fingerprint)).count == 1)
    #expect(Set(states.map(\.events)).count == 1)
    for store in stores {
      #expect(Set(try lab.list(store).items.map(\.id)) == ids)
      try lab.expectSound(store)
    }
  }
}
