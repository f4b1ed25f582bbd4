import Daybook
import DaybookEvents
import DaybookLog
import DaybookSync
import TestSupport

/// What befalls machines and servers.
extension NetworkSimulation {
  mutating func backUpOrRestore(_ index: Int) throws {
    let member = members[index]
    images += 1
    guard let backup = member.backup, random.isOne(in: 2) else {
      members[index].backup = (
        try member.replica.copied(bytesTo: "backup\(images)"), member.applied
      )
      return
    }
    tally.restored += 1
    trace?("\(index) goes on from a backup: \(member.applied) becomes \(backup.applied)")
    let old = try SimulatedReplica(opening: backup.path, in: folder, member.replica.machine)
    // Another copy, for the next time.
    let path = try old.copied(bytesTo: "backup\(images)")
    leaveLoose(member.applied.subtracting(backup.applied), besides: index)
    members[index].replica = old
    members[index].applied = backup.applied
    members[index].backup = (path, backup.applied)
  }

  mutating func copyOrLose(_ index: Int) throws {
    var member = members[index]
    // Without a machine that knows all servers those of different ones would never meet.
    let others = members.indices.filter { $0 != index }
    let mayBeLost = others.contains { members[$0].servers.count == servers.count }
    if members.count > 2, random.isOne(in: 3), mayBeLost {
      tally.lost += 1
      trace?("\(index) is lost")
      leaveLoose(member.applied, besides: index)
      members.remove(at: index)
    } else if members.count < 7 {
      tally.copied += 1
      trace?("\(index) is copied as \(members.count)")
      images += 1
      member.replica = try member.replica.copied(to: "copy\(images)", seed: random.next())
      member.backup = nil
      members.append(member)
    }
  }

  /// Notes commands that no other machine holds: they may be gone for good.
  mutating func leaveLoose(_ gone: Set<Int>, besides index: Int) {
    let kept = members.indices.filter { $0 != index }
      .reduce(into: Set<Int>()) { $0.formUnion(members[$1].applied) }
    loose.formUnion(gone.subtracting(kept))
  }

  mutating func loseOnServer() throws {
    tally.wiped += 1
    trace?("a server is emptied")
    random.pick(servers).lose(all: random.isOne(in: 2), &random)
  }

  /// A replica of a newer program publishes an event of a kind that nobody here knows.
  mutating func publishFromNewerProgram(_ index: Int) throws {
    var header: EventHeader?
    let segment = try stranger.command(
      EventDraft(.itemCaptured, random.pick(Sample.items)),
      change: {
        $0.kind = 60_000
        header = $0
      })
    guard let header else { throw TestFailure.nothingWritten }
    // It writes nothing that anybody here knows of, and goes on from the one before.
    let event = ModelCommand.ModelEvent(
      name: stranger.head, header: header, kind: .clockCorrected, entity: header.entity,
      writes: { _, _ in [] }, correction: nil)
    commands.append(
      ModelCommand(
        events: [event], isRuleMade: false, observed: strange.commands, previous: nil))
    strange.commands.insert(commands.count - 1)
    strange.segments.append(segment)
    // All that it wrote it hands to one machine, and that to the others.
    try members[index].replica.merge(strange.segments)
    try look(index)
    trace?("\(index) is handed command \(commands.count - 1): \(stranger.head)")
    tally.strange += 1
  }
}
