import Foundation
import Testing

/// Copies of a store's folder that both go on writing, and stores that meet for the first time.
struct CopiedStoreTests {
  private static let copyNotice = "This store was copied or put back"
  private static let forkNotice =
    "Another copy of this store also writes, so this one goes on as a replica of its own."

  @Test(arguments: [false, true])
  func `a copy is told once that it goes on as a replica of its own, and nothing is lost`(
    isTurned: Bool
  ) throws {
    let lab = try Lab()
    try lab.done("a", "collection", "new", "Garden")
    let common = try lab.capture("a", "common", "--tag", "old", "--collection", "Garden")
    try lab.copy("a", to: "b")
    var ids: Set = [common]
    var notices = 0
    for number in 0..<5 {
      for (store, option, value) in [("a", "--tag", "left"), ("b", "--collection", "Garden")] {
        let outcome = try lab.run(store, "capture", "\(store)\(number)", "--json", option, value)
        ids.insert(try outcome.read(ItemDocument.self).id)
        let isTold = outcome.errors.contains(Self.copyNotice)
        #expect(!isTold || store == "b" && number == 0)
        notices += isTold ? 1 : 0
      }
    }
    #expect(notices == 1)
    // Copies of one machine are told apart by their names.
    let names = try ["a", "b"].map { try lab.status($0).replicaName ?? "" }
    #expect(names[1].hasPrefix("\(names[0]) (") && names[1].hasSuffix(")"), "\(names)")
    #expect(try lab.status("a").replica != lab.status("b").replica)
    let sources = isTurned ? ["b", "a"] : ["a", "b"]
    try lab.done("c", "merge", lab(sources[0]), lab(sources[1]))
    for (one, other) in [("a", "b"), ("b", "c"), ("c", "a"), ("a", "c"), ("b", "a"), ("c", "b")] {
      let outcome = try lab.run(one, "merge", lab(other))
      #expect(outcome.end == .status(0), "\(outcome.errors)")
      #expect(!outcome.errors.contains("replica of its own"))
    }
    try expectEqual(lab, ["a", "b", "c"], holding: ids)
  }

  @Test(arguments: [false, true])
  func `copies that nobody noticed become two branches, and nothing is lost`(
    isTurned: Bool
  ) throws {
    let lab = try Lab()
    try lab.done("a", "collection", "new", "Garden")
    var ids: Set = [try lab.capture("a", "common", "--tag", "old", "--collection", "Garden")]
    // The files are put back where they were, witness and all: nothing tells it from before.
    let before = try lab.contents("a")
    for number in 0..<5 { ids.insert(try lab.capture("a", "one \(number)", "--tag", "left")) }
    try lab.done("a", "bundle", "create", lab("one.bundle"))
    for (name, bytes) in before { try lab.write(bytes, to: "a/\(name)") }
    for number in 0..<5 { ids.insert(try lab.capture("a", "two \(number)")) }
    let old = try lab.status("a").replica
    try lab.done("a", "bundle", "create", lab("two.bundle"))
    let bundles = isTurned ? ["two.bundle", "one.bundle"] : ["one.bundle", "two.bundle"]
    let merged = try lab.run("c", "merge", lab(bundles[0]), lab(bundles[1]))
    #expect(merged.end == .status(0), "\(merged.errors)")
    #expect(!merged.errors.contains(Self.forkNotice), "nobody else writes under the third's id")
    for (bundle, isNews) in [("one.bundle", true), ("one.bundle", false), ("two.bundle", false)] {
      let outcome = try lab.run("a", "merge", lab(bundle))
      #expect(outcome.end == .status(0), "\(outcome.errors)")
      #expect(outcome.errors.contains(Self.forkNotice) == isNews, "told once")
    }
    try expectEqual(lab, ["a", "c"], holding: ids)
    let branches = Set(try lab.log("c").compactMap { $0.firstMatch(of: #/"id":"(\w+~\w+):/#)?.1 })
    #expect(branches.count >= 2)
    try expectAmbiguity(lab, in: "c")
    ids.insert(try lab.capture("a", "later"))
    #expect(try lab.status("a").replica != old)
    try lab.done("c", "merge", lab("a"))
    try expectEqual(lab, ["a", "c"], holding: ids)
  }

  /// A name without its link, of which there is an event on either branch, is ambiguous everywhere.
  private func expectAmbiguity(_ lab: Lab, in store: String) throws {
    var links: [String: Set<String>] = [:]
    for line in try lab.log(store) {
      guard let match = line.firstMatch(of: #/"id":"(\w+)(~\w+):(\d+)"/#) else { continue }
      links["\(match.1):\(match.3)", default: []].insert(String(match.2))
    }
    let (name, both) = try #require(links.filter { $0.value.count == 2 }.min { $0.key < $1.key })
    for words in [
      ["show", name], ["list", "--at", name], ["undo", name], ["what-if", "--without", name],
      ["log", "--since", name], ["capture", "x", "--if-unchanged-since", name],
    ] {
      let outcome = try lab.start(store, words).wait()
      #expect(outcome.end == .status(64), "\(words): \(outcome.errors)")
      #expect(both.allSatisfy { outcome.errors.contains($0) }, "\(words): \(outcome.errors)")
    }
  }

  @Test func `a store that is moved, or was never written to elsewhere, is no copy`() throws {
    let lab = try Lab()
    try lab.capture("a", "one")
    let replica = try lab.status("a").replica
    try FileManager.default.moveItem(atPath: lab("a"), toPath: lab("b"))
    let moved = try lab.run("b", "capture", "two")
    #expect(moved.end == .status(0) && !moved.errors.contains(Self.copyNotice))
    #expect(try lab.status("b").replica == replica)
    // A store that is copied before anything is in it is a copy all the same.
    try lab.begin("empty")
    try lab.copy("empty", to: "twin")
    try lab.capture("empty", "left")
    let twin = try lab.run("twin", "capture", "right")
    #expect(twin.errors.contains(Self.copyNotice))
    #expect(try lab.status("empty").replica != lab.status("twin").replica)
    // What was put back from a backup knows already that it goes on anew.
    try lab.done("b", "backup", "create", lab("b.backup"))
    try lab.done("back", "backup", "restore", lab("b.backup"))
    let restored = try lab.status("back").replica
    #expect(restored != replica)
    let next = try lab.run("back", "capture", "three")
    #expect(!next.errors.contains(Self.copyNotice))
    #expect(try lab.status("back").replica == restored)
  }

  @Test(arguments: [false, true])
  func `a fresh replica that meets a full one loses nothing`(isTurned: Bool) throws {
    let lab = try Lab()
    let ids = Set(try (0..<5).map { try lab.capture("full", "item \($0)", "--tag", "t") })
    try lab.begin("fresh")
    let pairs = [("fresh", "full"), ("full", "fresh")]
    for (one, other) in isTurned ? pairs.reversed() : pairs {
      try lab.done(one, "merge", lab(other))
    }
    try expectEqual(lab, ["full", "fresh"], holding: ids)
    try lab.done("fresh", "bundle", "create", lab("empty.bundle"))
    try lab.begin("empty")
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
