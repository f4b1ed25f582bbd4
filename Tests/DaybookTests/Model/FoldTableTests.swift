import Daybook
import DaybookEvents
import DaybookLog
import Simulation
import TestSupport
import Testing

/// The table that batches are folded in, beside a dictionary folded by the rule itself.
struct FoldTableTests {
  private static let runs = 300

  @Test func `a table folds, reads and encodes what the rule says`() throws {
    let logs = try Self.logs()
    for seed in 0..<UInt64(Self.runs) {
      var history = FoldHistory(seed: seed, logs: logs)
      try history.run()
      guard history.problems.isEmpty else {
        Issue.record("seed \(seed): \(history.problems.prefix(3).joined(separator: "; "))")
        return
      }
    }
  }

  /// What a store keeps of three logs.
  private static func logs() throws -> [LogRecord] {
    let folder = try ScratchFolder()
    let replicas = try ["ada", "ben", "cleo"].enumerated().map { number, name in
      try SimulatedReplica(name, in: folder, seed: UInt64(number))
    }
    for replica in replicas { try replica.write(Sample.captured(Sample.items[0])) }
    for peer in replicas.dropFirst() { try replicas[0].merge(from: peer) }
    let logs = try replicas[0].state.logs
    try #require(logs.count == 3)
    return logs
  }
}

/// One random history, folded both ways.
private struct FoldHistory {
  private typealias Reference = [FieldKey: [Head]]

  /// One of the logs that events lie in.
  private struct Writer {
    let replica: ReplicaID
    var head: UInt64 = 0
    var observed = LocalVector()
  }

  private(set) var problems: [String] = []
  private var random: SeededGenerator
  private let logs: [LogRecord]
  private var writers: [Writer]
  private let rows: [RowKey]
  /// The registers that are written to, by row.
  private let keys: [[FieldKey]]
  /// What the rule says, by row.
  private var expected: [Reference]
  private var table = FoldTable()
  private var encoder = FactsEncoder()
  /// What the table was given of each row.
  private var stored: [[UInt8]?]

  init(seed: UInt64, logs: [LogRecord]) {
    var chance = SeededGenerator(seed: seed)
    self.logs = logs
    // The third log sometimes is written under the id of the first, as a branch is.
    let ids = (0..<3).map { _ in ReplicaID(rawValue: chance.next()) }
    writers = [ids[0], ids[1], chance.isOne(in: 3) ? ids[0] : ids[2]].map { Writer(replica: $0) }
    let kinds = [RowKind.item, .card, .reviews, .setting, .deck]
    rows = (0..<1 + chance.below(3)).map { number in
      RowKey(chance.pick(kinds), EntityID(name: "row", "\(number)"))
    }
    keys = rows.map { _ in Self.keys(&chance) }
    random = chance
    expected = rows.map { _ in [:] }
    stored = rows.map { _ in nil }
  }

  /// Up to 20 fields there is one of, and some parts of others.
  private static func keys(_ random: inout SeededGenerator) -> [FieldKey] {
    let many: [Field] = [.tag, .answer, .extra, .retracted]
    let single = Schema.fields.map(\.field).filter { !many.contains($0) }.shuffled(using: &random)
    var keys = single.prefix(1 + random.below(20)).map { FieldKey($0) }
    let room = random.pick([0, 4, 30])
    for field in many where room > 0 {
      for _ in 0..<random.below(room) {
        keys.append(FieldKey(field, UInt128(random.next()) << 64 | UInt128(random.next())))
      }
    }
    return keys
  }

  /// Folds, looks at the table now and then, and goes on in one that begins with what it held.
  mutating func run() throws {
    for _ in 0..<2 {
      for _ in 0..<random.pick([4, 40, 120]) {
        try write()
        switch random.below(60) {
        case 0: table.dropUnusedNotes()
        case 1:
          try table.keep { _ in true }
          stored = rows.map { _ in [] }
        case 2: try check()
        default: break
        }
      }
      try check()
      try load()
      try check()
    }
  }

  /// Writes one event to some registers of some rows.
  private mutating func write() throws {
    let number = random.below(writers.count)
    let log = LogNumber(number)
    writers[number].head += 1
    let origin = WriteOrigin(
      log: log,
      event: EventName(
        replica: writers[number].replica, sequence: writers[number].head,
        tag: random.next() << 8 | UInt64(number)),
      stamp: Stamp(rawValue: UInt64(random.below(1000)) << 16),
      recordedAt: Int64(random.below(1 << 40)), offsetMinutes: random.below(1600) - 800,
      isRuleMade: random.isOne(in: 4))
    for other in writers.indices where other != number && random.isOne(in: 4) {
      let head = writers[other].head
      let seen = head == 0 ? 0 : UInt64(random.below(Int(head) + 1))
      if seen > 0 { writers[number].observed.raise(LogNumber(other), to: seen, in: logs) }
    }
    let own = writers[number].head - 1
    let observed =
      own > 0
      ? writers[number].observed.raised(log, to: own, in: logs) : writers[number].observed
    let note = table.begin(origin)
    // No event says twice what is said once.
    var said: Set<FieldKey> = []
    for _ in 0..<1 + random.below(2) {
      let row = random.below(rows.count)
      let index = try table.index(of: rows[row]) ?? table.add(rows[row], stored: Span())
      if stored[row] == nil { stored[row] = [] }
      for _ in 0..<1 + random.below(4) {
        let key = random.pick(keys[row])
        guard !key.field.isLeast || said.insert(key).inserted else { continue }
        let known = expected[row][key] ?? []
        let head = Head(origin, value: random.bytes(random.below(41)))
        table.fold(key, of: index, note, observed: observed, head.value.span)
        expected[row][key] = Self.folded(known, head, observed, key.field)
      }
    }
  }

  /// The rule.
  private static func folded(
    _ heads: [Head], _ write: Head, _ observed: LocalVector, _ field: Field
  ) -> [Head] {
    if field.isLeast {
      return [heads.first.map { write.origin.isLess(than: $0.origin) ? write : $0 } ?? write]
    }
    let kept = heads.filter { !$0.origin.isSuperseded(by: write.origin, observing: observed) }
    return (kept + [write]).sorted { $0.event < $1.event }
  }

  /// Begins another table with what this one holds.
  private mutating func load() throws {
    var next = FoldTable()
    for (row, key) in rows.enumerated() {
      stored[row] = nil
      guard let index = table.index(of: key) else { continue }
      table.encode(index, with: &encoder)
      stored[row] = encoder.bytes
      _ = try next.add(key, stored: encoder.bytes.span)
    }
    table = next
  }

  /// Compares every row: register by register, as a record, and as it is written and read.
  private mutating func check() throws {
    for (row, key) in rows.enumerated() {
      guard let index = table.index(of: key) else {
        if !expected[row].isEmpty { problems.append("row \(row) is not there") }
        continue
      }
      for field in keys[row] where table.heads(field, of: index) != expected[row][field] ?? [] {
        problems.append("\(field.field) of row \(row) has other heads")
      }
      check(table.record(index), expected[row], "row \(row) as it is")
      table.encode(index, with: &encoder)
      check(try Record(reading: encoder.bytes.span), expected[row], "row \(row) as written")
      if Array(table.contents[table.stored(index)]) != stored[row] {
        problems.append("what was stored of row \(row) has changed")
      }
    }
  }

  private mutating func check(_ record: Record, _ expected: Reference, _ what: String) {
    let sorted = expected.sorted { $0.key < $1.key }
    if record.registers.map(\.key) != sorted.map(\.key) {
      problems.append("\(what) has other registers")
    } else if record.registers.map(\.register.heads) != sorted.map(\.value) {
      problems.append("\(what) has other heads")
    }
  }
}
