import Daybook
import DaybookEvents
import DaybookLog
import Simulation
import TestSupport
import Testing

/// Forged and damaged segments and bundles.
struct SegmentDamageTests {
  let folder: ScratchFolder
  let item = Sample.items[0]
  let item2 = Sample.items[1]

  init() throws { folder = try ScratchFolder() }

  private func bundle(of replica: SimulatedReplica) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try replica.store.read { moment, transaction in
      bytes = []
      try Bundle.write(
        lackedBy: [], from: moment.log, header: HeadList(moment.state.heads), transaction
      ) { bytes += $0 }
    }
    return bytes
  }

  @Test func `a forged signature is refused and the sound segments are taken`() throws {
    var (ada, ben, eve) = (Scribe(seed: 1), Scribe(seed: 2), Scribe(seed: 3))
    var forged = try ada.command(Sample.captured(item, title: "a"))
    forged.signature = try eve.command(Sample.captured(item, title: "e")).signature
    let sound = try ben.command(Sample.captured(item2, title: "b"))
    let replica = try SimulatedReplica(in: folder, seed: 1)
    let report = try replica.merge([forged, sound])
    #expect(report.refusals == [.segmentForged(replica: ada.replica)])
    #expect(try replica.heads == [ben.head])
  }

  @Test func `a segment cut inside a command is refused and the others are taken`() throws {
    var (ada, ben) = (Scribe(seed: 1), Scribe(seed: 2))
    var cut = try ada.command(
      Sample.captured(item, title: "a"), Sample.captured(item2, title: "a"))
    cut.events.removeLast()
    let bytes = cut.events[0]
    let parts = try EventBytes(reading: bytes.span)
    let digest = parts.verifiedDigest(of: bytes.span) ?? .zero
    let header = Array(bytes[parts.header])
    cut.signature = try ada.key.sign(Link.start.next(header: header.span, digest: digest))
    let sound = try ben.command(Sample.captured(item2, title: "b"))
    let replica = try SimulatedReplica(in: folder, seed: 1)
    let report = try replica.merge([cut, sound])
    #expect(report.refusals == [.segmentMalformed])
    #expect(try replica.heads == [ben.head])
  }

  @Test func `a flipped bit anywhere in a segment is refused or changes nothing`() throws {
    var ada = Scribe(seed: 1)
    let sound = try ada.command(
      Sample.captured(item, title: "a"), Sample.tagged(item, "b"))
    let bytes = sound.encoded()
    var refused = 0
    for index in bytes.indices {
      for bit in 0..<8 {
        var spoiled = bytes
        spoiled[index] ^= 1 << UInt8(bit)
        do {
          let commands = try Segment(reading: spoiled).verified()
          // Only the human name is not vouched for.
          #expect(try Segment(reading: spoiled).events == sound.events)
          #expect(commands.last?.link == ada.link)
        } catch {
          refused += 1
          switch error {
          case .segmentMalformed, .segmentBroken, .segmentForged: break
          default: Issue.record("byte \(index): \(error)")
          }
        }
      }
    }
    #expect(refused > bytes.count * 7)
  }

  @Test func `a bundle cut anywhere gives its sound part and loses nothing`() throws {
    let ada = try SimulatedReplica("ada", in: folder, seed: 1)
    try ada.merge([try soundPart()])
    try ada.write(Sample.captured(item2, title: "mine"))
    let bytes = try bundle(of: ada)
    let goal = try SimulatedReplica("goal", in: folder, seed: 2)
    try goal.write(Sample.captured(item, title: "kept"))
    var counts: Set<UInt64> = []
    for length in 0..<bytes.count {
      do {
        var reader = try Bundle.Reader(MemorySource(Array(bytes.prefix(length))))
        let report = try goal.store.merge(&reader, from: "cut")
        #expect(report.refusals == [.bundleTruncated])
      } catch let error as LogError {
        #expect([.notABundle, .segmentMalformed, .bundleTruncated].contains(error))
      }
      counts.insert(try goal.state.eventCount)
    }
    #expect(counts == [1, 2, 3])
    var reader = try Bundle.Reader(MemorySource(bytes))
    #expect(try goal.store.merge(&reader, from: "whole").refusals.isEmpty)
    #expect(try goal.state.eventCount == 3)
  }

  private func soundPart() throws -> Segment {
    var ben = Scribe(seed: 2)
    return try ben.command(Sample.captured(item2, title: "b"))
  }

  @Test func `a damaged segment in a bundle does not keep the sound ones out`() throws {
    let ada = try SimulatedReplica("ada", in: folder, seed: 1)
    let part = try soundPart()
    try ada.merge([part])
    try ada.write(Sample.captured(item, title: "a"))
    let bytes = try bundle(of: ada)
    let encoded = part.encoded()
    let start = try #require(bytes.indices.first { bytes[$0...].starts(with: encoded) })
    for offset in encoded.indices {
      var spoiled = bytes
      spoiled[start + offset] ^= 0x07
      let goal = try SimulatedReplica("goal\(offset)", in: folder, seed: 2)
      var reader = try Bundle.Reader(MemorySource(spoiled))
      let report = try goal.store.merge(&reader, from: "spoiled")
      let taken = try goal.state.eventCount + goal.state.waitingCommands
      // Where only a name is spoiled, which nothing signs, the bundle's own digest tells.
      #expect(report.refusals.contains(.bundleDamaged), "byte \(offset)")
      let isRefused = report.refusals != [.bundleDamaged]
      #expect(taken == (isRefused ? 1 : 2), "byte \(offset): \(report.refusals)")
    }
  }
}
