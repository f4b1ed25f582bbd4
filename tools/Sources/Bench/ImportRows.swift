import Daybook
import DaybookEvents
import DaybookLog
import DaybookSystem
import LMDB
import Workload

/// Import into an empty store: P3, P13, and what P4 needs. Processor time.
///
/// Ours is a merge of a bundle file that holds N lines' events: reading, decoding, digest chain
/// and signatures, log, index, views, fingerprint, report, in durable transactions. The raw side
/// has its records in memory, sorts its index keys and appends all in one durable transaction.
/// The note says what the same import costs without views.
struct ImportRows {
  let fixture: Fixture

  func figures(rounds: Int, _ wanted: Set<Row>) throws -> [Figure] {
    var figures: [Figure] = []
    if wanted.contains(.P3) || wanted.contains(.P4) {
      let pairs = try Pairs(rounds: rounds) { (try ours(), rawImport()) }
      let logOnly = try logOnly() / (pairs.raw.median)
      figures.append(
        Figure(
          .P3, fixture.count, pairs, per: fixture.count,
          note: "without views \(Figure.short(logOnly))"))
    }
    if wanted.contains(.P13) { figures.append(try size()) }
    return figures
  }

  private func ours() throws -> Double {
    let path = fixture.folder + "/import"
    defer { try? fixture.remove("import") }  // it lies in a folder that is removed as a whole
    let store = try Store.open(at: path, options: Fixture.options)
    return try cpuSeconds { _ = try store.merge(bundleAt: fixture.bundlePath) }
  }

  private func rawImport() -> Double {
    let path = fixture.folder + "/import.mdb"
    defer { try? fixture.remove("import.mdb") }  // as above
    let raw = RawLog(path, isFresh: true)
    return cpuSeconds { raw.importAll(fixture.records) }
  }

  /// The same as ours without folding: the share of log and index.
  private func logOnly() throws -> Double {
    let path = fixture.folder + "/import-log"
    defer { try? fixture.remove("import-log") }  // as above
    let store = try Store.open(at: path, options: Fixture.options)
    let now = store.options.now()
    return try cpuSeconds {
      var reader = try Bundle.Reader(BundleFile(reader: try FileReader(fixture.bundlePath)))
      var isMore = true
      var queue = ReceivingQueue()
      while isMore {
        var events = 0
        while isMore, events < LogWriter.receiveEventLimit {
          guard let segment = try reader.next() else {
            isMore = false
            break
          }
          queue.add(try segment.verified())
          events += segment.events.count
        }
        queue = try store.environment.write { transaction in
          var writer = try LogWriter(store.tables, transaction.reading)
          var (rest, summary) = (queue, ReceiptSummary())
          _ = try writer.receive(&rest, isLast: !isMore, now: now, &summary, &transaction)
          _ = try writer.drainWaiting(now: now, limit: .max, &summary, &transaction) { _ in }
          try writer.finish(&transaction)
          return rest
        }
      }
    }
  }

  /// P13: the pages of `events`, `entity` and `meta` after an import, and those of the raw side's
  /// log and two indexes, written sorted.
  private func size() throws -> Figure {
    let path = fixture.folder + "/size"
    defer { try? fixture.remove("size") }  // as above
    do {
      let store = try Store.open(at: path, options: Fixture.options)
      _ = try store.merge(bundleAt: fixture.bundlePath)
    }
    let ours = RawStoreCopy(path).bytes(ofTables: ["events", "entity", "meta"])
    let raw = fixture.raw.logBytes
    func each(_ bytes: UInt64) -> String {
      "\(Figure.short(Double(bytes) / Double(fixture.count))) B"
    }
    return Figure(
      .P13, fixture.count, ratios: [Double(ours) / Double(raw)], ours: each(ours),
      raw: each(raw))
  }
}

/// A file as a source of frames.
private struct BundleFile: FrameSource {
  let reader: FileReader

  mutating func read(_ count: Int) throws -> [UInt8] { try reader.read(count) }
}
