package import DaybookEvents
package import DaybookLog
package import LMDB

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
  /// Only what this machine knew at this time, milliseconds since 1970.
  package var knownAt: Int64?

  /// Everything, newest first.
  package init() {}

  func accepts(_ event: AppliedEvent) -> Bool {
    let milliseconds = event.header.stamp.milliseconds
    return milliseconds >= since ?? .min && milliseconds < until ?? .max
      && replicas?.contains(event.header.replica) ?? true
      && kinds?.contains(event.header.kind) ?? true
  }
}

extension Moment {
  /// The events a filter accepts, in its order.
  package func events(
    _ filter: LogFilter, _ transaction: borrowing ReadTransaction
  ) throws -> [LogEntry] {
    let last = try filter.knownAt.map { try PastTime.known($0).lastPosition(log, transaction) }
    var found: [(order: UInt64, name: EventName, position: UInt64)] = []
    func consider(_ event: AppliedEvent) {
      guard filter.accepts(event), event.position <= last ?? .max else { return }
      let order = filter.byArrival ? event.position : event.header.stamp.rawValue
      found.append((order, event.name, event.position))
    }
    if let entity = filter.entity {
      for position in try log.history(of: entity, transaction) {
        if let event = try log.event(at: position, transaction) { consider(event) }
      }
    } else {
      try log.scanCommands(from: 1, state, transaction) { command in
        command.events.forEach(consider)
        return .next
      }
    }
    found.sort { ($0.order, $0.name) < ($1.order, $1.name) }
    if !filter.isReversed { found.reverse() }
    return try found.prefix(filter.limit ?? .max).compactMap {
      try log.event(at: $0.position, transaction).map { try entry($0, transaction) }
    }
  }

  /// The human name of the replica that wrote a log.
  package func replicaName(_ replica: ReplicaID) -> Text {
    let number = state.numbers(of: replica).last
    return Text(bytes: number.map { state.logs[Int($0)].name } ?? [])
  }

  /// How an event is named here: with its link where its replica's log has forked.
  package func shownName(_ name: EventName) -> String {
    state.numbers(of: name.replica).count > 1 ? name.branchDescription : name.description
  }

  /// The event a person typed: `<replica>:<sequence>`, `<replica>~<link>:<sequence>`; the
  /// replica may be shortened as far as it is unique.
  package func event(
    named text: String, _ transaction: borrowing ReadTransaction
  ) throws -> AppliedEvent? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let sequence = UInt64(parts[1]) else { return nil }
    let names = parts[0].split(separator: "~", omittingEmptySubsequences: false)
    guard let first = names.first, !first.isEmpty, names.count <= 2 else { return nil }
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
    return found.count == 1 ? found[0] : nil
  }
}
