import Daybook
import DaybookEvents
import DaybookLog
import DaybookSystem
import Foundation
import LMDB
import Simulation
import Synchronization
import TestSupport
import Testing

/// What builds that are not finished hold of things that are erased.
struct UnfinishedBuildTests {
  /// Where an erasure comes from.
  enum Source: CaseIterable {
    case here, elsewhere
  }

  /// Longer than 7 bytes: when LMDB copies a page it rounds the end of its gap to 8, so that a few
  /// bytes of what lay there can come along.
  private static let secret = "XYZZY-PLUGH"
  let folder: ScratchFolder
  let ada: SimulatedReplica
  let item = Sample.items[0]

  init() throws {
    folder = try ScratchFolder()
    ada = try SimulatedReplica("ada", in: folder, seed: 1)
    let words = String(repeating: "\(Self.secret) ", count: 140)
    for round in 0..<10 { try ada.write(Sample.edited(item, body: "\(round) \(words)")) }
    try ada.write((0..<100).map { Sample.captured(EntityID(name: "kept", "\($0)"), title: "kept") })
    // So that it can be looked into before anybody builds.
    _ = try ada.store.environment.createTable(Self.next.name)
  }

  @Test(arguments: Source.allCases)
  func `a build that was killed holds nothing that is erased afterwards`(from source: Source) throws
  {
    let killed = try killedBuild()
    try #require(killed.store.environment.read { try holdsSecret($0) })
    switch source {
    case .here: try killed.store.erase([item])
    case .elsewhere:
      let ben = try SimulatedReplica("ben", in: folder, seed: 2)
      try ben.merge(from: ada)
      try ben.store.erase([item])
      #expect(try killed.merge(from: ben).erasedEvents == 10)
    }
    #expect(try !killed.store.environment.read { try holdsSecret($0) })
    try expectNothing(in: killed)
  }

  @Test func `nor what was erased by a program that passed the build over`() throws {
    try ada.store.erase([item])
    try ada.store.environment.write { transaction in
      let text = Array(String(repeating: Self.secret, count: 140).utf8)
      try transaction.put(RowKey(.item, item).bytes, text, in: Self.next)
      try transaction.put(
        MetaKey.build(ViewName.items.rawValue), Hexadecimal.bytes(7), in: ada.store.tables.meta)
    }
    try expectNothing(in: ada)
  }

  @Test func `a build that goes on while something is erased is stopped, and the next is right`()
    throws
  {
    let failure = try whileBuilding {
      try ada.store.write { _, transaction in
        guard try holdsSecret(transaction) else { return [] }
        return [EventDraft(.thingErased, item), EventDraft(.itemDeleted, item)]
      } != nil
    }
    #expect(failure as? StoreError == .rebuiltElsewhere)
    #expect(try !ada.store.environment.read { try holdsSecret($0) })
    try expectNothing(in: ada)
  }

  /// The generation that is built beside the first.
  private static let next = Table(name: ViewEntry.tableName(.items, 2))

  private func holdsSecret(_ transaction: borrowing ReadTransaction) throws -> Bool {
    let sought = Array(Self.secret.utf8)
    var isFound = false
    try transaction.scan(Self.next) { _, value in
      isFound = value.array().firstRange(of: sought) != nil
      return isFound ? .stop : .next
    }
    return isFound
  }

  /// A store as a build leaves it that is killed when it has written the secret.
  private func killedBuild() throws -> SimulatedReplica {
    let failure = try whileBuilding {
      // Who is the writer finds the file as the last commit left it.
      try ada.store.environment.write { transaction in
        guard try holdsSecret(transaction.reading) else { return false }
        _ = try ada.copied(bytesTo: "killed")
        return true
      }
    }
    try #require(failure == nil)
    let machine = SimulatedMachine(now: ada.machine.now, seed: 3)
    return try SimulatedReplica(opening: "\(folder.path)/killed", in: folder, machine)
  }

  /// Builds the items again and again on another thread, each time in many transactions, until
  /// `attempt` succeeds; gives what the building threw.
  private func whileBuilding(_ attempt: () throws -> Bool) throws -> (any Error)? {
    let (store, ended) = (ada.store, DispatchSemaphore(value: 0))
    let isOver = Atomic(false)
    let failure = Mutex<(any Error)?>(nil)
    Thread.detachNewThread {
      defer { ended.signal() }
      do {
        while !isOver.load(ordering: .relaxed) {
          try store.rebuild([.items], isDryRun: true, byteLimit: 1)
        }
      } catch {
        failure.withLock { $0 = error }
      }
    }
    let deadline = ContinuousClock.now + .seconds(60)
    let result = Result {
      while try !attempt() {
        try #require(ContinuousClock.now < deadline, "no build was met in the middle")
      }
    }
    isOver.store(true, ordering: .relaxed)
    ended.wait()
    try result.get()
    return failure.withLock { $0 }
  }

  /// Checks that the build is given up, that the file holds nothing of the secret once its free
  /// pages are overwritten, and that the views are right.
  private func expectNothing(in replica: SimulatedReplica) throws {
    let store = replica.store
    try store.overwriteFreePages()
    let isClaimed = try store.environment.read {
      try $0.contains(MetaKey.build(ViewName.items.rawValue), in: store.tables.meta)
    }
    #expect(!isClaimed)
    let bytes = try FileSystem.readFile("\(store.path)/data.mdb", limit: 1 << 30)
    #expect(bytes.firstRange(of: Array(Self.secret.utf8)) == nil)
    #expect(try store.verify().problems.isEmpty)
    for report in try store.rebuildViews() { #expect(report.differences == 0) }
  }
}
