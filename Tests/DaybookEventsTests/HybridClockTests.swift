import DaybookEvents
import Testing

/// The clock vectors V1 to V13 and key order K1 to K4 (C6, C7, S3-24).
struct HybridClockTests {
  private let base: Int64 = 1_700_000_000_000

  @Test func `ticks go on in the same millisecond and when the wall clock goes back`() throws {
    var clock = HybridClock()
    #expect(try clock.tick(now: base).description == "018bcfe568000000")
    #expect(try clock.tick(now: base).description == "018bcfe568000001")
    #expect(try clock.tick(now: base - 3_600_000).description == "018bcfe568000002")
    #expect(try clock.tick(now: base + 1).description == "018bcfe568010000")
    clock.observe(stamp(base + 1 + 86_399_999, 7), now: base + 1)
    #expect(clock.last.description == "018bd50bc4000007")
    #expect(try clock.tick(now: base + 2).description == "018bd50bc4000008")
  }

  @Test func `a peer is followed up to a day ahead and no further`() throws {
    var clock = HybridClock()
    _ = try clock.tick(now: base)
    clock.observe(stamp(base + 86_400_000, 0), now: base)
    #expect(clock.last.description == "018bd50bc4000000")

    var other = HybridClock()
    _ = try other.tick(now: base)
    other.observe(stamp(base + 86_400_001, 0), now: base)
    #expect(other.last.description == "018bcfe568000000")
    other.observe(stamp(base - 1_000_000_000, 9), now: base)
    #expect(other.last.description == "018bcfe568000000")

    var fresh = HybridClock()
    fresh.observe(stamp(253_370_764_800_000, 0), now: base)
    #expect(fresh.last.rawValue == 0)
  }

  @Test func `a full counter carries into the next millisecond`() throws {
    var clock = HybridClock(last: stamp(base, 0xFFFF))
    #expect(try clock.tick(now: base).description == "018bcfe568010000")
  }

  @Test func `times before 1970 and after 2 to the 48 are moved to the ends`() throws {
    var early = HybridClock()
    #expect(try early.tick(now: -5).description == "0000000000000001")
    var late = HybridClock()
    #expect(try late.tick(now: 1 << 60).description == "ffffffffffff0000")
  }

  @Test func `200,000 events in one millisecond keep their order`() throws {
    var clock = HybridClock()
    var last = Stamp(rawValue: 0)
    for _ in 0..<200_000 {
      let next = try clock.tick(now: base)
      #expect(next > last)
      last = next
    }
  }

  @Test func `the last stamp there is refuses to go on`() {
    var clock = HybridClock(last: Stamp(rawValue: .max))
    #expect(throws: ClockExhausted.self) { try clock.tick(now: base) }
  }

  @Test func `replica ids come from keys`() {
    #expect(ReplicaID(publicKey: Array(repeating: 0, count: 32)).description == "8316488931391824")
    #expect(ReplicaID(publicKey: Array(repeating: 1, count: 32)).description == "83adbb13bdd4e9e6")
  }

  private func stamp(_ milliseconds: Int64, _ counter: UInt64) -> Stamp {
    Stamp(rawValue: UInt64(milliseconds) << 16 | counter)
  }
}
