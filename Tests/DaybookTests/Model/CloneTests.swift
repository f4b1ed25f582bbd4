import Daybook
import DaybookEvents
import DaybookLog
import DaybookSystem
import LMDB
import Simulation
import Synchronization
import TestSupport
import Testing

/// Stores whose folders were copied, at random and on purpose.
struct CloneTests {
  static let batches = 8
  /// How many clones are made in all.
  private static let clones = Host.environment("DAYBOOK_CLONES").flatMap(Int.init) ?? 1_000

  /// A family of clones that write, copy themselves and meet now and then.
  private struct Family {
    var random: SeededGenerator
    let folder: ScratchFolder
    var members: [SimulatedReplica]
    /// What was written, each title once.
    var titles: Set<String> = []

    init(seed: UInt64) throws {
      random = SeededGenerator(seed: seed)
      folder = try ScratchFolder()
      members = [try SimulatedReplica("0", in: folder, seed: random.next())]
    }

    mutating func write() throws {
      let (member, title) = (random.pick(members), "title \(titles.count)")
      member.machine.now += Int64(random.below(100_000))
      try member.write(
        Sample.captured(EntityID(name: "item", title), title: title),
        Sample.edited(random.pick(Sample.items), title: title))
      titles.insert(title)
    }

    mutating func copy() throws {
      let original = random.pick(members)
      members.append(try original.copied(to: "\(members.count)", seed: random.next()))
    }

    mutating func meet() throws {
      try random.pick(members).merge(from: random.pick(members))
    }

    /// Everything to everybody, by one of them, in any order.
    mutating func exchange() throws {
      let center = random.pick(members)
      for _ in 0..<2 {
        for member in members.shuffled(using: &random) where member !== center {
          try center.merge(from: member)
        }
        for member in members.shuffled(using: &random) where member !== center {
          try member.merge(from: center)
        }
      }
    }
  }

  @Test(arguments: 0..<batches)
  func `clones of clones, found late and merged in any order, end equal and lose nothing`(
    batch: Int
  ) throws {
    var made = 0
    var seed = UInt64(batch)
    while made < Self.clones / Self.batches {
      var family = try Family(seed: seed)
      for _ in 0..<8 {
        for _ in 0...family.random.below(3) { try family.write() }
        try family.copy()
        if family.random.isOne(in: 4) { try family.meet() }
      }
      for _ in 0..<4 { try family.write() }
      try family.exchange()
      // Nobody writes under an id that somebody else writes under too.
      for member in family.members {
        try member.write(Sample.tagged(Sample.items[0], "after"))
      }
      try family.exchange()
      let prints = Set(try family.members.map { try $0.fingerprint })
      #expect(prints.count == 1, "seed \(seed)")
      #expect(Set(try family.members.map { try $0.heads }).count == 1)
      let expected = UInt64(family.titles.count * 2 + family.members.count)
      for member in family.members {
        #expect(try member.state.eventCount == expected, "seed \(seed)")
        #expect(try member.state.waitingCommands == 0)
      }
      let member = family.random.pick(family.members)
      for title in family.titles {
        let row = RowKey(.item, EntityID(name: "item", title))
        #expect(try member.value(row, .title) == Array(title.utf8))
      }
      #expect(try member.store.read { try $0.log.verify($0.state, $1) }.isEmpty)
      made += family.members.count - 1
      seed += UInt64(Self.batches)
    }
  }

  @Test func `a copy takes a new id at its first write, and the original keeps its own`() throws {
    let folder = try ScratchFolder()
    let machine = SimulatedMachine(now: 1_700_000_000_000, seed: 1)
    let home: @Sendable (String) -> [UInt8]? = { Array($0.utf8) }
    let path = try SimulatedReplica("ada", in: folder, seed: 2).store.path
    let ada = try SimulatedReplica(opening: path, in: folder, machine, home: home)
    try ada.write(Sample.captured(Sample.items[0], title: "before"))
    let old = try ada.identity
    let copied = try ada.copied(bytesTo: "copy")
    let reasons = Mutex<[NewIdentityReason]>([])
    var options = StoreOptions(replicaName: "copy")
    options.home = home
    options.onNewIdentity = { reason in reasons.withLock { $0.append(reason) } }
    let copy = try Store.open(at: copied, options: options)
    #expect(reasons.withLock { $0 }.isEmpty, "reading tells nobody anything")
    for title in ["1", "2"] {
      try copy.write { _, _ in [Sample.edited(Sample.items[0], title: title)] }
    }
    #expect(reasons.withLock { $0 } == [.copied])
    let new = try copy.environment.read { try StoreIdentity(copy.tables, $0).replica }
    #expect(new != old)
    try ada.write(Sample.edited(Sample.items[0], title: "original"))
    #expect(try ada.identity == old)
    #expect(try copy.read { moment, _ in moment.state.numbers(of: old).count } == 1)
  }
}
