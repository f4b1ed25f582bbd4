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
  /// What plain puts go to: not the fixture's, which other rows measure as it is.
  private let plain: RawLog
  private let commitsPerRound: Int
  private var next = (command: 0, line: 0, byte: 0)

  /// Copies the store for both sides.
  init(_ fixture: Fixture, commitsPerRound: Int) throws {
    self.fixture = fixture
    self.commitsPerRound = commitsPerRound
    store = try Store.open(at: try fixture.copy("commits-ours"), options: Fixture.options)
    copy = RawStoreCopy(try fixture.copy("commits-raw"))
    plain = RawLog(fixture.folder + "/commits.mdb", isFresh: true)
    plain.importAll(fixture.records)
    // The first command of each kind opens tables, and makes this store's own log.
    for _ in 0..<3 { _ = try single() }
  }

  /// P1 and P1b.
  ///
  /// P1b: the raw side puts one record of the workload into a log and two indexes, durably: an
  /// environment of its own with the same number of events.
  mutating func singles(rounds: Int, _ wanted: Set<Row>) throws -> [Figure] {
    try figures(rounds, commitsPerRound, (.P1, .P1b), records: 1, wanted) { try $0.single() }
  }

  /// P2 and P2b: a hundred lines of the workload as one command (about 108 events, with what the
  /// lines name first); the raw sides as for P1 and P1b, a hundred records in one transaction.
  mutating func groups(rounds: Int, _ wanted: Set<Row>) throws -> [Figure] {
    try figures(rounds, max(3, commitsPerRound / 6), (.P2, .P2b), records: 100, wanted) { rows in
      if rows.next.line + 100 > rows.fixture.tailDrafts.count { rows.next.line = 0 }
      let drafts = rows.fixture.tailDrafts[rows.next.line..<rows.next.line + 100].flatMap { $0 }
      rows.next.line += 100
      let store = rows.store
      return try rows.copy.timeCommit { try store.write { _, _ in drafts } }
    }
  }

  /// Two rows of the same commits: one against the same rows, one against puts into 3 tables. The
  /// note has the processor time, which a busy disk does not hide.
  private mutating func figures(
    _ rounds: Int, _ commits: Int, _ rows: (Row, Row), records: Int, _ wanted: Set<Row>,
    _ commit: (inout CommitRows) throws -> (ours: Cost, raw: Cost)
  ) throws -> [Figure] {
    var (ours, same, puts, cpu): ([Double], [Double], [Double], [(Double, Double)])
    (ours, same, puts, cpu) = ([], [], [], [])
    for _ in 0..<rounds {
      var costs: [(ours: Cost, raw: Cost)] = []
      var singles: [Double] = []
      for _ in 0..<commits {
        costs.append(try commit(&self))
        if wanted.contains(rows.1) { singles.append(rawPut(records)) }
      }
      ours.append(costs.map(\.ours.wall).median)
      same.append(costs.map(\.raw.wall).median)
      puts.append(singles.median)
      cpu.append((costs.map(\.ours.cpu).median, costs.map(\.raw.cpu).median))
    }
    let (mine, theirs) = (cpu.map(\.0).median, cpu.map(\.1).median)
    let note =
      "\(copy.lastCommit.rows) rows in \(copy.lastCommit.tables) tables; processor "
      + "\(Figure.time(mine)) / \(Figure.time(theirs))"
    var figures = [Figure(rows.0, fixture.count, Pairs(ours, same), note: note)]
    if wanted.contains(rows.1) {
      figures.append(Figure(rows.1, fixture.count, Pairs(ours, puts)))
    }
    return figures
  }

  /// One command, in turn a capture, an edit of a title and a review, on both sides.
  private mutating func single() throws -> (ours: Cost, raw: Cost) {
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
    if next.byte == 0 || next.byte >= fixture.tailRecords.count * 9 / 10 {
      next.byte = 0
      plain.forgetTail(after: fixture.end)
    }
    let start = raw_wall_seconds()
    next.byte += plain.put(fixture.tailRecords[next.byte...], count: count)
    return raw_wall_seconds() - start
  }
}
