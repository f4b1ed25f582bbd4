import DaybookEvents
import LMDB

/// Puts the events of a scan together into commands.
///
/// Each is read over the one before, in the same places: a scan of a million commands allocates
/// nothing, unless somebody keeps one.
struct CommandReading: ~Copyable {
  /// What the next command of a log goes on from.
  private struct Continuation {
    var isKnown = false
    var observed = LocalVector()
    var stamp = Stamp(rawValue: 0)
  }

  private let log: Log
  private let state: LogState
  /// The command read last; whole once ``add(position:_:_:)`` has said so.
  private(set) var command = AppliedCommand(
    log: 0, observed: LocalVector(), isImpossible: false, events: [])
  private var current = LentEvent()
  /// The payloads of ``command``, one after the other.
  private var payloads: [UInt8] = []
  private var continuations: [Continuation]

  init(_ log: Log, _ state: LogState) {
    self.log = log
    self.state = state
    continuations = Array(repeating: Continuation(), count: state.logs.count)
  }

  /// Adds an event.
  ///
  /// - Returns: whether ``command`` is complete now.
  /// - Throws: ``LogError/damaged(_:)``.
  mutating func add(
    position: UInt64, _ value: Span<UInt8>, _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    try current.read(position: position, value)
    return try addCurrent(value, transaction)
  }

  /// Adds an event, and lends the command it completes event by event. A command of one event,
  /// as most are, is lent where it lies and copied nowhere.
  ///
  /// - Returns: the last answer of `body`; nil while the command goes on.
  mutating func lend(
    position: UInt64, _ value: Span<UInt8>, _ transaction: borrowing ReadTransaction,
    _ body: (borrowing LentEvent, _ payload: Span<UInt8>?) throws -> ScanStep
  ) throws -> ScanStep? {
    try current.read(position: position, value)
    if command.events.isEmpty, current.event.header.commandSize == 1 {
      let (number, stamp) = (current.event.log, current.event.header.stamp)
      try prepare(number, current.event.header, transaction)
      current.observed = continuations[Int(number)].observed
      current.last = current.event.end
      current.isImpossible = stamp <= continuations[Int(number)].stamp
      continuations[Int(number)].stamp = stamp
      guard let payload = current.payload else { return try body(current, nil) }
      return try body(current, value.extracting(payload))
    }
    guard try addCurrent(value, transaction) else { return nil }
    current.last = current.event.end
    current.observed = command.observed
    current.isImpossible = command.isImpossible
    var step = ScanStep.next
    for event in command.events {
      current.event = event
      current.event.bytes = []
      step =
        try event.payloadPlace.map { try body(current, payloads.span.extracting($0)) }
        ?? body(current, nil)
    }
    clear()
    return step
  }

  /// Begins the next command.
  mutating func clear() {
    command.events.removeAll(keepingCapacity: true)
    payloads.removeAll(keepingCapacity: true)
  }

  private mutating func addCurrent(
    _ value: Span<UInt8>, _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    var place: Range<Int>?
    if let payload = current.payload {
      let start = payloads.count
      payloads.append(value.extracting(payload))
      place = start..<payloads.count
    }
    command.events.append(current.event)
    let count = command.events.count
    command.events[count - 1].payloadPlace = place
    guard UInt64(count) == current.event.header.commandSize else { return false }
    for index in command.events.indices { command.events[index].bytes = payloads }
    let number = command.events[0].log
    try prepare(number, command.events[0].header, transaction)
    command.log = number
    command.observed = continuations[Int(number)].observed
    command.isImpossible = command.areStampsFalling(after: continuations[Int(number)].stamp)
    continuations[Int(number)].stamp = current.event.header.stamp
    return true
  }

  /// Looks up what a command that begins with `first` was written on top of, and the stamp of the
  /// event before it in its chain, as far as the command before it does not tell.
  private mutating func prepare(
    _ number: LogNumber, _ first: EventHeader, _ transaction: borrowing ReadTransaction
  ) throws {
    guard Int(number) < continuations.count else { throw LogError.damaged(.event) }
    let isKnown = continuations[Int(number)].isKnown
    if !isKnown || !first.observed.isEmpty {
      continuations[Int(number)].observed = try log.storedObserved(
        by: first.sequence, in: number, state, transaction)
    }
    if !isKnown {
      continuations[Int(number)].stamp = try log.stamp(
        before: first.sequence, in: number, state, transaction)
      continuations[Int(number)].isKnown = true
    }
    continuations[Int(number)].observed.goOn(number, to: first.sequence - 1, in: state.logs)
  }
}
