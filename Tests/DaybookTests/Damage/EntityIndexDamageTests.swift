import Daybook
import DaybookEvents
import DaybookLog
import DaybookSystem
import LMDB
import Simulation
import TestSupport
import Testing

/// Bits that flip in the index of things' histories.
struct EntityIndexDamageTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// Writes to three things again and again, to one of them so often that it has several rows.
  private func writeThings(_ replica: SimulatedReplica) throws -> [EntityID] {
    let things = try (0..<3).map { _ in try replica.store.capture(ItemChange()) }
    for round in 0..<150 {
      for (number, thing) in things.enumerated() where number == 0 || round < 5 {
        var change = ItemChange()
        change.title = Text("\(number) for the \(round). time")
        try replica.store.edit(thing, change)
      }
    }
    return things
  }

  /// The events about each thing; nil where damage was noticed.
  private func histories(_ store: Store, _ things: [EntityID]) throws -> [[UInt64]?] {
    try things.map { thing in
      var positions: [UInt64] = []
      do {
        try store.read { moment, transaction in
          try moment.log.scanHistory(of: thing, transaction) { event, _ in
            positions.append(event.position)
            return .next
          }
        }
        return positions
      } catch StoreFailure.damaged {
        return nil
      }
    }
  }

  /// A1.
  @Test func `a flipped bit in the index is noticed by whoever reads a history`() throws {
    let replica = try SimulatedReplica("whole", in: folder, seed: 1)
    let things = try writeThings(replica)
    let file = try FileSystem.readFile(replica.store.path + "/data.mdb", limit: 1 << 30)
    let sound = try histories(replica.store, things)
    #expect(sound.map { $0?.count } == [151, 6, 6])
    var noticed = 0
    // Rows that are in use no more lie about, too.
    let places = things.flatMap { file.ranges(of: $0.key).map(\.lowerBound) }
    for (turn, place) in places.enumerated() {
      for byte in stride(from: turn % 3, to: 28, by: 3) {
        let path = try replica.copied(bytesTo: "copy \(turn) \(byte)")
        var damaged = file
        damaged[place + byte] ^= 1 << UInt8((byte + turn) % 8)
        try FileSystem.writeFileAtomically(path + "/data.mdb", damaged)
        let copy = try SimulatedReplica(
          opening: path, in: folder, SimulatedMachine(now: replica.machine.now, seed: 2))
        for (found, sound) in zip(try histories(copy.store, things), sound) {
          #expect(found == nil || found == sound, "byte \(byte) at \(place)")
          if found == nil { noticed += 1 }
        }
      }
    }
    #expect(noticed > 20)
  }

  /// A5.
  @Test func `a key of the index that is too short ends no reader`() throws {
    let replica = try SimulatedReplica("short", in: folder, seed: 1)
    let thing = try replica.store.capture(ItemChange())
    let tables = replica.store.tables
    try replica.store.environment.write { transaction in
      try transaction.put(Array(thing.key.prefix(5)), [1], in: tables.entity)
    }
    #expect(throws: StoreFailure.damaged) {
      try replica.store.read { moment, transaction in
        try moment.resolve(String(thing.handleDigits.prefix(4)), transaction)
      }
    }
  }
}
