import Daybook
import DaybookEvents
import DaybookLog
import Simulation
import TestSupport
import Testing

/// How stamps count after a correction, in closed form and by the definition.
struct StampShiftTests {
  /// max(stamp − minus, 0, that of the one before + 1), from the first corrected event on.
  private func byDefinition(
    _ stamps: [UInt64], minus: UInt64, from first: Int
  ) -> [UInt64] {
    var counted: [UInt64] = []
    for (index, stamp) in stamps.enumerated() {
      guard index >= first else {
        counted.append(stamp)
        continue
      }
      let lowered = stamp > minus ? stamp - minus : 0
      let (next, isTooMuch) = (counted.last ?? 0).addingReportingOverflow(1)
      counted.append(max(lowered, counted.isEmpty ? 0 : isTooMuch ? .max : next))
    }
    return counted
  }

  @Test func `floors and a difference say of every event what the definition says`() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<5_000 {
      let scale = random.pick([1, 3, 50, 1 << 40] as [UInt64])
      var stamps: [UInt64] = []
      for _ in 0..<(1 + random.below(12)) {
        // Some do not rise, as in commands that no sound writer makes.
        let last = random.isOne(in: 6) ? 0 : stamps.last ?? 0
        stamps.append(last + 1 + UInt64(random.below(6)) * scale)
      }
      if random.isOne(in: 20) { stamps[stamps.count - 1] = .max }
      let first = random.below(stamps.count)
      let minus = random.pick([0, 1, 2, scale, 5 * scale, .max])
      let before = first > 0 ? Stamp(rawValue: stamps[first - 1]) : nil
      var shift = StampShift(
        minus: minus, from: UInt64(first + 1), Stamp(rawValue: stamps[first]), after: before)
      for index in stamps.indices.dropFirst(first + 1) where stamps[index] <= stamps[index - 1] {
        let last = shift.stamp(Stamp(rawValue: stamps[index - 1]), at: UInt64(index))
        shift.addFloor(at: UInt64(index + 1), Stamp(rawValue: stamps[index]), after: last)
      }
      let counted = stamps.indices.map {
        shift.stamp(Stamp(rawValue: stamps[$0]), at: UInt64($0 + 1)).rawValue
      }
      let expected = byDefinition(stamps, minus: minus, from: first)
      guard counted == expected else {
        Issue.record("\(stamps) less \(minus) from \(first): \(counted), not \(expected)")
        return
      }
    }
  }

  @Test func `events behind a command that no sound writer makes count by the definition`() throws {
    let folder = try ScratchFolder()
    let ada = try SimulatedReplica("ada", in: folder, seed: 1)
    var scribe = Scribe(seed: 2, milliseconds: 1_800_000_000_000)
    let base = scribe.stamp
    var (segments, stamps): ([Segment], [UInt64]) = ([], [])
    for (index, offset) in [10, 20, 5, 6, 300].enumerated() {
      scribe.stamp = base + UInt64(offset)
      stamps.append(scribe.stamp + 1)
      let item = EntityID(name: "item", "shift \(index)")
      segments.append(try scribe.command(Sample.captured(item, title: "\(index)")))
    }
    try ada.merge(segments)
    #expect(try ada.state.impossibleEvents == 1)
    let first = try #require(
      try ada.store.read { try $0.event(named: "\(scribe.replica):2", $1)?.name })
    let correction = ClockCorrection(from: first, minus: 12)
    try ada.store.correctClock(correction)
    let expected = byDefinition(stamps, minus: 12, from: 1)
    for index in [0, 1, 3, 4] {
      let row = RowKey(.item, EntityID(name: "item", "shift \(index)"))
      #expect(try ada.record(row)[.title]?.winner?.stamp.rawValue == expected[index])
    }
    for view in ViewName.allCases { #expect(try ada.store.rebuild(view).differences == 0) }
  }
}
