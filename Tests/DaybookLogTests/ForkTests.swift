import Daybook
import DaybookEvents
import DaybookLog
import Simulation
import TestSupport
import Testing

/// Copied stores: two machines that write under one id.
struct ForkTests {
  let folder: ScratchFolder
  let item = Sample.items[0]
  var row: RowKey { RowKey(.item, item) }

  init() throws { folder = try ScratchFolder() }

  private func expectEqual(_ replicas: [SimulatedReplica], events: UInt64) throws {
    #expect(try Set(replicas.map { try $0.fingerprint }).count == 1)
    #expect(try Set(replicas.map { try $0.heads }).count == 1)
    for replica in replicas {
      #expect(try replica.state.eventCount == events)
      #expect(try replica.state.waitingCommands == 0)
      #expect(try replica.store.read { try $0.log.verify($0.state, $1) }.isEmpty)
      for view in ViewName.allCases {
        #expect(try replica.store.rebuild(view, isDryRun: true).differences == 0)
      }
    }
  }

  @Test(arguments: [false, true])
  func `a copied folder and its original both go on and nothing is lost`(
    copyComesFirst: Bool
  ) throws {
    let ada = try SimulatedReplica("ada", in: folder, seed: 1)
    let cleo = try SimulatedReplica("cleo", in: folder, seed: 2)
    try ada.write(Sample.captured(item, title: "before"))
    let copy = try ada.copied(to: "copy", seed: 3)
    let old = try ada.identity
    try ada.write(Sample.edited(item, title: "original"))
    try copy.write(Sample.edited(item, title: "copy"))
    for peer in copyComesFirst ? [copy, ada] : [ada, copy] { try cleo.merge(from: peer) }
    #expect(try cleo.conflicts.map(\.writes.count) == [2])
    #expect(try cleo.heads.count == 2)

    #expect(try ada.merge(from: cleo).tookNewIdentity)
    #expect(try copy.merge(from: cleo).tookNewIdentity)
    #expect(try !ada.merge(try cleo.segments()).tookNewIdentity)
    try expectEqual([ada, copy, cleo], events: 3)

    try ada.write(Sample.edited(item, title: "settled"))
    #expect(try ada.identity != old)
    try exchangeAll([ada, copy, cleo])
    try expectEqual([ada, copy, cleo], events: 4)
    #expect(try cleo.value(row, .title) == Array("settled".utf8))
    #expect(try cleo.conflicts.isEmpty)
  }

  @Test func `a fork of a fork found late keeps all three branches`() throws {
    let ada = try SimulatedReplica("ada", in: folder, seed: 1)
    try ada.write(Sample.captured(item, title: "0"))
    let second = try ada.copied(to: "second", seed: 2)
    try ada.write(Sample.edited(item, title: "1"))
    try second.write(Sample.edited(item, body: "2"))
    let third = try second.copied(to: "third", seed: 3)
    try second.write(Sample.edited(item, title: "2"))
    try third.write(Sample.edited(item, title: "3"))
    for replica in [ada, second, third] {
      for number in 0..<5 { try replica.write(Sample.tagged(item, "\(number)")) }
    }
    // Others write on top of one branch before they hear of the next.
    let other = try SimulatedReplica("other", in: folder, seed: 4)
    for (number, replica) in [third, ada, second].enumerated() {
      try other.merge(from: replica)
      try other.write(Sample.edited(item, body: "other \(number)"))
    }
    #expect(try other.heads.count == 4)
    try exchangeAll([ada, second, third, other])
    try expectEqual([ada, second, third, other], events: 23)
  }

  @Test func `the same sequence numbers in two branches are both observed`() throws {
    let ada = try SimulatedReplica("ada", in: folder, seed: 1)
    let copy = try ada.copied(to: "copy", seed: 2)
    try ada.write(Sample.captured(item, title: "left"))
    try copy.write(Sample.captured(item, title: "right"))
    let dora = try SimulatedReplica("dora", in: folder, seed: 4)
    try dora.merge(from: copy)
    try dora.merge(from: ada)
    #expect(try dora.conflicts.count == 1)
    try dora.write(Sample.edited(item, title: "both seen"))
    #expect(try dora.conflicts.isEmpty)
    let goal = try SimulatedReplica("goal", in: folder, seed: 5)
    try goal.merge(try dora.segments().reversed())
    #expect(try goal.conflicts.isEmpty)
    #expect(try goal.value(row, .title) == Array("both seen".utf8))
    #expect(try goal.fingerprint == dora.fingerprint)
  }

  @Test func `nothing is written under an id that another copy also writes`() throws {
    let ada = try SimulatedReplica("ada", in: folder, seed: 1)
    try ada.write(Sample.captured(item, title: "0"))
    let copy = try ada.copied(to: "copy", seed: 2)
    try copy.write(Sample.edited(item, title: "1"))
    // The branch waits here, because what it observed has not come; it counts all the same.
    var ben = Scribe(seed: 9)
    let cause = try ben.command(Sample.captured(Sample.items[1], title: "cause"))
    try copy.merge([cause])
    try copy.write(Sample.edited(item, title: "2"))
    let known = try ada.heads
    let branch = try copy.segments(lackedBy: known).filter { $0.replica != ben.replica }
    let rehearsal = try ada.merge(branch, isDryRun: true)
    #expect(rehearsal.tookNewIdentity)
    let before = try ada.identity
    #expect(try ada.merge(branch).tookNewIdentity)
    #expect(try ada.identity != before)
    try ada.write(Sample.edited(item, body: "mine"))
    #expect(try ada.heads.filter { $0.replica == before }.count == 1)
  }

  @Test func `a store put back from a backup gets its events back and goes on anew`() throws {
    let ada = try SimulatedReplica("ada", in: folder, seed: 1)
    let ben = try SimulatedReplica("ben", in: folder, seed: 2)
    try ada.write(Sample.captured(item, title: "0"))
    let backup = try ada.copied(to: "backup", seed: 3)
    try ada.write(Sample.edited(item, title: "1"))
    try ben.merge(from: ada)
    #expect(try backup.merge(from: ben).tookNewIdentity)
    try backup.write(Sample.edited(item, title: "2"))
    try ben.merge(from: backup)
    try expectEqual([ben, backup], events: 3)
    #expect(try ben.value(row, .title) == Array("2".utf8))
  }
}
