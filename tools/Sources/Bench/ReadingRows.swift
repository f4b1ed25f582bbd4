import Daybook
import DaybookEvents
import DaybookLog
import LMDB
import Workload

/// Reading a little of a large store: P11, P11b, P15. Processor time.
struct ReadingRows {
  let fixture: Fixture

  func figures(rounds: Int, _ wanted: Set<Row>) throws -> [Figure] {
    var figures: [Figure] = []
    _ = fixture.raw  // imports the records: not while something is timed
    if wanted.contains(.P11) { figures.append(try history(rounds)) }
    if wanted.contains(.P11b) { figures.append(try asOf(rounds)) }
    if wanted.contains(.P15) { figures.append(try nextDue(rounds)) }
    return figures
  }

  /// P11. Ours: what `log ID` goes through, all events about an item, decoded and in their order;
  /// the words for each are found when it is printed. Raw: a range of the index, each record found
  /// and its bytes read. Each ask is a read transaction of its own on both sides.
  private func history(_ rounds: Int) throws -> Figure {
    let store = try fixture.store.get()
    return try ask(.P11, rounds, fixture.someItems(2_000)) { id in
      var filter = LogFilter()
      filter.entity = id
      _ = try store.read { try $0.events(filter, $1) }
    } raw: {
      _ = fixture.raw.history(ofItem: $0)
    }
  }

  /// P11b. Ours: the facts of an item as they were in the middle of the history, folded. Raw: as
  /// for P11, the records up to then. In the note: the item with the names of its tags and
  /// collections at that time, as `show ID --at` has it.
  private func asOf(_ rounds: Int) throws -> Figure {
    let store = try fixture.store.get()
    let time = PastTime.timeline(fixture.middle)
    let items = fixture.someItems(2_000)
    let named = try cpuSeconds {
      for item in items {
        let id = Bench.id("i\(item)")
        _ = try store.read(at: time) { try $0.item(id, $1) }
      }
    }
    return try ask(
      .P11b, rounds, items, note: "with names \(Figure.time(named / Double(items.count)))"
    ) { id in
      _ = try store.read(at: time) { try $0.catalog.record(RowKey(.item, id), $1) }
    } raw: {
      _ = fixture.raw.history(ofItem: $0, until: fixture.middle)
    }
  }

  private func ask(
    _ row: Row, _ rounds: Int, _ items: [Int], note: String = "",
    ours: (EntityID) throws -> Void, raw: (Int) -> Void
  ) throws -> Figure {
    let ids = items.map { Bench.id("i\($0)") }
    let pairs = try Pairs(rounds: rounds) {
      // Once over all of them on both sides: whoever asked more often would find more in the cache.
      let seconds = try cpuSeconds { for id in ids { try ours(id) } }
      let plain = cpuSeconds { for item in items { raw(item) } }
      return (seconds / Double(items.count), plain / Double(items.count))
    }
    return Figure(row, fixture.count, pairs, note: note)
  }

  /// P15. The store opened by its path, asked for the next card of a deck, and let go: no
  /// ratio, but milliseconds. For scale, the raw side's read transaction.
  private func nextDue(_ rounds: Int) throws -> Figure {
    let path = try fixture.copy("due")
    defer { try? fixture.remove("due") }  // it lies in a folder that is removed as a whole
    let now = fixture.end
    var options = Fixture.options
    options.now = { now }
    func openAndAsk() throws {
      let store = try Store.open(at: path, options: options)
      let card = try store.read { moment, transaction in
        try moment.nextCard(
          of: [Bench.id(WorkloadDrafts.deckName)], at: now, studyDay: store.studyDay(at: now),
          transaction)
      }
      guard card != nil else { throw BenchError.failed("the next due card") }
    }
    try openAndAsk()
    var milliseconds: [Double] = []
    for _ in 0..<max(9, rounds) { milliseconds.append(try cpuSeconds(openAndAsk) * 1000) }
    let raw = cpuSecondsRepeated { fixture.raw.readNothing() }
    return Figure(
      .P15, fixture.count, ratios: milliseconds, ours: "\(Figure.short(milliseconds.median)) ms",
      raw: Figure.time(raw))
  }
}
