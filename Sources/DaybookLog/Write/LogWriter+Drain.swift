import DaybookEvents
package import LMDB

extension LogWriter {
  /// Applies waiting commands whose causes have come, until none can be or `limit` events are.
  ///
  /// A command is tried when the event before it in its log is applied, and again when what it
  /// was last found to lack is: the cost follows what is applied, not what waits.
  ///
  /// - Returns: whether the limit ended it, so that another transaction should go on.
  package mutating func drainWaiting(
    now: Int64, limit: Int, _ summary: inout ReceiptSummary,
    _ transaction: inout WriteTransaction, _ applied: (AppliedCommand) throws -> Void
  ) throws -> Bool {
    guard state.waitingCommands > 0 else { return false }
    var queue = try followers(transaction.reading)
    var blocked: [EventName: [[UInt8]]] = [:]
    var count = 0
    while let key = queue.popLast() {
      guard let command = try waiting(key, transaction.reading) else { continue }
      if try !isHere(command, &summary, &transaction) {
        switch try apply(command, now: now, &transaction) {
        case .waits(let lacking):
          if let lacking { blocked[lacking, default: []].append(key) }
          continue
        case .applied(let done):
          try applied(done)
          summary.appliedEvents += command.events.count
          count += command.events.count
        case .held: break
        }
      }
      _ = try transaction.delete(key, in: log.tables.waiting)
      state.waitingCommands -= min(1, state.waitingCommands)
      // What was applied without payloads needs its erasure, however far that is.
      if count >= limit, unproven.isEmpty { return true }
      for event in command.events {
        let name = EventName(
          replica: command.replica, sequence: event.header.sequence, tag: event.link.tag)
        queue += blocked.removeValue(forKey: name) ?? []
      }
      try keys(
        of: command.replica, command.sequence + 1...command.sequence + UInt64(command.events.count),
        transaction.reading, &queue)
    }
    return false
  }

  /// A waiting command by its key; nil where it is damaged, for then it must come again.
  func waiting(
    _ key: [UInt8], _ transaction: borrowing ReadTransaction
  ) throws -> ReceivedCommand? {
    try transaction.value(in: log.tables.waiting, for: key) {
      // As above.
      try? ReceivedCommand(readingWaiting: $0)
    } ?? nil
  }

  /// The keys of the waiting commands that may follow an applied event, or begin a log.
  private func followers(_ transaction: borrowing ReadTransaction) throws -> [[UInt8]] {
    var found: [[UInt8]] = []
    var from: [UInt8] = []
    while true {
      var next: ReplicaID?
      try transaction.scan(log.tables.waiting, from: from) { key, _ in
        next = ReplicaID(rawValue: Log.big(key, 0..<8))
        return .stop
      }
      guard let replica = next else { return found }
      let head = state.numbers(of: replica).map { state.logs[Int($0)].head }.max() ?? 0
      try keys(of: replica, 1...head + 1, transaction, &found)
      from = MetaKey.end(of: Hexadecimal.bytes(replica.rawValue))
    }
  }

  private func keys(
    of replica: ReplicaID, _ sequences: ClosedRange<UInt64>,
    _ transaction: borrowing ReadTransaction, _ found: inout [[UInt8]]
  ) throws {
    let prefix = Hexadecimal.bytes(replica.rawValue)
    var keys: [[UInt8]] = []
    try transaction.scan(
      log.tables.waiting, from: prefix + Hexadecimal.bytes(sequences.lowerBound),
      below: prefix + Hexadecimal.bytes(sequences.upperBound + 1)
    ) { key, _ in
      keys.append(key.array())
      return .next
    }
    found += keys
  }
}
