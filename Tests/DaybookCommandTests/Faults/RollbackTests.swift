import Foundation
import Testing

/// A data file that went back in time while its witness stayed.
struct RollbackTests {
  @Test func `a store that was rolled back says so until it has everything again`() throws {
    let lab = try Lab()
    var ids: Set = [try lab.capture("store", "kept")]
    let old = try lab.read("store/data.mdb")
    let first = try lab.status("store").replica
    for number in 0..<5 { ids.insert(try lab.capture("store", "lost \(number)", "--tag", "t")) }
    try lab.copy("store", to: "whole")
    try lab.write(old, to: "store/data.mdb")
    try expectRolledBack(lab)
    #expect(try lab.read("store/data.mdb") == old, "verify has written to the store")
    // Reading works, the next write goes on under a new id, and the loss is not forgotten.
    #expect(try lab.list("store").total == 1)
    try expectRolledBack(lab)
    ids.insert(try lab.capture("store", "after"))
    let second = try lab.status("store")
    #expect(second.replica != first && second.vector[second.replica] == 1)
    try expectRolledBack(lab)
    try lab.done("store", "merge", lab("whole"))
    #expect(Set(try lab.list("store").items.map(\.id)) == ids)
    #expect(try lab.status("store").replica == second.replica, "one new id is enough")
    try lab.expectSound("store")
    try lab.done("whole", "merge", lab("store"))
    #expect(try lab.status("whole").fingerprint == lab.status("store").fingerprint)
    try lab.expectSound("whole")
  }

  @Test func `a store that went back with its witness takes a new id when its past comes`() throws {
    let lab = try Lab()
    try lab.capture("store", "kept")
    let before = try lab.contents("store")
    let lost = try lab.capture("store", "lost")
    try lab.copy("store", to: "whole")
    for (name, bytes) in before { try lab.write(bytes, to: "store/\(name)") }
    let other = try lab.capture("store", "other")
    #expect(try lab.run("store", "verify").end == .status(0))
    let outcome = try lab.run("store", "merge", lab("whole"))
    #expect(outcome.end == .status(0))
    #expect(outcome.errors.contains("goes on as a replica of its own"))
    #expect(Set(try lab.list("store").items.map(\.id)).isSuperset(of: [lost, other]))
    try lab.expectSound("store")
  }

  @Test func `a spoiled or missing witness is no alarm`() throws {
    let lab = try Lab()
    try lab.capture("store", "one")
    for spoiled in [Data(), Data([1, 2, 3]), Data(repeating: 0, count: 96), nil] {
      if let spoiled {
        try lab.write(spoiled, to: "store/witness")
      } else {
        try FileManager.default.removeItem(atPath: lab("store/witness"))
      }
      try lab.expectSound("store")
    }
  }

  /// A record that was written in part, on a full disk say, must not blind the witness for good.
  @Test func `a witness with half a record still sees a rollback`() throws {
    let lab = try Lab()
    try lab.capture("store", "one")
    let old = try lab.read("store/data.mdb")
    try lab.write(try lab.read("store/witness") + Data([7, 7, 7]), to: "store/witness")
    try lab.capture("store", "two")
    try lab.write(old, to: "store/data.mdb")
    try expectRolledBack(lab)
  }

  private func expectRolledBack(_ lab: Lab) throws {
    let outcome = try lab.run("store", "verify", "--json")
    #expect(outcome.end == .status(1))
    let problems = try outcome.read(VerifyDocument.self).problems
    #expect(problems.contains { $0.contains("rolled back") }, "\(problems)")
  }
}
