import DaybookEvents
package import LMDB

/// Received commands that are not in the log yet.
///
/// Segments come log by log, and the commands of several logs observe each other. A command that
/// observed one further back in the queue is passed over until that one is applied, instead of
/// being stored as a waiting one and read again.
package struct ReceivingQueue: Sendable {
  /// The most events that are held back for what the next batch may bring.
  package static let heldEventLimit = 65_536

  /// Commands of one log that follow each other, one element a segment.
  fileprivate(set) var stretches: [ArraySlice<ReceivedCommand>] = []

  /// Nothing received.
  package init() {}

  /// Adds the commands of a segment.
  package mutating func add(_ commands: [ReceivedCommand]) {
    if !commands.isEmpty { stretches.append(commands[...]) }
  }

  /// How many events are in it.
  package var eventCount: Int {
    stretches.reduce(0) { $0 + $1.reduce(0) { $0 + $1.eventCount } }
  }
}

extension LogWriter {
  /// Applies everything in a queue whose causes are applied or in the queue too, in any order,
  /// and passes over what is here already.
  ///
  /// - Parameter isLast: nothing more will come: what cannot be applied is stored to wait.
  ///   Otherwise it stays in the queue, unless that has grown too long.
  /// - Returns: the commands applied, in the order of application.
  package mutating func receive(
    _ queue: inout ReceivingQueue, isLast: Bool, now: Int64, _ summary: inout ReceiptSummary,
    _ transaction: inout WriteTransaction
  ) throws -> [AppliedCommand] {
    var applied: [AppliedCommand] = []
    var blocked: [EventName: [Int]] = [:]
    var work = Array(queue.stretches.indices.reversed())
    while let index = work.popLast() {
      while let command = queue.stretches[index].first {
        switch try attempt(command, now: now, &summary, &transaction) {
        case .waits(let lacking?):
          blocked[lacking, default: []].append(index)
        case .waits(nil):
          try keepWaiting(command, &summary, &transaction)
          queue.stretches[index].removeFirst()
          continue
        case .held:
          queue.stretches[index].removeFirst()
          command.unblock(&blocked, &work)
          continue
        case .applied(let done):
          applied.append(done)
          queue.stretches[index].removeFirst()
          command.unblock(&blocked, &work)
          continue
        }
        break
      }
    }
    queue.stretches.removeAll { $0.isEmpty }
    if isLast || queue.eventCount > ReceivingQueue.heldEventLimit {
      for command in queue.stretches.joined() {
        try keepWaiting(command, &summary, &transaction)
      }
      queue.stretches.removeAll()
    }
    return applied
  }
}

extension ReceivedCommand {
  /// Puts back to work the stretches that could not go on without this command.
  fileprivate func unblock(_ blocked: inout [EventName: [Int]], _ work: inout [Int]) {
    guard !blocked.isEmpty else { return }
    for event in events {
      let name = EventName(
        replica: replica, sequence: event.header.sequence, tag: event.link.tag)
      if let stretches = blocked.removeValue(forKey: name) { work += stretches }
    }
  }
}
