package import DaybookEvents
package import LMDB

/// What every operation on the log starts from, read at its beginning: a few hundred bytes.
package struct LogState: Equatable, Sendable {
  /// The logs by local number.
  package var logs: [LogRecord] = []
  /// The position of the next event, from 1.
  package var nextPosition: UInt64 = 1
  /// The clock.
  package var clock = HybridClock()
  /// Commands received before what they observed.
  package var waitingCommands: UInt64 = 0
  /// Events of kinds or versions that the program could not read when it applied them; counted
  /// anew after an upgrade.
  package var unknownEvents: UInt64 = 0
  /// Events that fold to nothing because no sound writer makes them.
  package var impossibleEvents: UInt64 = 0
  /// Events whose payloads were erased.
  package var erasedEvents: UInt64 = 0
  /// How often things were folded anew because earlier events count otherwise than they did.
  /// Whoever builds views in several transactions begins anew when it has changed meanwhile.
  package var refolds: UInt64 = 0
  /// The least stamp of the last stretch of ``LeastStamps``; nil where it is not known.
  var leastStamp: Stamp?

  /// Reads the state of a store.
  package init(_ tables: LogTables, _ transaction: borrowing ReadTransaction) throws {
    _ = try transaction.value(in: tables.meta, for: MetaKey.hot) { try read($0) }
    try transaction.scan(
      tables.meta, from: MetaKey.logs, below: MetaKey.end(of: MetaKey.logs)
    ) { key, value in
      let record = try LogRecord(reading: value)
      guard key.isEqual(to: MetaKey.log(LogNumber(logs.count)).span),
        record.isPossible(asNumber: logs.count, before: nextPosition)
      else { throw LogError.damaged(.logRecord) }
      logs.append(record)
      return .next
    }
    guard isWhole else { throw LogError.damaged(.logRecord) }
  }

  /// Whether the logs are all there, and hold as many events as were applied: a flipped bit in a
  /// key can hide a row.
  private var isWhole: Bool {
    var events: UInt64 = 0
    for log in logs {
      guard log.parent.map({ Int($0) < logs.count }) ?? true else { return false }
      if log.head >= log.fork { events &+= log.head &- log.fork &+ 1 }
    }
    return events == eventCount
  }

  /// What is counted of a store, without its logs.
  init(hot bytes: Span<UInt8>) throws { try read(bytes) }

  /// How many events are applied.
  package var eventCount: UInt64 { nextPosition - 1 }

  /// What a command written now observes.
  package var vector: LocalVector {
    var vector = LocalVector()
    for (number, log) in logs.enumerated() where log.head >= log.fork {
      vector.raise(LogNumber(number), to: log.head, in: logs)
    }
    return vector
  }

  /// The heads of all logs, in a fixed order: the version vector as peers know it.
  package var heads: [EventName] { logs.compactMap(\.headName).sorted() }

  /// The logs of a replica: one, or the branches of a fork.
  package func numbers(of replica: ReplicaID) -> [LogNumber] {
    logs.indices.filter { logs[$0].replica == replica }.map(LogNumber.init)
  }

  /// The log in which a sequence of a log's chain lies: itself, or one it branched off from.
  package func owner(_ log: LogNumber, _ sequence: UInt64) -> LogNumber {
    var log = log
    while sequence < logs[Int(log)].fork, let parent = logs[Int(log)].parent { log = parent }
    return log
  }

  func encodedHot() -> [UInt8] {
    var wire = WireWriter()
    wire.varint(1, nextPosition)
    wire.fixed64(2, clock.last.rawValue)
    wire.varint(3, waitingCommands)
    wire.varint(4, unknownEvents)
    wire.varint(5, impossibleEvents)
    wire.varint(6, erasedEvents)
    if refolds > 0 { wire.varint(7, refolds) }
    if let leastStamp { wire.fixed64(8, leastStamp.rawValue) }
    wire.seal()
    return wire.bytes
  }

  private mutating func read(_ bytes: Span<UInt8>) throws {
    guard bytes.hasNoBrokenSeal else { throw LogError.damaged(.logRecord) }
    var reader = WireReader(bytes)
    while let field = try reader.next(in: bytes) {
      switch field.number {
      case 1: nextPosition = field.value
      case 2: clock = HybridClock(last: Stamp(rawValue: field.value))
      case 3: waitingCommands = field.value
      case 4: unknownEvents = field.value
      case 5: impossibleEvents = field.value
      case 6: erasedEvents = field.value
      case 7: refolds = field.value
      case 8: leastStamp = Stamp(rawValue: field.value)
      default: break
      }
    }
  }
}
