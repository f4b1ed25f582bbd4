import Daybook
import DaybookEvents
import DaybookLog
import LMDB
import RawLMDB

/// Durable commits: P1, P1b, P2, P2b. Wall time, the median of many commits in each round.
///
/// Both sides begin with the same compacted copy of the same store. Daybook makes a command on
/// one; every row that its transaction puts or deletes is noted down, and plain C then puts and
/// deletes exactly those, keys and values alike, in one transaction on the other, so that the two
/// stay equal. Ours is the whole call of the library: reading what the command is about,
/// encoding, digests, the signature, log, indexes, views, fingerprint, commit, the witness file.
struct CommitRows {
  private let fixture: Fixture
  private let store: Store
  private let copy: RawStoreCopy
  private let commitsPerRound: Int
  private var next = (command: 0, line: 0, byte: 0)

  /// Copies the store for both sides.
  init(_ fixture: Fixture, commitsPerRound: Int) throws {
    self.fixture = fixture
    self.commitsPerRound = commitsPerRound
    store = try Store.open(at: try fixture.copy("commits-ours"), options: Fixture.options)
    copy = RawStoreCopy(try fixture.copy("commits-raw"))
    // The first command of each kind opens tables, and makes this store's own log.
    for _ in 0..<3 { _ = try single() }
  }

  /// P1 and P1b.
  ///
  /// P1b: the raw side puts one record of the workload into a log and two indexes, durably: an
  /// environment of its own with the same number of events.
  mutating func singles(rounds: Int, _ wanted: Set<Row>) throws -> [Figure] {
    var (same, tables) = (Rounds(), Rounds())
    for _ in 0..<rounds {
      var (ours, rows, puts): ([Double], [Double], [Double]) = ([], [], [])
      for _ in 0..<commitsPerRound {
        let pair = try single()
        ours.append(pair.ours)
        rows.append(pair.raw)
        if wanted.contains(.P1b) { puts.append(rawPut(1)) }
      }
      same.add(ours.median, rows.median)
      tables.add(ours.median, puts.median)
    }
    let note = "\(copy.lastCommit.rows) rows in \(copy.lastCommit.tables) tables"
    return same.figure(.P1, fixture.count, note) + tables.figure(.P1b, fixture.count, "")
  }

  /// P2 and P2b: a hundred lines of the workload as one command (about 108 events, with what the
  /// lines name first); the raw sides as for P1 and P1b, a hundred records in one transaction.
  mutating func groups(rounds: Int, _ wanted: Set<Row>) throws -> [Figure] {
    var (same, tables) = (Rounds(), Rounds())
    for _ in 0..<rounds {
      var (ours, rows, puts): ([Double], [Double], [Double]) = ([], [], [])
      for _ in 0..<max(3, commitsPerRound / 6) {
        if next.line + 100 > fixture.tailDrafts.count { next.line = 0 }
        let drafts = fixture.tailDrafts[next.line..<next.line + 100].flatMap { $0 }
        next.line += 100
        let pair = try copy.timeCommit { try store.write { _, _ in drafts } }
        ours.append(pair.ours)
        rows.append(pair.raw)
        if wanted.contains(.P2b) { puts.append(rawPut(100)) }
      }
      same.add(ours.median, rows.median)
      tables.add(ours.median, puts.median)
    }
    let note = "\(copy.lastCommit.rows) rows in \(copy.lastCommit.tables) tables"
    return same.figure(.P2, fixture.count, note) + tables.figure(.P2b, fixture.count, "")
  }

  /// One command, in turn a capture, an edit of a title and a review, on both sides.
  private mutating func single() throws -> (ours: Double, raw: Double) {
    let number = next.command
    next.command += 1
    let text = fixture.tailCaptures[number % fixture.tailCaptures.count]
    let items = fixture.itemCount
    return try copy.timeCommit {
      switch number % 3 {
      case 0:
        var fields = ItemChange()
        fields.title = Text(text.title)
        fields.body = Text(text.body)
        try store.capture(fields)
      case 1:
        var change = ItemChange()
        change.title = Text("\(text.title) \(number)")
        try store.edit(Bench.id("i\(number * 7919 % items)"), change)
      default:
        try store.review(Bench.id("c\(number * 7919 % (items / 4))"), .good)
      }
    }
  }

  private mutating func rawPut(_ count: Int) -> Double {
    let raw = fixture.raw
    if next.byte == 0 || next.byte >= fixture.tailRecords.count * 9 / 10 {
      next.byte = 0
      raw.forgetTail(after: fixture.end)
    }
    let start = raw_wall_seconds()
    next.byte += raw.put(fixture.tailRecords[next.byte...], count: count)
    return raw_wall_seconds() - start
  }

  /// The medians of some rounds.
  private struct Rounds {
    var pairs: [(ours: Double, raw: Double)] = []

    mutating func add(_ ours: Double, _ raw: Double) { pairs.append((ours, raw)) }

    func figure(_ row: Row, _ count: Int, _ note: String) -> [Figure] {
      let usable = pairs.filter { $0.raw.isFinite }
      guard !usable.isEmpty else { return [] }
      var index = -1
      let pairs = Pairs(rounds: usable.count) {
        index += 1
        return usable[index]
      }
      return [Figure(row, count, pairs, note: note)]
    }
  }
}
