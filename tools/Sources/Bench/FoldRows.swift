import Daybook
import DaybookEvents
import DaybookLog
import LMDB
import RawLMDB

/// Walking the whole log: P5, P6, P7, P12, P12b. Processor time.
struct FoldRows {
  let fixture: Fixture

  func figures(rounds: Int, _ wanted: Set<Row>) throws -> [Figure] {
    var figures: [Figure] = []
    _ = fixture.raw  // imports the records: not while something is timed
    if wanted.contains(.P5) { figures += try verification(rounds) }
    if wanted.contains(.P6) { figures.append(try replay(rounds)) }
    if wanted.contains(.P7) { figures.append(try rebuild(rounds)) }
    if wanted.contains(.P12) { figures.append(try past(rounds)) }
    if wanted.contains(.P12b) { figures.append(try recentPast(rounds)) }
    return figures
  }

  /// P5. Ours: `Log.verify`: checksums, links, heads, all signatures, every index entry. Raw: a
  /// scan of a table that holds the very bytes that are hashed (header, random bytes and payload
  /// of each of our events), and both digests of each by OpenSSL, one context for all.
  private func verification(_ rounds: Int) throws -> [Figure] {
    guard raw_can_hash() else {
      Bench.note("P5 is left out: OpenSSL's libcrypto is not on this machine.")
      return []
    }
    let store = try fixture.store.get()
    let raw = RawLog(fixture.folder + "/parts.mdb", isFresh: true)
    defer { try? fixture.remove("parts.mdb") }  // it lies in a folder that is removed as a whole
    try store.read { moment, transaction in
      try raw.keepParts { keep in
        try moment.log.scanBytes(transaction) { bytes in
          let parts = try EventBytes(reading: bytes)
          guard let random = parts.random, let payload = parts.payload else { return .next }
          keep(bytes.array(parts.header), bytes.array(random) + bytes.array(payload))
          return .next
        }
      }
    }
    let pairs = try Pairs(rounds: rounds) {
      let ours = try cpuSeconds {
        let problems = try store.read { moment, transaction in
          try moment.log.verify(moment.state, transaction)
        }
        guard problems.isEmpty else { throw BenchError.failed("verify") }
      }
      return (ours, cpuSecondsRepeated { raw.hashParts() })
    }
    return [Figure(.P5, fixture.count, pairs, per: fixture.count)]
  }

  /// P6. Ours: every event of the log decoded (with its checksum) and folded by the reducer into
  /// records in memory, on top of empty views. Raw: a scan of its own log, folded in memory with
  /// last write wins.
  private func replay(_ rounds: Int) throws -> Figure {
    let store = try fixture.store.get()
    let empty = try Store.open(at: fixture.folder + "/empty", options: Fixture.options)
    defer { try? fixture.remove("empty") }  // as above
    let pairs = try Pairs(rounds: rounds) {
      let ours = try cpuSeconds {
        try empty.read { start, scratch in
          try store.read { moment, transaction in
            var batch = ViewBatch(entries: start.catalog.entries, moment.state)
            try moment.log.scanEvents(from: 1, moment.state, transaction) { event, payload in
              try batch.fold(event, payload, scratch)
              return .next
            }
          }
        }
      }
      return (ours, cpuSecondsRepeated { fixture.raw.fold() })
    }
    return Figure(.P6, fixture.count, pairs, per: fixture.count)
  }

  /// P7. Ours: a new generation of every view beside the live one, compared with it, swapped in,
  /// durable. Raw: a scan of its own log, folded in memory, its views written in key order, one
  /// durable transaction; its old views are dropped before, untimed.
  private func rebuild(_ rounds: Int) throws -> Figure {
    let store = try Store.open(at: try fixture.copy("rebuild"), options: Fixture.options)
    defer { try? fixture.remove("rebuild") }  // as above
    let pairs = try Pairs(rounds: rounds) {
      let ours = try cpuSeconds {
        _ = try store.rebuild(ViewName.allCases)
      }
      fixture.raw.dropViews()
      return (ours, cpuSeconds { fixture.raw.rebuild() })
    }
    return Figure(.P7, fixture.count, pairs, per: fixture.count)
  }

  /// P12. Ours: the store as it was in the middle of its history, every event up to then folded in
  /// memory, where rows can be read. Raw: a scan and fold in memory of the records up to then. In
  /// the note: the same with every index of every view, which queries go through.
  private func past(_ rounds: Int) throws -> Figure {
    let store = try fixture.store.get()
    let time = PastTime.timeline(fixture.middle)
    let indexed = try cpuSeconds { try readAll(of: store, at: time) }
    let pairs = try Pairs(rounds: rounds) {
      let ours = try cpuSeconds {
        try store.read(at: time) { try $0.catalog.foldPast(always: true, $1) }
      }
      return (ours, cpuSecondsRepeated { fixture.raw.fold(until: fixture.middle) })
    }
    let half = fixture.count / 2
    return Figure(
      .P12, fixture.count, pairs, per: half,
      note: "with indexes \(Figure.time(indexed / Double(half)))")
  }

  /// P12b. Ours: the store as it was thirty days before its end, every view with its indexes. Raw:
  /// as for P12, of the records up to then.
  private func recentPast(_ rounds: Int) throws -> Figure {
    let store = try fixture.store.get()
    let then = fixture.end - 30 * 86_400_000
    let pairs = try Pairs(rounds: rounds) {
      let ours = try cpuSeconds { try readAll(of: store, at: .timeline(then)) }
      return (ours, cpuSecondsRepeated { fixture.raw.fold(until: then) })
    }
    return Figure(.P12b, fixture.count, pairs)
  }

  /// Asks for every view of a past moment, which makes it ready to be read.
  private func readAll(of store: Store, at time: PastTime) throws {
    try store.read(at: time) { moment, transaction in
      for view in ViewName.allCases {
        try moment.catalog.scan(view, transaction) { _, _ in .stop }
      }
    }
  }
}
