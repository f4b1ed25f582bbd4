import Daybook
import DaybookEvents
import DaybookLog
import DaybookSystem
import LMDB
import Simulation
import TestSupport
import Testing

/// Numbers in a damaged file that cannot be true.
struct HostileSalvageTests {
  private let folder: ScratchFolder
  private let replica: SimulatedReplica

  init() throws {
    folder = try ScratchFolder()
    replica = try SimulatedReplica("store", in: folder, seed: 1)
    for number in 0..<5 { try replica.write(Sample.captured(Sample.items[0], title: "\(number)")) }
  }

  private var path: String { replica.store.path }
  private var witness: String { path + "/witness" }

  private func expectWhole(_ note: Comment) throws {
    let found = try FileExamination(storeAt: path)
    #expect(found.missing.isEmpty && found.eventCount == 5, note)
    let identity = try replica.identity
    let heads = Witness(storeAt: path).heads()
    #expect(heads.keys.allSatisfy { $0 == identity }, note)
    #expect(heads.values.allSatisfy { $0.sequence <= 5 }, note)
  }

  /// What the record of a log says that is not there.
  struct Numbers {
    var parent: LogNumber?
    let fork: UInt64
    let head: UInt64
  }

  @Test(arguments: [
    Numbers(parent: 0, fork: 0, head: 5), Numbers(fork: 1, head: .max),
    Numbers(parent: 0, fork: .max, head: .max), Numbers(fork: 1, head: 1 << 62),
    Numbers(parent: 9, fork: 3, head: 4), Numbers(fork: 9, head: 2),
  ])
  func `a record of a log that cannot be is passed over`(_ numbers: Numbers) throws {
    let key = try #require(ReplicaKey(secret: Array(repeating: 7, count: 32)))
    let record = Sample.message { wire in
      wire.fixed64(1, ReplicaID(publicKey: key.publicKey).rawValue)
      wire.bytes(2, key.publicKey)
      if let parent = numbers.parent { wire.varint(4, UInt64(parent) + 1) }
      wire.varint(5, numbers.fork)
      wire.varint(6, numbers.head)
      wire.bytes(7, Array(repeating: 1, count: 32))
      wire.bytes(10, Array(repeating: 1, count: 32))
    }
    let tables = replica.store.tables
    try replica.store.environment.write {
      try $0.put(MetaKey.log(7), record, in: tables.meta)
    }
    try expectWhole("\(numbers)")
  }

  @Test func `a flipped bit in the witness invents no event`() throws {
    let sound = try FileSystem.readFile(witness, limit: 1 << 16)
    #expect(sound.count == 5 * 96)
    for index in sound.count - 96..<sound.count {
      var flipped = sound
      flipped[index] ^= 1 << UInt8(index % 8)
      try FileSystem.writeFileAtomically(witness, flipped)
      try expectWhole("byte \(index)")
    }
    for bit in 0..<64 {
      var flipped = sound
      flipped[sound.count - 88 + bit / 8] ^= 1 << UInt8(bit % 8)
      try FileSystem.writeFileAtomically(witness, flipped)
      try expectWhole("bit \(bit)")
    }
  }

  @Test func `a witness without checks is read, and not believed where events would be missing`()
    throws
  {
    let sound = try FileSystem.readFile(witness, limit: 1 << 16)
    var older: [UInt8] = []
    for start in stride(from: 0, to: sound.count, by: 96) { older += sound[start..<start + 48] }
    try FileSystem.writeFileAtomically(witness, older)
    #expect(Witness(storeAt: path).heads()[try replica.identity]?.sequence == 5)
    try expectWhole("as it was")
    older[older.count - 33] ^= 0x40
    try FileSystem.writeFileAtomically(witness, older)
    #expect(try FileExamination(storeAt: path).missing.isEmpty)
    // What is written next has its check.
    try replica.write(Sample.captured(Sample.items[0], title: "six"))
    #expect(Witness(storeAt: path).heads(isProven: true)[try replica.identity]?.sequence == 6)
  }

  @Test func `the most events that can be missing are counted`() throws {
    let all = WithheldEvents(replica: ReplicaID(rawValue: 1), sequences: 0...(.max))
    #expect(all.count == .max && [all, all].eventCount == .max)
    let one = WithheldEvents(replica: ReplicaID(rawValue: 1), sequences: 7...7)
    #expect(one.count == 1 && [one, one].eventCount == 2)
  }
}
