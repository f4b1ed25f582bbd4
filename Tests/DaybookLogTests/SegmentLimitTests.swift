import Daybook
import DaybookEvents
import DaybookLog
import Simulation
import TestSupport
import Testing

/// A segment fits everywhere: at most 4,096 events and 4 MiB, whatever commands it is made of.
struct SegmentLimitTests {
  @Test
  func `no segment is longer than one may be, sent by who wrote it or by who received it`() throws {
    let folder = try ScratchFolder()
    let (ada, ben) = (
      try SimulatedReplica("ada", in: folder, seed: 1),
      try SimulatedReplica("ben", in: folder, seed: 2)
    )
    func item(_ byteCount: Int) -> EventDraft {
      var wire = WireWriter()
      wire.bytes(1, Array(repeating: UInt8(ascii: "a"), count: byteCount))
      return EventDraft(.itemCaptured, ada.store.newID(), payload: wire.bytes)
    }
    for _ in 0..<1_000 { try ada.write(item(1)) }
    try ada.write((0..<LogWriter.commandEventLimit).map { _ in item(1) })
    for _ in 0..<40 { try ada.write(item(20_000)) }
    try ada.write((0..<3).map { _ in item(EventBytes.textLimit - 100) })
    try ada.write((0..<LogWriter.commandEventLimit).map { _ in item(700) })
    try ben.store.merge(bundle: try ada.store.bundle())
    for replica in [ada, ben] {
      let counts = try replica.store.read { moment, transaction in
        var counts: [Int] = []
        try moment.log.segments(lackedBy: LocalVector(), moment.state, transaction) { segment in
          #expect(segment.eventCount <= Segment.eventLimit)
          #expect(segment.encoded().count <= Segment.byteLimit)
          counts.append(segment.eventCount)
        }
        return counts
      }
      let count = counts.reduce(0, +)
      #expect(count == 9_235)
    }
    #expect(try ben.store.fingerprint() == ada.store.fingerprint())
  }
}
