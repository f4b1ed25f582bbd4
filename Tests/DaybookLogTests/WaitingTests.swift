import Daybook
import DaybookEvents
import DaybookLog
import Simulation
import TestSupport
import Testing

struct WaitingTests {
  let folder: ScratchFolder
  let item = Sample.items[0]
  var row: RowKey { RowKey(.item, item) }

  init() throws { folder = try ScratchFolder() }

  @Test func `a write wins over all that it observed through others, in every order`() throws {
    var (ada, ben, cleo) = (Scribe(seed: 1), Scribe(seed: 2), Scribe(seed: 3))
    // The first writer's clock is far ahead, so that only what was observed can decide.
    ada.stamp += 1 << 40
    let first = try ada.command(Sample.captured(item, title: "a"))
    let second = try ben.command(Sample.edited(item, title: "b"), observing: [ada.head])
    let third = try cleo.command(Sample.edited(item, title: "c"), observing: [ben.head])
    let orders = [[2, 1, 0], [0, 1, 2], [2, 0, 1], [1, 2, 0], [0, 2, 1], [1, 0, 2]]
    var prints: Set<String> = []
    for (number, order) in orders.enumerated() {
      let replica = try SimulatedReplica("r\(number)", in: folder, seed: UInt64(number))
      for index in order { try replica.merge([[first, second, third][index]]) }
      #expect(try replica.value(row, .title) == Array("c".utf8))
      #expect(try replica.conflicts.isEmpty)
      #expect(try replica.state.waitingCommands == 0)
      prints.insert(try replica.fingerprint)
    }
    #expect(prints.count == 1)
  }

  @Test func `what waits is relayed by a store that never applied its causes`() throws {
    let ada = try SimulatedReplica("ada", in: folder, seed: 1)
    let ben = try SimulatedReplica("ben", in: folder, seed: 2)
    let cleo = try SimulatedReplica("cleo", in: folder, seed: 3)
    let dora = try SimulatedReplica("dora", in: folder, seed: 4)
    try ada.write(Sample.captured(item, title: "a"))
    let cause = try ada.segments()
    try ben.merge(cause)
    try ben.write(Sample.edited(item, title: "b"))
    try ben.write(Sample.edited(item, body: "more"))
    let written = try ben.segments().filter { $0.firstSequence == 1 && $0.events.count == 2 }
    try cleo.merge(written)
    #expect(try cleo.state.waitingCommands == 2)
    #expect(try cleo.state.eventCount == 0)
    try dora.merge(from: cleo)
    #expect(try dora.state.waitingCommands == 2)
    try dora.merge(cause)
    #expect(try dora.value(row, .title) == Array("b".utf8))
    #expect(try dora.state.waitingCommands == 0)
    #expect(try dora.fingerprint == ben.fingerprint)
  }

  @Test func `both branches of a fork that waits are relayed`() throws {
    var ada = Scribe(seed: 1)
    let cause = try ada.command(Sample.captured(item, title: "a"))
    var ben = Scribe(seed: 2)
    var other = ben
    other.stamp += 9
    var left = try ben.command(Sample.edited(item, title: "left"), observing: [ada.head])
    var right = try other.command(Sample.edited(item, title: "right"), observing: [ada.head])
    for number in 0..<3 {
      left = left.joined(try ben.command(Sample.edited(item, body: "left \(number)")))
      right = right.joined(try other.command(Sample.edited(item, body: "right \(number)")))
    }
    let relay = try SimulatedReplica("relay", in: folder, seed: 3)
    let goal = try SimulatedReplica("goal", in: folder, seed: 4)
    try relay.merge([left, right])
    #expect(try relay.state.waitingCommands == 8)
    try goal.merge(from: relay)
    #expect(try goal.state.waitingCommands == 8)
    try goal.merge([cause])
    #expect(try goal.state.eventCount == 9)
    #expect(try goal.heads.count == 3)
  }

  @Test func `a log half applied is relayed with what waits behind it`() throws {
    var ada = Scribe(seed: 1)
    var ben = Scribe(seed: 2)
    let cause = try ada.command(Sample.captured(item, title: "a"))
    let free = try ben.command(Sample.tagged(item, "a"))
    let bound = try ben.command(Sample.edited(item, title: "b"), observing: [ada.head])
    let relay = try SimulatedReplica("relay", in: folder, seed: 3)
    let goal = try SimulatedReplica("goal", in: folder, seed: 4)
    try relay.merge([free.joined(bound)])
    #expect(try relay.state.eventCount == 1)
    try goal.merge(from: relay)
    try goal.merge([cause])
    #expect(try goal.state.eventCount == 3)
    #expect(try goal.state.waitingCommands == 0)
  }

  @Test func `an event without its payload waits until a peer sends it whole`() throws {
    var ada = Scribe(seed: 1)
    let first = try ada.command(Sample.captured(item, title: "a"))
    let second = try ada.command(Sample.edited(item, body: "b"))
    let replica = try SimulatedReplica(in: folder, seed: 3)
    try replica.merge([try first.erased, second])
    #expect(try replica.state.waitingCommands == 2)
    #expect(try replica.record(row).isEmpty)
    try replica.merge([first])
    #expect(try replica.state.waitingCommands == 0)
    #expect(try replica.value(row, .body) == Array("b".utf8))
  }

  @Test func `a payload that came while its causes were missing is not lost`() throws {
    var (ada, ben) = (Scribe(seed: 1), Scribe(seed: 2))
    let cause = try ada.command(Sample.captured(item, title: "a"))
    let first = try ben.command(Sample.edited(item, title: "b"), observing: [ada.head])
    let both = first.joined(try ben.command(Sample.edited(item, body: "b")))
    for order in [[try first.erased, both], [both, try first.erased]] {
      let replica = try SimulatedReplica("r\(order[0].events.count)", in: folder, seed: 3)
      for segment in order { try replica.merge([segment]) }
      #expect(try replica.state.waitingCommands == 2)
      try replica.merge([cause])
      #expect(try replica.state.waitingCommands == 0)
      #expect(try replica.value(row, .title) == Array("b".utf8))
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func `two logs that answer each other for years merge without trying all again`() throws {
    var (ada, ben) = (Scribe(seed: 1), Scribe(seed: 2))
    var (left, right): (Segment?, Segment?)
    for number in 0..<3000 {
      let said = try ada.command(
        Sample.edited(item, title: "\(number)"), observing: number == 0 ? [] : [ben.head])
      left = left?.joined(said) ?? said
      let answer = try ben.command(Sample.edited(item, title: "re"), observing: [ada.head])
      right = right?.joined(answer) ?? answer
    }
    let replica = try SimulatedReplica(in: folder, seed: 3)
    let clock = ContinuousClock()
    let time = try clock.measure { try replica.merge([left, right].compactMap { $0 }) }
    #expect(try replica.state.eventCount == 6000)
    #expect(time < .seconds(5), "took \(time)")
  }

  @Test func `a machine that is heard of for the first time is named, once`() throws {
    let ada = try SimulatedReplica("ada", in: folder, seed: 1)
    let ben = try SimulatedReplica("ben", in: folder, seed: 2)
    try ada.write(Sample.captured(item, title: "a"))
    let preview = try ben.merge(try ada.segments(), isDryRun: true).firstContacts
    let contacts = try ben.merge(from: ada).firstContacts
    #expect(preview == contacts && contacts.count == 1)
    #expect(contacts.first?.name == "ada")
    #expect(try contacts.first?.replica == ada.identity)
    #expect(contacts.first.map { ReplicaID(publicKey: $0.publicKey) } == contacts.first?.replica)
    try ada.write(Sample.edited(item, title: "b"))
    #expect(try ben.merge(from: ada).firstContacts.isEmpty)
  }
}
