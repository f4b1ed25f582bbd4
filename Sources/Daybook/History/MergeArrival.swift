import DaybookEvents
package import DaybookLog
package import LMDB

/// A merge as this machine knows it: what came with it, when and from where.
public struct MergeArrival: Equatable, Sendable {
  /// The position of its first event here, which names it on this machine.
  package let first: UInt64
  /// When it began to arrive, milliseconds since 1970, by the clock here.
  public let at: Int64
  /// What the user called the source.
  public let source: String
  /// How many events it brought.
  public private(set) var events: UInt64
  /// Where they lie: a large merge comes in batches, and others may write between them.
  private(set) var positions: [Range<UInt64>]

  /// Whether it brought the event at a position.
  package func holds(_ position: UInt64) -> Bool {
    positions.contains { $0.contains(position) }
  }

  /// What ``Store/undo(merge:_:)`` and people call it: `m` and a number, on this machine only.
  public var id: String { "m\(first)" }

  /// The first batch of a merge, and the position of its first event.
  package init(_ first: UInt64, _ arrival: Arrival) {
    self.first = first
    (at, source, events) = (arrival.at, arrival.source, 0)
    positions = []
    add(first, arrival)
  }

  fileprivate mutating func add(_ first: UInt64, _ arrival: Arrival) {
    events += arrival.count
    if let last = positions.last, last.upperBound == first {
      positions[positions.count - 1] = last.lowerBound..<first + arrival.count
    } else {
      positions.append(first..<first + arrival.count)
    }
  }
}

extension Store {
  /// The merges that brought something, the first one first.
  public func arrivals() throws -> [MergeArrival] { try read { try $0.arrivals($1) } }
}

extension Moment {
  /// The merges that brought something, the first one first.
  package func arrivals(_ transaction: borrowing ReadTransaction) throws -> [MergeArrival] {
    var found: [MergeArrival] = []
    var indexes: [UInt64: Int] = [:]
    for (first, arrival) in try log.arrivals(transaction) {
      if let merge = arrival.merge, let index = indexes[merge] {
        found[index].add(first, arrival)
      } else {
        indexes[first] = found.count
        found.append(MergeArrival(first, arrival))
      }
    }
    return found
  }

  /// The merges that brought some of these events, the first one first.
  package func arrivals(
    among entries: [LogEntry], _ transaction: borrowing ReadTransaction
  ) throws -> [MergeArrival] {
    let positions = entries.map(\.position).sorted()
    return try arrivals(transaction).filter { merge in
      merge.positions.contains { range in
        let index = positions.partitioningIndex { $0 >= range.lowerBound }
        return index < positions.count && range.contains(positions[index])
      }
    }
  }

  /// The merge that a person names; nil where none is called that.
  package func arrival(
    named text: String, _ transaction: borrowing ReadTransaction
  ) throws -> MergeArrival? {
    let name = text.lowercased()
    return try arrivals(transaction).first { $0.id == name }
  }

  /// The merge after which nothing was written here; nil where something was, or none was made.
  func lastArrival(_ transaction: borrowing ReadTransaction) throws -> MergeArrival? {
    let last = try arrivals(transaction).max {
      ($0.positions.last?.upperBound ?? 0) < ($1.positions.last?.upperBound ?? 0)
    }
    return last.flatMap { $0.positions.last?.upperBound == state.nextPosition ? $0 : nil }
  }

  /// The events that a merge brought.
  package func stretches(
    of arrival: MergeArrival, _ transaction: borrowing ReadTransaction
  ) throws -> [LogStretch] {
    try arrival.positions.flatMap { positions in
      try state.logs.indices.compactMap { index in
        let number = LogNumber(index)
        let first = try log.firstSequence(
          of: number, from: positions.lowerBound, state, transaction)
        let end = try log.firstSequence(
          of: number, from: positions.upperBound, state, transaction)
        return first < end ? LogStretch(log: number, sequences: first...end - 1) : nil
      }
    }
  }
}

/// Some events of a log that follow one another.
package struct LogStretch: Hashable, Sendable {
  /// The log.
  package let log: LogNumber
  /// Their sequences.
  package let sequences: ClosedRange<UInt64>
}

extension Log {
  /// The sequence of the first event of a log's own part that lies at a position or behind it; the
  /// next sequence where none does.
  ///
  /// - Complexity: O(log *n*).
  func firstSequence(
    of number: LogNumber, from position: UInt64, _ state: LogState,
    _ transaction: borrowing ReadTransaction
  ) throws -> UInt64 {
    let record = state.logs[Int(number)]
    var (low, high) = (record.fork, max(record.fork, record.head + 1))
    while low < high {
      let middle = low + (high - low) / 2
      guard let found = try self.position(of: middle, in: number, state, transaction) else {
        throw LogError.damaged(.missingEvent)
      }
      if found >= position { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// What this machine had applied before a position.
  func vector(
    before position: UInt64, _ state: LogState, _ transaction: borrowing ReadTransaction
  ) throws -> LocalVector {
    var vector = LocalVector()
    for (index, record) in state.logs.enumerated() {
      let number = LogNumber(index)
      let next = try firstSequence(of: number, from: position, state, transaction)
      if next > record.fork { vector.raise(number, to: next - 1, in: state.logs) }
    }
    return vector
  }
}

extension [UInt64] {
  /// The index of the first element that meets a condition which all after it meet; the end where
  /// none does.
  fileprivate func partitioningIndex(where isMet: (UInt64) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isMet(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
