package import DaybookEvents

/// Puts the events of a damaged store together into commands, in the order of application, and
/// says what is missing.
///
/// > A command goes on only where the chain of its log leads to it without a gap.
///
/// A gap is filled with what another copy holds, where that follows the same link. Behind a gap
/// that stays, events can be read and not proven: they are listed.
package struct SalvagedCommands {
  /// What one log has come to.
  private struct Chain {
    var replica: ReplicaID
    var publicKey: [UInt8]?
    var name: [UInt8] = []
    var sequence: UInt64
    var link: Link?
    /// The events of a command that is not whole yet, and the link of the last of them.
    var pending: [SalvagedEvent] = []
    var pendingLink: Link?
    /// Commands that are held back until a signature vouches for them, and where they lie.
    var unsigned: [(command: ReceivedCommand, positions: [UInt64])] = []
    /// The last sequence of which anything was read.
    var seen: UInt64

    /// The sequence of the event that comes next.
    var next: UInt64 { sequence + UInt64(pending.count) + 1 }

    /// Whether an event is the one that comes next.
    func isFollowed(by event: SalvagedEvent) -> Bool {
      guard event.header.replica == replica, event.header.sequence == next,
        let previous = pendingLink ?? link,
        pending.last?.header.commandFirst ?? next == event.header.commandFirst
      else { return false }
      return event.link(after: previous).tag == event.tag
    }
  }

  private let salvage: Salvage
  private let own: StoreIdentity?
  /// How far each log was once noted to go.
  private let noted: [ReplicaID: UInt64]
  /// The logs of which only what a signature vouches for is handed over.
  private let signedOnly: Set<LogNumber>
  /// What another copy holds at a sequence.
  private let fill: (ReplicaID, UInt64) -> [ReceivedCommand]
  private var chains: [LogNumber: Chain] = [:]
  private var links: [LogNumber: [UInt64: Link]] = [:]
  private let forks: Set<UInt64>
  /// The events of which nothing sound is left.
  package private(set) var missing: [WithheldEvents] = []
  /// The logs of which something is missing.
  package private(set) var brokenLogs: Set<LogNumber> = []
  /// The positions of sound events that follow what is missing.
  package private(set) var unlinked: [UInt64] = []
  /// How many events were handed over.
  package private(set) var eventCount: UInt64 = 0
  /// How many of them another copy gave.
  package private(set) var filledCount: UInt64 = 0
  /// Positions of which nothing sound was found where a row was.
  package private(set) var spoiledPositions: [UInt64] = []

  /// Prepares to go through what was read.
  ///
  /// - Parameters:
  ///   - noted: how far each log was once noted to go, beside the store.
  ///   - signedOnly: logs that end before what their last signature stands for. Nobody would take
  ///     what no signature vouches for: it counts as following what is missing.
  package init(
    _ salvage: Salvage, noted: [ReplicaID: UInt64] = [:],
    signedOnly: Set<LogNumber> = [],
    fill: @escaping (ReplicaID, UInt64) -> [ReceivedCommand] = { _, _ in [] }
  ) {
    self.salvage = salvage
    self.fill = fill
    (self.noted, self.signedOnly) = (noted, signedOnly)
    own = salvage.identity
    forks = Set(salvage.records.values.filter { $0.parent != nil }.map { $0.fork - 1 })
  }

  /// Hands over every command there is.
  package mutating func forEach(_ body: (ReceivedCommand) throws -> Void) throws {
    let salvage = salvage
    try salvage.forEachPosition { position, events in
      guard !events.isEmpty else { return spoiledPositions.append(position) }
      try add(events, body)
    }
    for number in salvage.records.keys where chains[number] == nil { open(number, nil) }
    for number in chains.keys.sorted() { try finish(number, body) }
    missing.sort {
      ($0.replica.rawValue, $0.sequences.lowerBound) < (
        $1.replica.rawValue, $1.sequences.lowerBound
      )
    }
  }

  private mutating func add(
    _ candidates: [SalvagedEvent], _ body: (ReceivedCommand) throws -> Void
  ) throws {
    let event = choice(among: candidates)
    // What was not committed was never anybody's, unless the witness knows of it.
    if let next = salvage.nextPosition, event.position >= next,
      event.header.sequence > noted[event.header.replica] ?? 0
    {
      return
    }
    if chains[event.log] == nil { open(event.log, event.header) }
    guard var chain = chains[event.log] else { return }
    // Another log's events under this number: the record of it is gone, and another one there.
    guard chain.replica == event.header.replica else { return unlinked.append(event.position) }
    defer { chains[event.log] = chain }
    let sequence = event.header.sequence
    if sequence <= chain.sequence { return }  // another copy gave it
    if sequence != chain.next {
      try close(&chain, event.log, before: sequence, body)
      if sequence <= chain.sequence { return }
    }
    if sequence > chain.seen + 1 { note(chain.replica, chain.seen + 1, sequence - 1) }
    chain.seen = max(chain.seen, sequence)
    guard let previous = chain.pendingLink ?? chain.link,
      let fitting = candidates.first(where: { $0.log == event.log && chain.isFollowed(by: $0) })
    else {
      breakOff(&chain, event)
      return
    }
    chain.pending.append(fitting)
    chain.pendingLink = fitting.link(after: previous)
    guard UInt64(chain.pending.count) == fitting.header.commandSize else { return }
    try emit(&chain, event.log, body)
  }

  /// Of what lies about for one position the event that goes on with its log; else one that may do
  /// so once what is missing before it is filled.
  private func choice(among candidates: [SalvagedEvent]) -> SalvagedEvent {
    guard candidates.count > 1 else { return candidates[0] }
    let placed = candidates.map { ($0, chain: chains[$0.log] ?? begun($0.log, $0.header)) }
    return placed.first { $0.chain?.isFollowed(by: $0.0) ?? false }?.0
      ?? placed.first {
        $0.chain?.replica == $0.0.header.replica && $0.0.header.sequence > $0.chain?.next ?? .max
      }?.0
      ?? candidates[0]
  }

  private mutating func open(_ number: LogNumber, _ header: EventHeader?) {
    chains[number] = begun(number, header)
  }

  /// The beginning of a log where its record, or its first event, says.
  private func begun(_ number: LogNumber, _ header: EventHeader?) -> Chain? {
    let record = salvage.records[number]
    guard let replica = record?.replica ?? header?.replica else { return nil }
    var key = record?.publicKey ?? salvage.records.values.first { $0.replica == replica }?.publicKey
    if key == nil, own?.replica == replica { key = own?.key.publicKey }
    var chain = Chain(
      replica: replica, publicKey: key, name: record?.name ?? [], sequence: 0, link: .start,
      seen: 0)
    if let parent = record?.parent, let fork = record?.fork {
      chain.sequence = fork - 1
      chain.seen = fork - 1
      chain.link = fork == 1 ? .start : link(at: fork - 1, above: parent)
    }
    return chain
  }

  private func link(at sequence: UInt64, above parent: LogNumber) -> Link? {
    var number: LogNumber? = parent
    while let log = number {
      if let link = links[log]?[sequence] { return link }
      let above = salvage.records[log]?.parent
      number = above.flatMap { $0 < log ? $0 : nil }
    }
    return nil
  }

  /// Fills what is missing before a sequence, as far as another copy has it.
  private mutating func close(
    _ chain: inout Chain, _ number: LogNumber, before sequence: UInt64,
    _ body: (ReceivedCommand) throws -> Void
  ) throws {
    unlink(&chain)
    while let link = chain.link, chain.sequence + 1 < sequence,
      let command = fill(chain.replica, chain.sequence + 1).first(where: { $0.previous == link })
    {
      if chain.publicKey == nil { chain.publicKey = command.origin.publicKey }
      chain.sequence += UInt64(command.events.count)
      chain.link = command.link
      chain.seen = max(chain.seen, chain.sequence)
      remember(command, of: number)
      filledCount += UInt64(command.events.count)
      // What was set aside of this log is part of it.
      let known = setAside
      unlinked.removeAll { known[$0] == number }
      setAside = setAside.filter { $0.value != number }
      try handOver(command, at: [], &chain, number, body)
    }
  }

  /// The events of commands that were not whole, by their positions.
  private var setAside: [UInt64: LogNumber] = [:]

  /// Sets aside what there is of a command that is not whole.
  private mutating func unlink(_ chain: inout Chain) {
    for event in chain.pending {
      unlinked.append(event.position)
      setAside[event.position] = event.log
    }
    chain.pending.removeAll()
    chain.pendingLink = nil
  }

  private mutating func breakOff(_ chain: inout Chain, _ event: SalvagedEvent) {
    breakOff(&chain, event.log)
    unlinked.append(event.position)
  }

  private mutating func breakOff(_ chain: inout Chain, _ number: LogNumber) {
    unlink(&chain)
    setAside = setAside.filter { $0.value != number }
    chain.link = nil
    brokenLogs.insert(number)
  }

  private mutating func note(_ replica: ReplicaID, _ first: UInt64, _ last: UInt64) {
    missing.append(WithheldEvents(replica: replica, sequences: first...last))
  }

  private mutating func emit(
    _ chain: inout Chain, _ number: LogNumber, _ body: (ReceivedCommand) throws -> Void
  ) throws {
    guard let previous = chain.link else { return }
    guard let publicKey = chain.publicKey else {
      // Nobody could check what cannot be signed for.
      return breakOff(&chain, number)
    }
    var content: [UInt8] = []
    var events: [ReceivedCommand.Event] = []
    var link = previous
    for event in chain.pending {
      link = event.link(after: link)
      let start = content.count
      content += event.bytes
      events.append(
        ReceivedCommand.Event(
          place: start..<content.count,
          payload: event.parts.payload.map { start + $0.lowerBound..<start + $0.upperBound },
          header: event.header, link: link))
    }
    chain.sequence += UInt64(events.count)
    chain.link = link
    let known = salvage.checkpoints[number]?[chain.sequence]
    let command = ReceivedCommand(
      origin: ReceivedCommand.Origin(publicKey: publicKey, name: chain.name, content: content),
      previous: previous, events: events[...],
      signature: known?.link == link ? known?.signature : nil)
    let positions = chain.pending.map(\.position)
    chain.pending.removeAll()
    chain.pendingLink = nil
    remember(command, of: number)
    try handOver(command, at: positions, &chain, number, body)
  }

  private mutating func handOver(
    _ command: ReceivedCommand, at positions: [UInt64], _ chain: inout Chain,
    _ number: LogNumber, _ body: (ReceivedCommand) throws -> Void
  ) throws {
    chain.unsigned.append((command, positions))
    if signedOnly.contains(number), command.signature == nil { return }
    for (command, _) in chain.unsigned {
      eventCount += UInt64(command.events.count)
      try body(command)
    }
    chain.unsigned.removeAll()
  }

  /// Keeps the links of events that other logs branch off from.
  private mutating func remember(_ command: ReceivedCommand, of number: LogNumber) {
    guard !forks.isEmpty else { return }
    for event in command.events where forks.contains(event.header.sequence) {
      links[number, default: [:]][event.header.sequence] = event.link
    }
  }

  /// Fills the end of a log, as far as its record says that there was more.
  private mutating func finish(
    _ number: LogNumber, _ body: (ReceivedCommand) throws -> Void
  ) throws {
    guard var chain = chains[number] else { return }
    defer { chains[number] = chain }
    let pending = chain.pending.last?.header
    let isOnly = chains.values.filter { $0.replica == chain.replica }.count == 1
    let end = max(
      salvage.records[number]?.head ?? 0, isOnly ? noted[chain.replica] ?? 0 : 0,
      pending.map { $0.commandFirst + $0.commandSize - 1 } ?? 0)
    if chain.sequence < end { try close(&chain, number, before: end + 1, body) }
    unlink(&chain)
    unlinked += chain.unsigned.flatMap(\.positions)
    if chain.sequence < end { brokenLogs.insert(number) }
    if chain.seen < end { note(chain.replica, chain.seen + 1, end) }
  }
}
