import DaybookEvents
package import LMDB

extension Log {
  /// Walks every event: checksums, chains, heads, signatures, index entries. Stores of older
  /// formats too, so that what keeps one from being brought up to date is found.
  ///
  /// - Parameter looksUpEveryEvent: looks every event up by its position as well; else some on
  ///   every page, which takes half the time.
  /// - Returns: what is wrong, at most `limit` problems; empty for a sound log.
  package func verify(
    _ state: LogState, limit: Int = 100, looksUpEveryEvent: Bool = false,
    _ transaction: borrowing ReadTransaction
  ) throws -> [LogProblem] {
    let format = try StoreFormat.of(tables, transaction)
    var walk = VerificationWalk(state, format: format)
    var sample = looksUpEveryEvent ? LookupSample.everything : LookupSample()
    try transaction.scan(tables.events) { key, value in
      let position = Self.big(key, 0..<8)
      walk.visit(position, value)
      if sample.isDue(key.count + value.count), try !transaction.contains(key, in: tables.events) {
        walk.note(.missingPosition(position))
      }
      return walk.problems.count < limit ? .next : .stop
    }
    if walk.problems.isEmpty { walk.finish() }
    var problems = walk.problems
    if problems.isEmpty { problems += try erasureProblems(walk, state, transaction) }
    if try walk.index != indexSum(transaction) {
      problems += try indexProblems(format, transaction)
    }
    if problems.isEmpty {
      problems += try LeastStamps.differences(walk.leastStamps, in: tables.meta, transaction)
    }
    for (index, record) in state.logs.enumerated() where problems.isEmpty {
      problems += try signatureProblems(LogNumber(index), record, state, format, transaction)
    }
    return Array(problems.prefix(limit))
  }

  private func signatureProblems(
    _ number: LogNumber, _ record: LogRecord, _ state: LogState, _ format: UInt64,
    _ transaction: borrowing ReadTransaction
  ) throws -> [LogProblem] {
    var problems: [LogProblem] = []
    for checkpoint in try checkpoints(of: number, after: 0, state, transaction) {
      let tag = try tag(
        of: checkpoint.sequence, in: number, state, format: format, transaction)
      let isSigned = ReplicaKey.isValid(
        checkpoint.signature, of: checkpoint.link, by: record.publicKey)
      if isSigned, tag == checkpoint.link.tag { continue }
      problems.append(
        .wrongSignature(replica: record.replica, sequence: checkpoint.sequence))
    }
    return problems
  }

  /// Finds events without payloads that no erasure covers.
  private func erasureProblems(
    _ walk: VerificationWalk, _ state: LogState, _ transaction: borrowing ReadTransaction
  ) throws -> [LogProblem] {
    guard !walk.erased.isEmpty else { return [] }
    var erasures: [EntityID: [Erasure]] = [:]
    for position in walk.erasures {
      guard let event = try event(at: position, transaction) else { continue }
      let erasure = Erasure(
        entity: event.header.entity,
        observed: try observed(by: event.header.commandFirst, in: event.log, state, transaction))
      erasures[erasure.entity, default: []].append(erasure)
    }
    return try walk.erased.compactMap { position in
      try withEvent(at: position, transaction) { event, _ in
        let isCovered = erasures[event.header.entity]?.contains {
          $0.covers(event.header, in: event.log)
        }
        return isCovered == true ? nil : .missingPayload(position: position)
      }
    }
  }

  private func indexSum(_ transaction: borrowing ReadTransaction) throws -> IndexSum {
    var sum = IndexSum()
    var sample = LookupSample()
    try transaction.scan(tables.entity) { key, value in
      // A row that is not found does not count, so that the sum is not what it should be.
      if sample.isDue(key.count + value.count), try !transaction.contains(key, in: tables.entity) {
        return .next
      }
      // A row that cannot be read adds nothing; what it should hold is found missing.
      try? EntityRow.read(key: key, value: value) {
        sum.add(EntityEntry(handle: key.bigEndian128(at: 0), position: $0))
      }
      return .next
    }
    return sum
  }

  /// Finds what the index of entities lacks, and what it should not hold.
  private func indexProblems(
    _ format: UInt64, _ transaction: borrowing ReadTransaction
  ) throws -> [LogProblem] {
    var indexed: Set<EntityEntry> = []
    try transaction.scan(tables.entity) { key, value in
      guard try transaction.contains(key, in: tables.entity) else { return .next }
      try? EntityRow.read(key: key, value: value) {  // as above
        indexed.insert(EntityEntry(handle: key.bigEndian128(at: 0), position: $0))
      }
      return .next
    }
    var problems: [LogProblem] = []
    try transaction.scan(tables.events) { key, value in
      let position = Self.big(key, 0..<8)
      // What cannot be read is a problem of its own, found before this one.
      guard let place = try? EventPlace(reading: value, format: format),
        let header = try? EventHeader(event: value.extracting(place.start..<value.count))  // too
      else { return .next }
      let entries = Set([header.entity, header.second].compactMap(\.self)).map {
        EntityEntry($0, position)
      }
      for entry in entries where indexed.remove(entry) == nil {
        problems.append(.missingIndexEntry(position: position))
      }
      return .next
    }
    return problems + indexed.sorted().map { .wrongIndexEntry(position: $0.position) }
  }
}

/// A sum over index entries in any order: equal sums are, but for one chance in 2^64, equal
/// entries, and comparing them spares a search in the index for every event.
private struct IndexSum: Equatable {
  private var count = 0
  private var sum: UInt64 = 0

  mutating func add(_ entry: EntityEntry) {
    count += 1
    let bytes = entry.bytes
    let high = UInt64(Checksum.of(bytes.span, seed: 2))
    sum &+= high << 32 | UInt64(Checksum.of(bytes.span, seed: 1))
  }
}

/// Says which rows of a walk to look up as well: some on every page, or all. LMDB goes through a
/// damaged page in one way and looks keys up in another, and each can work where the other does
/// not.
private struct LookupSample {
  /// All rows.
  static let everything = LookupSample(everyBytes: 0)

  private let everyBytes: Int
  private var byteCount = 0

  init(everyBytes: Int = 512) { self.everyBytes = everyBytes }

  mutating func isDue(_ rowByteCount: Int) -> Bool {
    byteCount += rowByteCount
    guard byteCount > everyBytes else { return false }
    byteCount = 0
    return true
  }
}

/// The state of one walk over all events.
private struct VerificationWalk {
  /// The last event seen of a log.
  private struct Head {
    var sequence: UInt64 = 0
    var link = Link.start
  }

  let state: LogState
  private let format: UInt64
  private(set) var problems: [LogProblem] = []
  /// The entries that the index of entities must have.
  private(set) var index = IndexSum()
  /// The positions of events without payloads.
  private(set) var erased: [UInt64] = []
  /// The positions of the events that take payloads.
  private(set) var erasures: [UInt64] = []
  /// The least stamp of each stretch that ended.
  private(set) var leastStamps: [LeastStamps.Stretch] = []
  private var leastStamp: Stamp?
  private var expected: UInt64 = 1
  private var heads: [Head]
  /// The links of events that other logs branch off from.
  private var links: [LogNumber: [UInt64: Link]] = [:]
  private let forks: Set<UInt64>

  init(_ state: LogState, format: UInt64) {
    (self.state, self.format) = (state, format)
    heads = Array(repeating: Head(), count: state.logs.count)
    forks = Set(state.logs.filter { $0.parent != nil }.map { $0.fork - 1 })
  }

  /// Notes a problem found beside the walk.
  mutating func note(_ problem: LogProblem) { problems.append(problem) }

  /// Checks one event.
  mutating func visit(_ position: UInt64, _ value: Span<UInt8>) {
    if position != expected { problems.append(.missingPosition(expected)) }
    expected = position + 1
    // Any failure to read is the same finding.
    guard let place = try? EventPlace(reading: value, format: format),
      Int(place.log) < state.logs.count
    else {
      problems.append(.damagedEvent(position: position))
      return
    }
    let bytes = value.extracting(place.start..<value.count)
    guard let parts = try? EventBytes(reading: bytes),  // as above: damaged
      let header = try? EventHeader(reading: bytes, in: parts.header),  // as above: damaged
      let digest = parts.verifiedDigest(of: bytes)
    else {
      problems.append(.damagedEvent(position: position))
      return
    }
    let link = before(header.sequence, place.log)?
      .next(header: bytes.extracting(parts.header), digest: digest)
    let replica = state.logs[Int(place.log)].replica
    guard let link, link.tag == place.tag, header.replica == replica else {
      problems.append(.brokenChain(replica: replica, sequence: header.sequence))
      return
    }
    heads[Int(place.log)] = Head(sequence: header.sequence, link: link)
    leastStamp = LeastStamps.including(header, at: position, leastStamp)
    if LeastStamps.endsStretch(position), let leastStamp {
      leastStamps.append(LeastStamps.Stretch(end: position, stamp: leastStamp))
    }
    if parts.isErased { erased.append(position) }
    if header.knownKind == .thingErased { erasures.append(position) }
    if !forks.isEmpty, forks.contains(header.sequence) {
      links[place.log, default: [:]][header.sequence] = link
    }
    index.add(EntityEntry(header.entity, position))
    if let second = header.second, second != header.entity {
      index.add(EntityEntry(second, position))
    }
  }

  mutating func finish() {
    if expected != state.nextPosition { problems.append(.missingPosition(expected)) }
    for (head, record) in zip(heads, state.logs) where record.head >= record.fork {
      if head.sequence != record.head || head.link != record.headLink {
        problems.append(.wrongHead(replica: record.replica, sequence: record.head))
      }
    }
  }

  /// The link of the event before a sequence of a log, if that is where the walk is.
  private func before(_ sequence: UInt64, _ number: LogNumber) -> Link? {
    let head = heads[Int(number)]
    if head.sequence > 0 { return head.sequence + 1 == sequence ? head.link : nil }
    guard sequence == state.logs[Int(number)].fork else { return nil }
    guard state.logs[Int(number)].parent != nil else { return .start }
    return links[state.owner(number, sequence - 1)]?[sequence - 1]
  }
}
