package import DaybookEvents
package import DaybookLog
package import LMDB
package import DaybookText

/// Which events of the log are wanted, and in what order.
package struct LogFilter: Sendable {
  /// Only events about this.
  package var entity: EntityID?
  /// Only events stamped at or after this time, milliseconds since 1970.
  package var since: Int64?
  /// Only events stamped before this time.
  package var until: Int64?
  /// Only events of these replicas.
  package var replicas: Set<ReplicaID>?
  /// Only events of these kinds.
  package var kinds: Set<UInt32>?
  /// At most this many.
  package var limit: Int?
  /// Oldest first instead of newest first.
  package var isReversed = false
  /// By arrival here instead of by time.
  package var byArrival = false
  /// Only what belongs to this past moment.
  package var at: PastTime?

  /// Everything, newest first.
  package init() {}

  fileprivate func accepts(_ header: EventHeader, _ stamp: Stamp) -> Bool {
    let milliseconds = stamp.milliseconds
    return milliseconds >= since ?? .min && milliseconds < until ?? .max
      && replicas?.contains(header.replica) ?? true && kinds?.contains(header.kind) ?? true
  }

  /// What was found in the order that is wanted, and as much of it.
  fileprivate func ordered(_ found: [EventPlacement]) -> ArraySlice<EventPlacement> {
    let sorted = found.sorted { isReversed ? $0 < $1 : $1 < $0 }
    return sorted.prefix(limit ?? .max)
  }
}

/// What places an event among others that a filter accepts.
private struct EventPlacement: Comparable {
  private let order: UInt64
  let name: EventName
  let position: UInt64
  /// How many were found before.
  let index: Int

  init(_ event: StoredEvent, _ stamp: Stamp, _ filter: LogFilter, index: Int) {
    order = filter.byArrival ? event.position : stamp.rawValue
    name = event.name
    position = event.position
    self.index = index
  }

  static func < (left: Self, right: Self) -> Bool {
    left.order == right.order ? left.name < right.name : left.order < right.order
  }
}

extension Moment {
  /// The events a filter accepts, in its order.
  ///
  /// - Parameter onDamage: hears of the position of each event that is damaged, and so may be one
  ///   of them, or throws; by default it does. Of one thing's history nothing is passed over.
  package func events(
    _ filter: LogFilter, _ transaction: borrowing ReadTransaction,
    onDamage: (UInt64) throws -> Void = Log.refuse
  ) throws -> [LogEntry] {
    let bound = try filter.at.map { try PastBound($0, self, transaction) }
    if let entity = filter.entity { return try history(of: entity, filter, bound, transaction) }
    var found: [EventPlacement] = []
    try log.scanEvents(from: 1, transaction, onDamage: onDamage) { event, _ in
      guard event.position <= bound?.lastPosition ?? .max else { return .stop }
      let stamp = state.stamp(of: event.header, in: event.log)
      if filter.accepts(event.header, stamp), try bound?.includes(event, log, transaction) ?? true {
        found.append(EventPlacement(event, stamp, filter, index: found.count))
      }
      return .next
    }
    return try filter.ordered(found).compactMap { place in
      do {
        return try log.withEvent(at: place.position, transaction) { event, bytes in
          // A key that became another may be found in its place.
          guard event.name == place.name else { throw LogError.damaged(.event) }
          return try entry(event.copied(from: bytes), transaction)
        }
      } catch LogError.damaged(let damage) where damage == .event || damage == .missingEvent {
        try onDamage(place.position)
        return nil
      }
    }
  }

  /// The same, of the events about one thing.
  private func history(
    of entity: EntityID, _ filter: LogFilter, _ bound: PastBound?,
    _ transaction: borrowing ReadTransaction
  ) throws -> [LogEntry] {
    var found: [EventPlacement] = []
    var entries: [LogEntry] = []
    try log.scanHistory(of: entity, transaction) { event, bytes in
      guard event.position <= bound?.lastPosition ?? .max else { return .stop }
      let stamp = state.stamp(of: event.header, in: event.log)
      if filter.accepts(event.header, stamp), try bound?.includes(event, log, transaction) ?? true {
        found.append(EventPlacement(event, stamp, filter, index: found.count))
        entries.append(try entry(event.copied(from: bytes), transaction))
      }
      return .next
    }
    return filter.ordered(found).map { entries[$0.index] }
  }

  /// The human name of the replica that wrote a log.
  package func replicaName(_ replica: ReplicaID) -> Text {
    let number = state.numbers(of: replica).last
    return Text(bytes: number.map { state.logs[Int($0)].name } ?? [])
  }

  /// How an event is named here: with its link where its replica's log has forked.
  package func shownName(_ name: EventName) -> String {
    isForked(name.replica) ? name.branchDescription : name.description
  }

  /// Whether a replica's log has branches, so that its events' names need their links.
  func isForked(_ replica: ReplicaID) -> Bool {
    var count = 0
    for log in state.logs where log.replica == replica { count += 1 }
    return count > 1
  }

  /// The event a person typed: `<replica>:<sequence>`, `<replica>~<link>:<sequence>`; the
  /// replica may be shortened as far as it is unique. Nil when none is here.
  ///
  /// - Throws: ``StoreError/ambiguousEvent(_:candidates:)``.
  package func event(
    named text: String, _ transaction: borrowing ReadTransaction
  ) throws -> AppliedEvent? {
    let found = try events(named: text, transaction)
    guard found.count <= 1 else {
      throw StoreError.ambiguousEvent(
        text, candidates: found.map(\.name.branchDescription).sorted())
    }
    return found.first
  }

  /// Every event that a person may mean by a name.
  private func events(
    named text: String, _ transaction: borrowing ReadTransaction
  ) throws -> [AppliedEvent] {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let sequence = UInt64(parts[1]) else { return [] }
    let names = parts[0].split(separator: "~", omittingEmptySubsequences: false)
    guard let first = names.first, !first.isEmpty, names.count <= 2 else { return [] }
    var found: [AppliedEvent] = []
    for (index, record) in state.logs.enumerated()
    where record.replica.description.hasPrefix(first.lowercased()) {
      guard
        let position = try log.position(
          of: sequence, in: LogNumber(index), state, transaction),
        let event = try log.event(at: position, transaction)
      else { continue }
      let isWanted =
        names.count < 2
        || Hexadecimal.digits(event.tag).hasPrefix(names[1].lowercased())
      if isWanted { found.append(event) }
    }
    return found
  }
}
