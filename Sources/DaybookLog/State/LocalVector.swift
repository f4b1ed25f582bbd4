import DaybookEvents

/// For each log of this store, how far somebody had applied it: the form in which `observed` is
/// stored and asked. A branch always counts its parent up to where it branched off.
///
/// The commands of one log in a row share what they observed of the others; only their own place
/// differs, and it is kept beside the shared part, so that no command needs an array of its own.
package struct LocalVector: Sendable {
  /// By log number; logs beyond the end count as 0.
  private var shared: [UInt64] = []
  /// The log whose entry in ``shared`` is out of date, and what it should be.
  private var own: (log: LogNumber, head: UInt64) = (.max, 0)

  /// Nothing observed.
  package init() {}

  /// Whether the event at `sequence`, which lies in `log` itself, was observed.
  package func covers(_ log: LogNumber, _ sequence: UInt64) -> Bool {
    self[log] >= sequence
  }

  /// How far a log was observed.
  package subscript(_ log: LogNumber) -> UInt64 {
    if log == own.log { return own.head }
    return Int(log) < shared.count ? shared[Int(log)] : 0
  }

  /// Raises a log, and what it branched off from.
  package mutating func raise(_ log: LogNumber, to sequence: UInt64, in logs: [LogRecord]) {
    var (log, sequence) = (log, sequence)
    while true {
      if sequence >= logs[Int(log)].fork { set(log, to: max(self[log], sequence)) }
      guard let parent = logs[Int(log)].parent else { return }
      sequence = min(sequence, logs[Int(log)].fork - 1)
      log = parent
    }
  }

  /// This vector with a log raised, as ``raise(_:to:in:)`` does.
  package func raised(
    _ log: LogNumber, to sequence: UInt64, in logs: [LogRecord]
  ) -> LocalVector {
    var vector = self
    if own.log == .max, logs[Int(log)].parent == nil {
      vector.own = (log, max(self[log], sequence))
    } else {
      vector.raise(log, to: sequence, in: logs)
    }
    return vector
  }

  /// Raises a log in place, as ``raised(_:to:in:)`` does.
  mutating func goOn(_ log: LogNumber, to sequence: UInt64, in logs: [LogRecord]) {
    if log == own.log {
      own.head = max(own.head, sequence)
    } else {
      self = raised(log, to: sequence, in: logs)
    }
  }

  /// Says how far a log itself was observed, whatever it branched off from.
  package mutating func set(_ log: LogNumber, to sequence: UInt64) {
    if log == own.log {
      own.head = sequence
      return
    }
    while shared.count <= Int(log) { shared.append(0) }
    shared[Int(log)] = sequence
  }
}

extension LocalVector: Equatable {
  /// Whether two vectors say the same of every log.
  package static func == (left: LocalVector, right: LocalVector) -> Bool {
    left.heads == right.heads
  }

  /// By log number, without zeros at the end.
  private var heads: [UInt64] {
    var heads = shared
    if own.log < .max {
      while heads.count <= Int(own.log) { heads.append(0) }
      heads[Int(own.log)] = own.head
    }
    while heads.last == 0 { heads.removeLast() }
    return heads
  }
}

extension LocalVector {
  func encoded() -> [UInt8] {
    var wire = WireWriter()
    for head in heads { wire.raw(head) }
    return wire.bytes
  }

  init(reading bytes: Span<UInt8>) throws(WireError) {
    var reader = WireReader(bytes)
    shared.reserveCapacity(bytes.count)  // as many, or fewer
    while !reader.isAtEnd { shared.append(try reader.varint(in: bytes)) }
  }
}
