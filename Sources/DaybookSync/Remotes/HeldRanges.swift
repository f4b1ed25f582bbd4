package import Daybook
package import DaybookEvents
package import DaybookLog
package import LMDB

/// What stretches of logs that lie somewhere are to a store.
package struct HeldRanges {
  private let moment: Moment
  private let ranges: [(range: LinkedRange, last: EventName, log: LogNumber)]
  /// Those of which a store lacks something.
  package let lacked: Set<LinkedRange>

  /// Looks for some stretches in a store.
  package init(
    _ ranges: [LinkedRange], in moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws {
    self.moment = moment
    var waiting: [EventName: EventName]?
    var lacked: Set<LinkedRange> = []
    var found: [(LinkedRange, EventName, LogNumber)] = []
    for range in ranges {
      if let number = try moment.log.locate(range.last, moment.state, transaction) {
        found.append((range, range.last, number))
        continue
      }
      // Its end may wait here for what it was written on top of, and what comes before it not.
      let ends = try waiting ?? moment.log.waitingEnds(transaction)
      waiting = ends
      guard var last = ends[range.last] else {
        lacked.insert(range)
        continue
      }
      while last.sequence >= range.first {
        if let number = try moment.log.locate(last, moment.state, transaction) {
          found.append((range, last, number))
          break
        }
        guard let before = ends[last] else {
          lacked.insert(range)  // the end came by itself
          break
        }
        last = before
      }
    }
    self.ranges = found
    self.lacked = lacked
  }

  /// How far they hold each log of the store: as far as there is no gap.
  package var vector: LocalVector {
    var stretches: [LogNumber: [ClosedRange<UInt64>]] = [:]
    for (range, last, log) in ranges {
      add(range.first...last.sequence, log, to: &stretches)
    }
    var held = LocalVector()
    for (number, ranges) in stretches {
      var end = moment.state.logs[Int(number)].fork - 1
      for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound })
      where range.lowerBound <= end + 1 {
        end = max(end, range.upperBound)
      }
      // Of a log that forked, a branch is there as far as what it branched off from.
      if end >= moment.state.logs[Int(number)].fork { held.set(number, to: end) }
    }
    return held
  }

  /// Adds a range to a log, and what of it lies before its fork to what it branched off from.
  private func add(
    _ range: ClosedRange<UInt64>, _ number: LogNumber,
    to stretches: inout [LogNumber: [ClosedRange<UInt64>]]
  ) {
    let record = moment.state.logs[Int(number)]
    stretches[number, default: []].append(range)
    guard let parent = record.parent, range.lowerBound < record.fork else { return }
    add(range.lowerBound...min(range.upperBound, record.fork - 1), parent, to: &stretches)
  }
}

extension Moment {
  /// The last event of each log that a vector holds.
  package func heads(
    of vector: LocalVector, _ transaction: borrowing ReadTransaction
  ) throws -> [EventName] {
    try state.logs.indices.compactMap { index in
      let (number, record) = (LogNumber(index), state.logs[index])
      guard vector[number] >= record.fork,
        let tag = try log.tag(of: vector[number], in: number, state, transaction)
      else { return nil }
      return EventName(replica: record.replica, sequence: vector[number], tag: tag)
    }
  }
}
