import DaybookEvents
import DaybookLog
import DaybookSystem
package import LMDB

/// A moment in the past to look at the store from.
package enum PastTime: Equatable, Sendable {
  /// What is now known to have been true at a time, milliseconds since 1970.
  case timeline(Int64)
  /// What this machine knew at a time.
  case known(Int64)

  /// Whether a command belongs to it, by the stamp of its last event.
  func includes(_ command: AppliedCommand) -> Bool {
    guard case .timeline(let time) = self else { return true }
    return (command.events.last?.header.stamp.milliseconds ?? 0) <= time
  }

  /// Whether an imported review happened by then, though it came later.
  func includesReview(_ event: AppliedEvent) -> Bool {
    guard case .timeline(let time) = self, event.header.knownKind == .cardReviewed,
      let occurredAt = event.header.occurredAt
    else { return false }
    return occurredAt <= time
  }
}

extension Store {
  /// Reads the store as it was, or as it is where `time` is nil.
  ///
  /// The past is folded by the same code as the present, into a scratch store that is gone
  /// afterwards.
  package func read<Result>(
    at time: PastTime?, _ body: (Moment, borrowing ReadTransaction) throws -> Result
  ) throws -> Result {
    guard let time else { return try read(body) }
    var random = options.random()
    let path = "\(Host.temporaryFolder)/daybook-past-\(Hexadecimal.digits(random.next()))"
    try Environment.create(at: path, options: Environment.Options()) { scratch in
      let tables = try LogTables(creatingIn: &scratch)
      var entries: [ViewName: ViewEntry] = [:]
      for view in ViewName.allCases {
        _ = try scratch.createTable(ViewEntry.tableName(view, 1))
        let entry = ViewEntry(
          generation: 1, codeVersion: view.codeVersion, factVersion: view.factVersion,
          position: 0, fingerprint: Fingerprint())
        entries[view] = entry
        try scratch.put(MetaKey.view(view.rawValue), entry.encoded, in: tables.meta)
      }
      try self.environment.read { try self.fold(until: time, entries, tables, $0, &scratch) }
    }
    defer { try? FileSystem.removeRecursively(path) }  // a scratch store left over harms nobody
    let past = try Environment.open(at: path, options: Environment.Options())
    let state = try environment.read { try LogState(tables, $0) }
    return try past.read { scratch in
      let catalog = try ViewCatalog(tables, logs: state.logs, scratch)
      return try body(Moment(log: log, state: state, catalog: catalog), scratch)
    }
  }

  private func fold(
    until time: PastTime, _ entries: [ViewName: ViewEntry], _ tables: LogTables,
    _ transaction: borrowing ReadTransaction, _ scratch: inout WriteTransaction
  ) throws {
    let state = try LogState(self.tables, transaction)
    let last = try time.lastPosition(log, transaction)
    var batch = ViewBatch(entries: entries)
    var index = EntityIndex()
    try log.scanCommands(from: 1, state, transaction) { command in
      guard (command.events.first?.position ?? 0) <= last else { return .stop }
      let isIncluded = time.includes(command)
      if isIncluded { try batch.fold(command, scratch.reading) }
      for event in command.events where isIncluded || time.includesReview(event) {
        if !isIncluded { try batch.fold(event, command.observed, scratch.reading) }
        index.add(event.header.entity, event.position)
      }
      return .next
    }
    try index.write(to: tables.entity, &scratch)
    let observed = [UInt8(ascii: "o")]
    var rows: [([UInt8], [UInt8])] = []
    try transaction.scan(self.tables.meta, from: observed, below: observed.after) { key, value in
      rows.append((key.array(), value.array()))
      return .next
    }
    for (key, value) in rows { try scratch.put(key, value, in: tables.meta) }
    try batch.flush(registry: tables.meta, &scratch)
  }
}

extension PastTime {
  /// The last position that this machine had applied; everything, on the timeline.
  func lastPosition(_ log: Log, _ transaction: borrowing ReadTransaction) throws -> UInt64 {
    guard case .known(let time) = self else { return .max }
    var arrivals: [(first: UInt64, arrival: Arrival)] = []
    let prefix = [UInt8(ascii: "z")]
    try transaction.scan(log.tables.meta, from: prefix, below: prefix.after) { key, value in
      let position = Hexadecimal.bigEndian(key.array(1..<9))
      if let arrival = Arrival(reading: value.array()) { arrivals.append((position, arrival)) }
      return .next
    }
    var last: UInt64 = 0
    var index = 0
    try transaction.scan(log.tables.events) { key, _ in
      let position = Hexadecimal.bigEndian(key.array())
      while index < arrivals.count,
        position >= arrivals[index].first + arrivals[index].arrival.count
      {
        index += 1
      }
      let isReceived = index < arrivals.count && position >= arrivals[index].first
      let at =
        isReceived
        ? arrivals[index].arrival.at
        : try log.event(at: position, transaction)?.header.recordedAt ?? .max
      guard at <= time else { return .stop }
      last = position
      return .next
    }
    return last
  }
}
