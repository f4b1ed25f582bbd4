import DaybookEvents
import DaybookLog
import LMDB

/// What a store keeps beside its events though it follows from them: what each command observed of
/// other logs, and where the runs of each log lie. A walk over the events works it out anew: the
/// rows of older programs bear no check, and none says whether a row is missing.
struct DerivedRows {
  /// What is said where the walk needs a row that is damaged itself.
  static let unreadable =
    "What is kept of where events lie, or of what commands were written on top of, is damaged; "
    + "repair mends it."

  /// Events of a log at adjacent positions.
  private struct Run {
    var first: UInt64
    var position: UInt64
    var count: UInt64 = 1
  }

  /// What the events of one log have said so far.
  private struct Walked {
    var run: Run?
    var observed: LocalVector?
    /// What was observed at the events that other logs branch off from.
    var atForks: [UInt64: LocalVector] = [:]
  }

  private let log: Log
  private let state: LogState
  private let forks: Set<UInt64>
  private var logs: [Walked]
  private var rowCounts = (runs: 0, observations: 0)
  private var problems: [String] = []

  private init(_ log: Log, _ state: LogState) {
    (self.log, self.state) = (log, state)
    logs = Array(repeating: Walked(), count: state.logs.count)
    forks = Set(state.logs.filter { $0.parent != nil }.map { $0.fork - 1 })
  }

  /// What is wrong with those of a store whose log is sound, in words.
  static func problems(
    of log: Log, _ state: LogState, limit: Int = 100, _ transaction: borrowing ReadTransaction
  ) throws -> [String] {
    var walk = DerivedRows(log, state)
    try log.scanEvents(from: 1, transaction) { event, _ in
      try walk.visit(event, transaction)
      return walk.problems.count < limit ? .next : .stop
    }
    try walk.finish(transaction)
    return Array(walk.problems.prefix(limit))
  }

  private mutating func visit(
    _ event: StoredEvent, _ transaction: borrowing ReadTransaction
  ) throws {
    try extendRun(with: event, transaction)
    let (index, header) = (Int(event.log), event.header)
    let isFirst = header.commandFirst == header.sequence && !header.observed.isEmpty
    guard isFirst || forks.contains(header.sequence) else { return }
    var observed = observed(in: event.log)
    if isFirst {
      for name in header.observed {
        guard let other = try log.locate(name, state, transaction) else { continue }
        observed.raise(other, to: name.sequence, in: state.logs)
      }
      logs[index].observed = observed
      rowCounts.observations += 1
      try compare(observed, header.sequence, in: event.log, transaction)
    }
    if forks.contains(header.sequence) { logs[index].atForks[header.sequence] = observed }
  }

  /// What a log has observed so far; a branch goes on from what it branched off from.
  private func observed(in number: LogNumber) -> LocalVector {
    if let known = logs[Int(number)].observed { return known }
    let record = state.logs[Int(number)]
    return record.parent.flatMap { logs[Int($0)].atForks[record.fork - 1] } ?? LocalVector()
  }

  private mutating func compare(
    _ observed: LocalVector, _ sequence: UInt64, in number: LogNumber,
    _ transaction: borrowing ReadTransaction
  ) throws {
    let kept: LocalVector?
    do {
      kept = try log.observed(by: sequence, in: number, state, transaction)
    } catch is WireError {
      kept = nil
    } catch LogError.damaged {
      kept = nil
    }
    guard kept != observed.raised(number, to: sequence - 1, in: state.logs) else { return }
    problems.append(
      "What event \(sequence) of \(state.logs[Int(number)].replica) was written on top of is kept "
        + "otherwise than it says; repair mends it.")
  }

  private mutating func extendRun(
    with event: StoredEvent, _ transaction: borrowing ReadTransaction
  ) throws {
    let next = Run(first: event.header.sequence, position: event.position)
    guard let run = logs[Int(event.log)].run else {
      logs[Int(event.log)].run = next
      return
    }
    guard event.position != run.position + run.count else {
      logs[Int(event.log)].run?.count += 1
      return
    }
    logs[Int(event.log)].run = next
    rowCounts.runs += 1
    let key = MetaKey.run(event.log, run.first)
    let kept = try transaction.bytes(in: log.tables.meta, for: key)
    let numbers = MetaCheck.numbers(run.position, run.count, under: key)
    // Programs before wrote no check.
    if kept != numbers, kept != Array(numbers.prefix(16)) { noteRun(run.first, in: event.log) }
  }

  private mutating func noteRun(_ first: UInt64, in number: LogNumber) {
    problems.append(
      "Where the events of \(state.logs[Int(number)].replica) from \(first) on lie is kept "
        + "wrongly; repair mends it.")
  }

  private mutating func finish(_ transaction: borrowing ReadTransaction) throws {
    guard problems.isEmpty else { return }
    for (index, record) in state.logs.enumerated() where record.runFirst > 0 {
      guard let run = logs[index].run else { continue }
      if (run.first, run.position) != (record.runFirst, record.runPosition) {
        noteRun(run.first, in: LogNumber(index))
      }
    }
    let runs = try count(MetaKey.run(0, 0), transaction)
    let observations = try count(MetaKey.observed(0, 0), transaction)
    if (runs, observations) != rowCounts {
      problems.append(
        "There are rows about what commands were written on top of, or about where events lie, "
          + "that belong to none; repair mends that.")
    }
  }

  /// How many rows have a key with the letter of another.
  private func count(
    _ key: [UInt8], _ transaction: borrowing ReadTransaction
  ) throws -> Int {
    let letter = Array(key.prefix(1))
    var count = 0
    try transaction.scan(log.tables.meta, from: letter, below: MetaKey.end(of: letter)) { _, _ in
      count += 1
      return .next
    }
    return count
  }
}
