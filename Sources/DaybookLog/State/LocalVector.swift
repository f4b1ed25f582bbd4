import DaybookEvents

/// For each log of this store, how far somebody had applied it: the form in which `observed` is
/// stored and asked. A branch always counts its parent up to where it branched off.
package struct LocalVector: Equatable, Sendable {
  /// By log number; logs beyond the end count as 0.
  package private(set) var heads: [UInt64] = []

  /// Nothing observed.
  package init() {}

  /// Whether the event at `sequence`, which lies in `log` itself, was observed.
  package func covers(_ log: LogNumber, _ sequence: UInt64) -> Bool {
    self[log] >= sequence
  }

  /// How far a log was observed.
  package subscript(_ log: LogNumber) -> UInt64 {
    Int(log) < heads.count ? heads[Int(log)] : 0
  }

  /// Raises a log, and what it branched off from.
  package mutating func raise(_ log: LogNumber, to sequence: UInt64, in logs: [LogRecord]) {
    var (log, sequence) = (log, sequence)
    while true {
      if sequence >= logs[Int(log)].fork { set(log, max(self[log], sequence)) }
      guard let parent = logs[Int(log)].parent else { return }
      sequence = min(sequence, logs[Int(log)].fork - 1)
      log = parent
    }
  }

  private mutating func set(_ log: LogNumber, _ sequence: UInt64) {
    while heads.count <= Int(log) { heads.append(0) }
    heads[Int(log)] = sequence
  }

  func encoded() -> [UInt8] {
    var wire = WireWriter()
    for head in heads { wire.raw(head) }
    return wire.bytes
  }

  init(reading bytes: Span<UInt8>) throws(WireError) {
    var reader = WireReader(bytes)
    while !reader.isAtEnd { heads.append(try reader.varint(in: bytes)) }
  }
}
