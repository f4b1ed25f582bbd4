import DaybookEvents
import DaybookLog
import LMDB

/// When this machine learned what its log holds, position by position.
///
/// What lies before another event was known before it: that is certain. The wall clock that was
/// noted beside it may have been wrong, so it decides only where it does not speak against the
/// order of positions:
///
/// - What a machine wrote itself counts as the corrections of its clock have it.
/// - A time that has not come yet is no time: nothing is learned later than now.
/// - Where times still go back from one position to a later one, some of them were wrong. What was
///   known at a moment is then the beginning of the log that disagrees with the fewest of them; of
///   two, the longer, for more clocks run ahead after a wrong setting than behind.
struct LearningTimes {
  private let moment: Moment
  private let arrivals: [(first: UInt64, arrival: Arrival)]
  private let now: Int64

  init(_ moment: Moment, _ transaction: borrowing ReadTransaction) throws {
    self.moment = moment
    arrivals = try moment.log.arrivals(transaction)
    now = moment.wallClock()
  }

  /// What was learned at once: an own command, or all that came with one arrival.
  private struct Step {
    let last: UInt64
    let at: Int64
    /// The run of commands it is part of: one deed of a person, however many commands it takes.
    var deed: Deed?
  }

  private struct Deed: Equatable {
    let log: LogNumber
    let batch: Batch
  }

  /// From so many more deeds on that were later than a moment, nothing behind them is looked at.
  private static let certainty = 4096

  /// The last position that was known at a time: 0 for nothing.
  ///
  /// - Complexity: O(log *n*) for each log, and a bounded number of commands behind what is found,
  ///   but for those whose times have not come yet.
  func lastPosition(
    at time: Int64, _ transaction: borrowing ReadTransaction
  ) throws -> UInt64 {
    guard time < now else { return moment.state.eventCount }
    var last = try firstPosition(after: time, transaction) - 1
    var next = last + 1
    var (balance, least) = (0, 0)
    var deed: Deed?
    while next <= moment.state.eventCount, balance - least <= Self.certainty {
      let step = try step(at: next, transaction)
      next = step.last + 1
      guard step.at <= now else { continue }
      let weight = step.deed != nil && step.deed == deed ? 0 : 1
      deed = step.deed
      balance += step.at > time ? weight : -weight
      if step.at <= time, balance <= least { (least, last) = (balance, step.last) }
    }
    return last
  }

  /// When the event at a position was known here, milliseconds since 1970: where that time has not
  /// come yet, when the next one was that can be believed.
  func time(
    of position: UInt64, _ transaction: borrowing ReadTransaction
  ) throws -> Int64 {
    var next = position
    while next <= moment.state.eventCount {
      let step = try step(at: next, transaction)
      if step.at <= now { return step.at }
      next = step.last + 1
    }
    return now
  }

  /// A position before which nothing came later than a time. Whoever writes stamps no event earlier
  /// than he records it, however his clock goes, and stamps rise in every log; corrections make
  /// times only earlier.
  private func firstPosition(
    after time: Int64, _ transaction: borrowing ReadTransaction
  ) throws -> UInt64 {
    guard moment.state.impossibleEvents == 0 else { return 1 }
    let stamped = try moment.log.firstPosition(moment.state, transaction) {
      $0.header.stamp.milliseconds > time
    }
    return min(stamped, arrivals.first { $0.arrival.at > time }?.first ?? .max)
  }

  private func step(
    at position: UInt64, _ transaction: borrowing ReadTransaction
  ) throws -> Step {
    var (low, high) = (0, arrivals.count)
    while low < high {
      let middle = (low + high) / 2
      if arrivals[middle].first <= position { low = middle + 1 } else { high = middle }
    }
    if low > 0 {
      let (first, arrival) = arrivals[low - 1]
      if position < first + arrival.count {
        return Step(last: first + arrival.count - 1, at: arrival.at)
      }
    }
    return try moment.log.withEvent(at: position, transaction) { event, _ in
      let header = event.header
      let rest = header.commandSize - 1 - (header.sequence - header.commandFirst)
      return Step(
        last: position + rest, at: moment.state.counted(header, in: event.log).recordedAt,
        deed: header.batch.map { Deed(log: event.log, batch: $0) })
    }
  }
}
