import Daybook
import DaybookEvents
import DaybookLog
import Simulation
import TestSupport

/// Several replicas that write, meet in part, are copied and lost; beside them, what each of them
/// must hold by the rules.
struct Simulation {
  /// One replica, and what it must have received and applied.
  struct Member {
    let replica: SimulatedReplica
    var held: Set<Int> = []
    /// Of commands that it holds and did not write, the events that came with their payloads.
    var payloads: [Int: Set<Int>] = [:]
    var applied: Set<Int> = []
    var identity: ReplicaID
    /// Milliseconds its clock jumps at most.
    let stride: Int
  }

  var random: SeededGenerator
  var events: SimulatedEvents
  var members: [Member] = []
  var commands: [ModelCommand] = []
  /// Of each command: its segment with the writer's signature, and the command before it.
  var segments: [(segment: Segment, previous: Int?)] = []
  /// Which command an event is of, and where in it: by its bytes, and by those that an erasure
  /// leaves.
  var placeOfEvent: [[UInt8]: (command: Int, index: Int)] = [:]
  var lastOfLink: [Link: Int] = [:]
  var problems: [String] = []
  var copies = 0
  let folder: ScratchFolder

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    events = SimulatedEvents(random: SeededGenerator(seed: random.next()))
    folder = try ScratchFolder()
    let years = 365 * 86_400_000
    let skews = [0, 0, 0, 3_600_000, -3_600_000, 3 * years, -2 * years, years / 2]
    for index in 0..<(3 + random.below(2)) {
      var now = Int64(1_700_000_000_000 + random.pick(skews))
      if random.isOne(in: 12) { now = 0 }
      if random.isOne(in: 12) { now = 4_102_444_800_000 }
      let replica = try SimulatedReplica(
        "r\(index)", in: folder, now: now, seed: random.next())
      replica.machine.offsetMinutes = random.pick([0, 120, -480])
      members.append(
        Member(
          replica: replica, identity: try replica.identity,
          stride: random.pick([0, 1, 5000, 86_400_000])))
    }
  }

  /// Random work; then everything is exchanged.
  mutating func run() throws {
    for _ in 0..<(15 + random.below(35)) {
      let index = random.below(members.count)
      moveClock(of: index)
      switch random.below(20) {
      case 0: try correct(at: index)
      case 1..<10: try write(at: index)
      case 10: try withdraw(at: index)
      case 11..<15: try meet(index, random.below(members.count))
      case 15..<18: try overhear(index)
      case 18: if members.count < 6 { try copy(index) }
      default: if random.isOne(in: 3), members.count > 2 { members.remove(at: index) }
      }
      if !problems.isEmpty { return }
    }
    try exchange()
  }

  private mutating func moveClock(of index: Int) {
    let machine = members[index].replica.machine
    var now = machine.now + Int64(random.below(members[index].stride + 1))
    if random.isOne(in: 15) { now -= 3_600_000 }
    if random.isOne(in: 60) { now = random.pick([0, 4_102_444_800_000, 1_700_000_000_000]) }
    machine.now = now
  }

  private mutating func write(at index: Int) throws {
    try write(
      (0..<(random.isOne(in: 3) ? 1 + random.below(4) : 1)).map { _ in events.next() }, at: index)
  }

  mutating func write(_ drafted: [SimulatedEvent], at index: Int) throws {
    let reason: Batch.Reason? = random.isOne(in: 4) ? .import : nil
    let replica = members[index].replica
    var before = LocalVector()
    let receipt = try replica.store.write(reason: reason) { moment, _ in
      before = moment.state.vector
      return drafted.map(\.draft)
    }
    guard let receipt else { throw TestFailure.nothingWritten }
    var written: [ModelCommand.ModelEvent] = []
    let segment = try replica.store.read { moment, transaction in
      written = []
      for (name, event) in zip(receipt.events, drafted) {
        guard let kept = try moment.log.event(named: name, moment.state, transaction) else {
          throw TestFailure.notFound
        }
        written.append(
          ModelCommand.ModelEvent(
            name: name, header: kept.header, kind: event.draft.kind, entity: kept.header.entity,
            writes: event.writes,
            correction: kept.withPayload { ClockCorrection(kept.header, $0) } ?? nil,
            withdrawn: event.withdrawn))
      }
      var found: Segment?
      try moment.log.segments(lackedBy: before, moment.state, transaction) {
        if $0.firstSequence == receipt.events[0].sequence, found == nil,
          $0.replica == receipt.events[0].replica
        {
          found = $0
        }
      }
      guard let found else { throw TestFailure.notFound }
      return found
    }
    record(written, segment, isRuleMade: reason != nil, by: index)
  }

  private mutating func record(
    _ written: [ModelCommand.ModelEvent], _ segment: Segment, isRuleMade: Bool, by index: Int
  ) {
    let number = commands.count
    commands.append(
      ModelCommand(
        events: written, isRuleMade: isRuleMade, observed: members[index].applied,
        previous: lastOfLink[segment.previous]))
    // Whose own clock was corrected goes on under another id.
    members[index].identity = segment.replica
    for (index, (event, bytes)) in zip(written, segment.events).enumerated() {
      guard let parts = try? EventBytes(reading: bytes.span),  // our own: it can be read
        let header = try? EventHeader(reading: bytes.span, in: parts.header),  // as above
        let erased = parts.erased(bytes.span)
      else { continue }
      placeOfEvent[bytes] = (number, index)
      placeOfEvent[erased] = (number, index)
      if header.knownKind == .cardReviewed {
        events.reviews.append((header.entity, Review.id(of: event.name)))
      }
    }
    segments.append((segment, commands[number].previous))
    if let link = try? segment.verified().last?.link {  // our own: it is sound
      lastOfLink[link] = number
    }
    members[index].held.insert(number)
    members[index].payloads[number] = Set(written.indices)
    members[index].applied.insert(number)
  }

  private mutating func copy(_ index: Int) throws {
    copies += 1
    var member = members[index]
    let replica = try member.replica.copied(
      to: "copy\(copies)", seed: random.next())
    member = Member(
      replica: replica, held: member.held, payloads: member.payloads, applied: member.applied,
      identity: try replica.identity, stride: member.stride)
    members.append(member)
  }

  /// Takes over some of what a peer has.
  private mutating func meet(_ index: Int, _ other: Int) throws {
    let peer = members[other].replica
    var offered = try peer.segments(
      lackedBy: random.isOne(in: 5) ? [] : try members[index].replica.heads)
    switch random.below(6) {
    case 0:
      let chosen = offered.randomElement(using: &random)?.replica
      offered = offered.filter { $0.replica == chosen }
    case 1: offered.shuffle(using: &random)
    case 2: offered += offered.shuffled(using: &random)
    case 3: offered = Array(offered.prefix(random.below(offered.count + 1)))
    default: break
    }
    try deliver(offered, to: index)
  }

  /// Takes over stretches of logs, cut where the writer signed, without what they observed.
  private mutating func overhear(_ index: Int) throws {
    guard !segments.isEmpty else { return }
    var offered: [Segment] = []
    for _ in 0...random.below(3) {
      var number = random.below(segments.count)
      var stretch = segments[number].segment
      for _ in 0..<random.below(4) {
        guard let previous = segments[number].previous else { break }
        let before = segments[previous].segment
        stretch.events = before.events + stretch.events
        stretch.firstSequence = before.firstSequence
        stretch.previous = before.previous
        number = previous
      }
      offered.append(stretch)
    }
    try deliver(offered, to: index)
  }
}
