import Daybook
import DaybookEvents
import DaybookSystem

/// Whole processes: P16 and P16b. The median of many in each round.
///
/// Ours: `daybook capture TEXT` from its start to its end, on a store of N lines. Against it:
/// a Swift program that does nothing, and a commit by plain C of the rows that the library writes
/// for a capture; wall time of both added. P16b is the capture's own processor time, in
/// milliseconds. The programs take turns.
struct ProcessRows {
  let fixture: Fixture
  let daybook: String
  let empty: String
  let note: String

  func figures(rounds: Int, perRound: Int = 15) throws -> [Figure] {
    let path = try fixture.copy("process")
    let store = try Store.open(at: try fixture.copy("process-ours"), options: Fixture.options)
    let copy = RawStoreCopy(try fixture.copy("process-raw"))
    defer {
      // They lie in a folder that is removed as a whole.
      for name in ["process", "process-ours", "process-raw"] { try? fixture.remove(name) }
    }
    let words = [daybook, "capture", "Call the plumber about the tap", "--store", path]
    for _ in 0..<2 {
      _ = try Cost(running: words)
      _ = try rawCommit(store, copy)
    }
    var cpu: [Double] = []
    let pairs = try Pairs(rounds: rounds) {
      var (ours, processor, nothing, commits): ([Double], [Double], [Double], [Double])
      (ours, processor, nothing, commits) = ([], [], [], [])
      for _ in 0..<perRound {
        let cost = try Cost(running: words)
        ours.append(cost.wall)
        processor.append(cost.cpu * 1000)
        nothing.append(try Cost(running: [empty]).wall)
        commits.append(try rawCommit(store, copy))
      }
      cpu.append(processor.median)
      return (ours.median, nothing.median + commits.median)
    }
    return [
      Figure(.P16, fixture.count, pairs, note: note),
      Figure(
        .P16b, fixture.count, ratios: cpu, ours: "\(Figure.short(cpu.median)) ms", note: note),
    ]
  }

  private func rawCommit(_ store: Store, _ copy: RawStoreCopy) throws -> Double {
    var fields = ItemChange()
    fields.title = "Call the plumber about the tap"
    return try copy.timeCommit { try store.capture(fields) }.raw.wall
  }
}
