import DaybookEvents
import LMDB

/// Puts the events of a scan together into commands.
///
/// One command is built in place of the one before, in the same arrays: a scan of a million
/// commands allocates nothing, unless somebody keeps one.
struct CommandReading {
  /// What the next command of a log goes on from.
  private struct Continuation {
    var observed: LocalVector?
    var stamp: Stamp?
  }

  let log: Log
  let state: LogState
  private(set) var command = AppliedCommand(
    log: 0, observed: LocalVector(), isImpossible: false, events: [])
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
    let place = try EventPlace(reading: value)
    guard Int(place.log) < continuations.count else { throw LogError.damaged(.event) }
    let bytes = value.extracting(place.start..<value.count)
    do throws(WireError) {
      let parts = try EventBytes(reading: bytes)
      let start = payloads.count
      if let payload = parts.payload { payloads.append(bytes.extracting(payload)) }
      command.events.append(
        AppliedEvent(
          position: position, log: place.log, tag: place.tag,
          header: try EventHeader(reading: bytes, in: parts.header), bytes: [],
          payloadPlace: parts.payload == nil ? nil : start..<payloads.count))
    } catch {
      throw LogError.damaged(.event)
    }
    let count = command.events.count
    guard UInt64(count) == command.events[count - 1].header.commandSize else { return false }
    try complete(transaction)
    return true
  }

  /// Begins the next command.
  mutating func clear() {
    command.events.removeAll(keepingCapacity: true)
    payloads.removeAll(keepingCapacity: true)
  }

  private mutating func complete(_ transaction: borrowing ReadTransaction) throws {
    for index in command.events.indices { command.events[index].bytes = payloads }
    let number = command.events[0].log
    let sequence = command.events[0].header.sequence
    var shared = continuations[Int(number)].observed
    if shared == nil || !command.events[0].header.observed.isEmpty {
      shared = try log.storedObserved(by: sequence, in: number, state, transaction)
      continuations[Int(number)].observed = shared
    }
    let before =
      try continuations[Int(number)].stamp
      ?? log.stamp(before: sequence, in: number, state, transaction)
    command.log = number
    command.observed =
      shared?.raised(number, to: sequence - 1, in: state.logs) ?? LocalVector()
    command.isImpossible = command.areStampsFalling(after: before)
    continuations[Int(number)].stamp = command.events[command.events.count - 1].header.stamp
  }
}
