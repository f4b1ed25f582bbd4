import DaybookEvents
package import LMDB

extension Log {
  /// Keeps the least stamps that the events say, where something else is kept, or nothing, as
  /// older programs did. Others read and write meanwhile.
  package func renewLeastStamps(in environment: Environment) throws {
    let wrong = try environment.read { transaction in
      var known: Stamp?
      var wrong: [LeastStamps.Stretch] = []
      try scanEvents(from: 1, transaction) { event, _ in
        known = LeastStamps.including(event.header, at: event.position, known)
        guard LeastStamps.endsStretch(event.position), let stamp = known else { return .next }
        let stretch = LeastStamps.Stretch(end: event.position, stamp: stamp)
        let kept = try LeastStamps.kept(of: stretch, in: tables.meta, transaction)
        if kept != stamp { wrong.append(stretch) }
        return .next
      }
      return wrong
    }
    guard !wrong.isEmpty else { return }
    // What a stretch that ended holds does not change any more.
    try environment.write { transaction in
      for stretch in wrong {
        try LeastStamps.store(
          stretch.stamp, endingAt: stretch.end, in: tables.meta, &transaction)
      }
    }
  }

  /// Those of some positions, given in their order, that are not known to lie after a bound.
  func positions(
    _ positions: [UInt64], within bound: HistoryBound, _ transaction: borrowing ReadTransaction
  ) throws -> [UInt64] {
    if bound.lastStamp == nil, positions.last ?? 0 <= bound.lastPosition { return positions }
    let end = positions.firstIndex { $0 > bound.lastPosition } ?? positions.count
    guard let last = bound.lastStamp else { return Array(positions[..<end]) }
    var kept: [UInt64] = []
    kept.reserveCapacity(end)
    var index = 0
    while index < end {
      let row = LeastStamps.row(of: positions[index])
      let count = positions[index..<end].prefix { LeastStamps.row(of: $0) == row }.count
      try LeastStamps.withRow(row, in: tables.meta, transaction) { stamps in
        for position in positions[index..<index + count] {
          let stamp = LeastStamps.stamp(of: position, in: stamps)
          if stamp ?? last <= last { kept.append(position) }
        }
      }
      index += count
    }
    return kept
  }
}
