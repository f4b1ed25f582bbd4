package import DaybookEvents
package import LMDB

/// What is wrong with a log, found by walking all of it.
package enum LogProblem: Error, Equatable, Sendable {
  /// The bytes at a position are not what was written.
  case damagedEvent(position: UInt64)
  /// Positions have a gap.
  case missingPosition(UInt64)
  /// An event does not follow the one before it in its log.
  case brokenChain(replica: ReplicaID, sequence: UInt64)
  /// A log ends elsewhere than its record says.
  case wrongHead(replica: ReplicaID, sequence: UInt64)
  /// A signature does not fit.
  case wrongSignature(replica: ReplicaID, sequence: UInt64)
  /// An event is missing from the index of its entity.
  case missingIndexEntry(position: UInt64)
  /// The store is behind what it was known to hold.
  case behindWitness(sequence: UInt64)
}

extension Log {
  /// Walks every event: checksums, chains, heads, signatures, index entries.
  ///
  /// - Returns: what is wrong, at most `limit` problems; empty for a sound log.
  package func verify(
    _ state: LogState, limit: Int = 100, _ transaction: borrowing ReadTransaction
  ) throws -> [LogProblem] {
    var walk = VerificationWalk(state)
    try transaction.scan(tables.events) { key, value in
      let position = Self.big(key, 0..<8)
      for entity in walk.visit(position, value) {
        let entry = entity.key + Hexadecimal.bytes(position)
        if try !transaction.contains(entry, in: tables.entity) {
          walk.problems.append(.missingIndexEntry(position: position))
        }
      }
      return walk.problems.count < limit ? .next : .stop
    }
    if walk.problems.isEmpty { walk.finish() }
    for (index, record) in state.logs.enumerated() where walk.problems.isEmpty {
      for checkpoint in try checkpoints(
        of: LogNumber(index), after: 0, state, transaction)
      {
        let tag = try tag(of: checkpoint.sequence, in: LogNumber(index), state, transaction)
        let isSigned = ReplicaKey.isValid(
          checkpoint.signature, of: checkpoint.link, by: record.publicKey)
        if isSigned, tag == checkpoint.link.tag { continue }
        walk.problems.append(
          .wrongSignature(replica: record.replica, sequence: checkpoint.sequence))
      }
    }
    return Array(walk.problems.prefix(limit))
  }
}

/// The state of one walk over all events.
private struct VerificationWalk {
  let state: LogState
  var problems: [LogProblem] = []
  private var expected: UInt64 = 1
  private var heads: [LogNumber: (sequence: UInt64, link: Link)] = [:]
  private var links: [LogNumber: [UInt64: Link]] = [:]
  private let forks: Set<UInt64>

  init(_ state: LogState) {
    self.state = state
    forks = Set(state.logs.map { $0.fork - 1 })
  }

  /// Checks one event; returns the entities it must be indexed under.
  mutating func visit(_ position: UInt64, _ value: Span<UInt8>) -> [EntityID] {
    if position != expected { problems.append(.missingPosition(expected)) }
    expected = position + 1
    // Any failure to read is the same finding.
    guard let place = try? EventPlace(reading: value) else {
      problems.append(.damagedEvent(position: position))
      return []
    }
    let bytes = value.extracting(place.start..<value.count)
    guard let parts = try? EventBytes(reading: bytes),  // as above: damaged
      let header = try? EventHeader(reading: bytes, in: parts.header),  // as above: damaged
      let digest = parts.verifiedDigest(of: bytes), Int(place.log) < state.logs.count
    else {
      problems.append(.damagedEvent(position: position))
      return []
    }
    let record = state.logs[Int(place.log)]
    let link = before(header.sequence, place.log, record)?
      .next(header: bytes.extracting(parts.header), digest: digest)
    guard let link, link.tag == place.tag, header.replica == record.replica else {
      problems.append(.brokenChain(replica: record.replica, sequence: header.sequence))
      return []
    }
    heads[place.log] = (header.sequence, link)
    if forks.contains(header.sequence) { links[place.log, default: [:]][header.sequence] = link }
    return [header.entity] + (header.second.map { [$0] } ?? [])
  }

  mutating func finish() {
    if expected != state.nextPosition { problems.append(.missingPosition(expected)) }
    for (number, record) in state.logs.enumerated() where record.head >= record.fork {
      let head = heads[LogNumber(number)]
      if head?.sequence != record.head || head?.link != record.headLink {
        problems.append(.wrongHead(replica: record.replica, sequence: record.head))
      }
    }
  }

  private func before(_ sequence: UInt64, _ number: LogNumber, _ record: LogRecord) -> Link? {
    if let head = heads[number] { return head.sequence + 1 == sequence ? head.link : nil }
    guard sequence == record.fork else { return nil }
    guard record.parent != nil else { return .start }
    return links[state.owner(number, sequence - 1)]?[sequence - 1]
  }
}
