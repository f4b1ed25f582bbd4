import DaybookEvents
import LMDB

extension LogWriter {
  /// Where a received command goes on from.
  struct Base {
    /// The log that holds the event before; nil at the beginning of a replica's log.
    let log: LogNumber?
    /// Whether that event is the log's head, so that the log is continued and does not fork.
    let isHead: Bool
    /// The stamp of the event before.
    let stamp: Stamp
  }

  /// Finds the event before a command; nil while it is not applied, or where damage keeps one from
  /// telling whether a log branches off behind it.
  func base(
    of command: ReceivedCommand, _ transaction: borrowing ReadTransaction
  ) throws -> Base? {
    guard command.sequence > 1 else {
      guard command.previous == .start else { return nil }
      return Base(log: nil, isHead: false, stamp: Stamp(rawValue: 0))
    }
    let before = command.before
    guard let number = try locate(before, transaction) else { return nil }
    if state.logs[Int(number)].head == before.sequence {
      guard state.logs[Int(number)].headLink == command.previous else { return nil }
      return Base(log: number, isHead: true, stamp: state.logs[Int(number)].headStamp)
    }
    do {
      guard try log.link(at: before.sequence, in: number, state, transaction) == command.previous
      else { return nil }
      return Base(
        log: number, isHead: false,
        stamp: try log.stamp(before: command.sequence, in: number, state, transaction))
    } catch LogError.damaged {
      return nil
    }
  }

  /// The log a command goes into: the one it continues, or a new one that branches off.
  mutating func open(_ base: Base, for command: ReceivedCommand) -> LogNumber {
    if let number = base.log, base.isHead {
      if state.logs[Int(number)].name != command.origin.name {
        state.logs[Int(number)].name = command.origin.name
      }
      return number
    }
    var record = LogRecord(
      replica: command.replica, publicKey: command.origin.publicKey, name: command.origin.name,
      parent: base.log)
    record.fork = command.sequence
    record.head = command.sequence - 1
    record.headLink = command.previous
    record.headStamp = base.stamp
    state.logs.append(record)
    return LogNumber(state.logs.count - 1)
  }
}
