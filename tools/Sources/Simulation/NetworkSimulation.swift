import Daybook
import DaybookEvents
import DaybookLog
import DaybookSync
import LMDB
import TestSupport

/// Several machines that write, and keep in step through servers over bad ways, by the code that
/// does so in the product. They stop at any point, are copied, come back from old backups and are
/// lost; servers lose what they hold. Then the faults end.
///
/// What must hold: within three rounds for each server all machines hold the same and show what the
/// reference model says; whatever was acknowledged and held by a machine that is left is there;
/// every losing write is listed; nothing waits for ever; each machine knows that it is in step.
package struct NetworkSimulation {
  /// A machine.
  struct Member {
    var replica: SimulatedReplica
    /// The servers that it knows.
    let servers: [Int]
    /// Milliseconds its clock jumps at most.
    let stride: Int
    /// The commands that are applied, as far as was looked.
    var applied: Set<Int> = []
    /// An earlier state of it, with what was applied then.
    var backup: (path: String, applied: Set<Int>)?
  }

  /// What happened.
  package internal(set) var tally = NetworkTally()
  /// Hears of every step, where somebody wants to know.
  package var trace: ((String) -> Void)?
  /// Whether the ways do not get better at the end: then machines may differ, which is noticed.
  package var waysStayBad = false
  /// What must not have happened.
  package private(set) var problems: [String] = []

  var random: SeededGenerator
  var members: [Member] = []
  var commands: [ModelCommand] = []
  /// Commands that no machine that is left may hold: their machine was lost, or set back.
  var loose: Set<Int> = []
  private var events: SimulatedEvents
  var stranger: Scribe
  /// What a replica of a newer program wrote, which nobody here understands: its commands, and the
  /// segments that they are in.
  var strange: (commands: Set<Int>, segments: [Segment]) = ([], [])
  let servers: [SimulatedServer]
  let folder: ScratchFolder
  var images = 0
  private let faults: LinkFaults

  /// A household that follows from a seed.
  package init(seed: UInt64, faults: LinkFaults = .usual) throws {
    random = SeededGenerator(seed: seed)
    events = SimulatedEvents(random: SeededGenerator(seed: random.next()))
    stranger = Scribe(seed: random.next())
    folder = try ScratchFolder()
    self.faults = faults
    let count = random.isOne(in: 3) ? 2 : 1
    servers = (0..<count).map { _ in SimulatedServer() }
    let day = 86_400_000
    for index in 0..<(2 + random.below(random.isOne(in: 3) ? 6 : 3)) {
      let skew = random.isOne(in: 2) ? 0 : random.below(801 * day) - 400 * day
      let replica = try SimulatedReplica(
        "m\(index)", in: folder, now: Int64(1_700_000_000_000 + skew), seed: random.next())
      replica.machine.offsetMinutes = random.pick([0, 120, -480])
      var known = Array(0..<count)
      // The second machine knows all servers; others may know one alone.
      if count > 1, index != 1, random.isOne(in: 2) { known = [random.below(count)] }
      for server in known {
        try replica.store.addRemote("s\(server)", at: .folder(path: "/s\(server)"))
      }
      members.append(
        Member(replica: replica, servers: known, stride: random.pick([0, 1, 5_000, day])))
    }
  }

  /// Random work over bad ways; then three rounds over good ones.
  package mutating func run() throws {
    for _ in 0..<(10 + random.below(25)) {
      let index = random.below(members.count)
      moveClock(of: index)
      switch random.below(20) {
      case 0..<9: try write(at: index)
      case 9..<16: try sync(index, with: random.pick(members[index].servers), faults)
      case 16: try backUpOrRestore(index)
      case 17: try copyOrLose(index)
      case 18: try loseOnServer()
      default: try publishFromNewerProgram(index)
      }
      if !problems.isEmpty { return }
    }
    try settle()
  }

  /// What was wrong, for whoever looks for it.
  package mutating func expect(_ isTrue: Bool, _ complaint: @autoclosure () -> String) {
    if !isTrue { problems.append(complaint()) }
  }

  private mutating func settle() throws {
    let faults = waysStayBad ? LinkFaults.usual : LinkFaults()
    // Through two servers what one machine wrote comes to a third by way of a second.
    for _ in 0..<3 * servers.count {
      for index in members.indices {
        for server in members[index].servers {
          try sync(index, with: server, faults)
        }
      }
    }
    try check()
  }

  private mutating func moveClock(of index: Int) {
    let machine = members[index].replica.machine
    var now = machine.now + Int64(random.below(members[index].stride + 1))
    if random.isOne(in: 15) { now -= 3_600_000 }
    if random.isOne(in: 40) { now += Int64(random.below(801) - 400) * 86_400_000 }
    machine.now = now
  }

  private mutating func write(at index: Int) throws {
    let drafted = (0..<(random.isOne(in: 3) ? 1 + random.below(4) : 1)).map { _ in events.next() }
    let store = members[index].replica.store
    if random.isOne(in: 12) {
      // The machine stops before the commit: nobody was told that it is kept.
      let before = try members[index].replica.heads
      do {
        try store.write { _, _ in throw TestFailure.notFound }
      } catch TestFailure.notFound {
        tally.crashes += 1
      }
      expect(try members[index].replica.heads == before, "a command that failed left something")
    }
    let reason: Batch.Reason? = random.isOne(in: 4) ? .import : nil
    let receipt = try store.write(reason: reason) { _, _ in drafted.map(\.draft) }
    guard let receipt else { throw TestFailure.nothingWritten }
    let written = try store.read { moment, transaction in
      try zip(receipt.events, drafted).map { name, event in
        guard let kept = try moment.log.event(named: name, moment.state, transaction) else {
          throw TestFailure.notFound
        }
        return ModelCommand.ModelEvent(
          name: name, header: kept.header, kind: event.draft.kind, entity: kept.header.entity,
          writes: event.writes, correction: nil, withdrawn: event.withdrawn)
      }
    }
    for event in written where event.kind == .cardReviewed {
      events.reviews.append((event.entity, Review.id(of: event.name)))
    }
    let number = commands.count
    commands.append(
      ModelCommand(
        events: written, isRuleMade: reason != nil, observed: members[index].applied,
        previous: nil))
    members[index].applied.insert(number)
    tally.commands += 1
    trace?("\(index) writes command \(number): \(receipt.events) on \(members[index].applied)")
  }

  /// One round with a server, or a look at what it would do.
  private mutating func sync(_ index: Int, with server: Int, _ faults: LinkFaults) throws {
    let replica = members[index].replica
    guard let record = try replica.store.remotes().first(where: { $0.name == "s\(server)" }) else {
      throw TestFailure.notFound
    }
    var image: String?
    images += 1
    let name = "image\(images)"
    let remote = SimulatedRemote(servers[server], faults, SeededGenerator(seed: random.next())) {
      image = try image ?? replica.copied(bytesTo: name)
    }
    var options = Sync.Options()
    if random.isOne(in: 2) { options.eventLimit = 1 + random.below(8) }
    var sync = Sync(replica.store, with: record, through: remote, options: options)
    let isDryRun = faults.cut > 0 && random.isOne(in: 10)
    let before = isDryRun ? try replica.heads : []
    do {
      let report = try sync.run(isDryRun: isDryRun)
      trace?(
        "\(index) syncs with \(record.name)\(isDryRun ? " for a look" : ""): "
          + "\(report.merge.appliedEvents) came, \(report.publish.events) went, "
          + "\(report.merge.waitingCommands) wait, \(report.problems.count) damaged"
          + (report.merge.tookNewIdentity ? ", new identity" : ""))
      tally.syncs += 1
      tally.refused += report.problems.count
    } catch let error as RemoteError {
      trace?("\(index) syncs with \(record.name): \(error)")
      tally.cut += 1
      expect(faults.cut > 0, "a good way was cut")
    }
    if isDryRun { expect(try replica.heads == before, "a look changed something") }
    if let image {
      trace?("\(index) stops meanwhile, and goes on from \(image.suffix(10))")
      tally.crashes += 1
      members[index].replica = try SimulatedReplica(
        opening: image, in: folder, replica.machine)
    }
    try look(index)
  }

  /// Notes what a machine holds by now; it never lets go of anything.
  mutating func look(_ index: Int) throws {
    let applied = try applied(at: members[index].replica)
    let gone = members[index].applied.subtracting(applied)
    expect(gone.isEmpty, "machine \(index) lost commands \(gone.sorted())")
    members[index].applied = applied
  }

  /// The commands of which all events are in a store's log.
  func applied(at replica: SimulatedReplica) throws -> Set<Int> {
    try replica.store.read { moment, transaction in
      try commands.indices.filterSet { number in
        guard let last = commands[number].events.last?.name else { return false }
        return try moment.log.locate(last, moment.state, transaction) != nil
      }
    }
  }
}

extension Range<Int> {
  fileprivate func filterSet(_ isWanted: (Int) throws -> Bool) rethrows -> Set<Int> {
    Set(try filter(isWanted))
  }
}
