package import DaybookEvents
package import LMDB

extension Log {
  /// The link of an event, walked from the checkpoint before it: at most about 1,024 events.
  package func link(
    at sequence: UInt64, in number: LogNumber, _ state: LogState,
    _ transaction: borrowing ReadTransaction
  ) throws -> Link {
    guard sequence > 0 else { return .start }
    let owner = state.owner(number, sequence)
    let record = state.logs[Int(owner)]
    if sequence == record.head { return record.headLink }
    var (from, link) = try start(before: sequence, in: owner, state, transaction)
    while from <= sequence {
      guard let position = try position(of: from, in: owner, state, transaction) else {
        throw LogError.damaged(.missingEvent)
      }
      link = try next(link, position, transaction)
      from += 1
    }
    return link
  }

  /// The checkpoints of a log's own part, oldest first, its signed head included.
  package func checkpoints(
    of number: LogNumber, after sequence: UInt64, _ state: LogState,
    _ transaction: borrowing ReadTransaction
  ) throws -> [Checkpoint] {
    var found: [Checkpoint] = []
    try transaction.scan(
      tables.meta, from: MetaKey.checkpoint(number, sequence + 1),
      below: MetaKey.checkpoint(number, .max)
    ) { key, value in
      if let checkpoint = Self.checkpoint(key, value) { found.append(checkpoint) }
      return .next
    }
    let record = state.logs[Int(number)]
    if record.signed > (found.last?.sequence ?? sequence) {
      found.append(
        Checkpoint(
          sequence: record.signed, link: record.signedLink, signature: record.signature))
    }
    return found
  }

  private func start(
    before sequence: UInt64, in number: LogNumber, _ state: LogState,
    _ transaction: borrowing ReadTransaction
  ) throws -> (UInt64, Link) {
    var found: Checkpoint?
    try transaction.scanBackwards(
      tables.meta, below: MetaKey.checkpoint(number, sequence + 1),
      downTo: MetaKey.checkpoint(number, 0)
    ) { key, value in
      found = Self.checkpoint(key, value)
      return .stop
    }
    if let found { return (found.sequence + 1, found.link) }
    let fork = state.logs[Int(number)].fork
    guard let parent = state.logs[Int(number)].parent else { return (fork, .start) }
    return (fork, try link(at: fork - 1, in: parent, state, transaction))
  }

  /// The link of the event at a position, which follows the event of a link.
  func next(
    _ link: Link, _ position: UInt64, _ transaction: borrowing ReadTransaction
  ) throws -> Link {
    let next = try transaction.value(in: tables.events, for: Hexadecimal.inline(position).span) {
      value in
      let bytes = value.extracting(try EventPlace(reading: value).start..<value.count)
      let parts = try EventBytes(reading: bytes)
      guard let digest = parts.verifiedDigest(of: bytes) else { throw LogError.damaged(.event) }
      return link.next(header: bytes.extracting(parts.header), digest: digest)
    }
    guard let next else { throw LogError.damaged(.missingEvent) }
    return next
  }

  static func checkpoint(_ key: Span<UInt8>, _ value: Span<UInt8>) -> Checkpoint? {
    guard value.count == 96, let link = Link(reading: value.extracting(0..<32)) else { return nil }
    return Checkpoint(
      sequence: big(key, 5..<13), link: link, signature: value.array(32..<96))
  }
}
