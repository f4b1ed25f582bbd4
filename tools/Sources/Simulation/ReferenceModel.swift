package import Daybook
package import DaybookEvents

/// A register: a row and a field in it.
package struct ModelKey: Hashable {
  package let row: RowKey
  package let field: FieldKey

  package init(row: RowKey, field: FieldKey) { (self.row, self.field) = (row, field) }
}

/// One command as the rules see it: who wrote it, what it observed, what it writes.
package struct ModelCommand {
  package struct ModelEvent {
    package let name: EventName
    /// As it stands in the log.
    package let header: EventHeader
    package let kind: EventKind
    package let entity: EntityID
    /// Made of the header as it counts: some values hold its time.
    package let writes: (EventHeader, EventName) -> SimulatedEvent.Writes
    /// What it says of a clock.
    package let correction: ClockCorrection?
    /// The writes that it withdraws.
    package var withdrawn: [ModelKey: [EventName]] = [:]

    package init(
      name: EventName, header: EventHeader, kind: EventKind, entity: EntityID,
      writes: @escaping (EventHeader, EventName) -> SimulatedEvent.Writes,
      correction: ClockCorrection?, withdrawn: [ModelKey: [EventName]] = [:]
    ) {
      (self.name, self.header, self.kind, self.entity) = (name, header, kind, entity)
      (self.writes, self.correction, self.withdrawn) = (writes, correction, withdrawn)
    }
  }
  package var events: [ModelEvent]
  package let isRuleMade: Bool
  /// The commands that were applied where it was written, by index.
  package let observed: Set<Int>
  /// The command before it in its chain.
  package let previous: Int?

  package init(events: [ModelEvent], isRuleMade: Bool, observed: Set<Int>, previous: Int?) {
    (self.events, self.isRuleMade) = (events, isRuleMade)
    (self.observed, self.previous) = (observed, previous)
  }

  /// The registers that it writes to, or withdraws writes from.
  package var keys: Set<ModelKey> {
    events.reduce(into: []) { keys, event in
      keys.formUnion(event.writes(event.header, event.name).map(\.key))
      keys.formUnion(event.withdrawn.keys)
    }
  }
}

/// One write.
package struct ModelWrite: Equatable {
  package let command: Int
  package let index: Int
  package let name: EventName
  package let stamp: Stamp
  package let isRuleMade: Bool
  package let value: [UInt8]

  /// Direct after rule-made, then stamp, replica, sequence, link.
  package func isLess(than other: ModelWrite) -> Bool {
    if isRuleMade != other.isRuleMade { return isRuleMade }
    if stamp.rawValue != other.stamp.rawValue { return stamp.rawValue < other.stamp.rawValue }
    return isNamedLess(than: other)
  }

  package func isNamedLess(than other: ModelWrite) -> Bool {
    let (mine, others) = (name, other.name)
    if mine.replica.rawValue != others.replica.rawValue {
      return mine.replica.rawValue < others.replica.rawValue
    }
    return mine.sequence != others.sequence
      ? mine.sequence < others.sequence : mine.tag < others.tag
  }
}

/// The state that follows from a set of commands by section 5 of the design, computed register by
/// register from the definition: the writes that nobody observed, and the greatest of them.
package struct ReferenceModel {
  package private(set) var heads: [ModelKey: [ModelWrite]] = [:]
  package let commands: [ModelCommand]

  /// - Parameters:
  ///   - erased: events that are as if they had never been written.
  ///   - clock: how events count; by default as those that are applied say.
  package init(
    _ commands: [ModelCommand], applied: Set<Int>, erased: Set<EventName>,
    clock: ModelClock? = nil
  ) {
    self.commands = commands
    let clock = clock ?? ModelClock(commands, applied: applied)
    let withdrawn = Self.withdrawn(commands, applied: applied, erased: erased)
    var writes: [ModelKey: [ModelWrite]] = [:]
    for command in applied.sorted() {
      for (index, event) in commands[command].events.enumerated()
      where !erased.contains(event.name) {
        let header = clock.header(event.name) ?? event.header
        for (key, value) in event.writes(header, event.name)
        where withdrawn[key]?.contains(event.name) != true {
          writes[key, default: []].append(
            ModelWrite(
              command: command, index: index, name: event.name, stamp: header.stamp,
              isRuleMade: commands[command].isRuleMade, value: value))
        }
      }
    }
    for (key, all) in writes {
      heads[key] = key.field.field.isLeast ? Self.least(all) : unobserved(all)
    }
  }

  /// By register, the events whose writes count no more: nobody withdraws what he did not know of.
  private static func withdrawn(
    _ commands: [ModelCommand], applied: Set<Int>, erased: Set<EventName>
  ) -> [ModelKey: Set<EventName>] {
    var withdrawn: [ModelKey: Set<EventName>] = [:]
    for command in applied {
      let known = commands[command].observed.reduce(into: Set<EventName>()) { names, number in
        names.formUnion(commands[number].events.map(\.name))
      }
      for event in commands[command].events where !erased.contains(event.name) {
        for (key, names) in event.withdrawn {
          withdrawn[key, default: []].formUnion(known.intersection(names))
        }
      }
    }
    return withdrawn
  }

  /// Whether what `other` was written on top of holds `write`.
  package func isObserved(_ write: ModelWrite, by command: Int, at index: Int) -> Bool {
    write.command == command
      ? write.index < index : commands[command].observed.contains(write.command)
  }

  private func unobserved(_ writes: [ModelWrite]) -> [ModelWrite] {
    writes.filter { write in
      !writes.contains { isObserved(write, by: $0.command, at: $0.index) }
    }
  }

  private static func least(_ writes: [ModelWrite]) -> [ModelWrite] {
    let first = writes.min {
      $0.stamp.rawValue != $1.stamp.rawValue
        ? $0.stamp.rawValue < $1.stamp.rawValue : $0.isNamedLess(than: $1)
    }
    return first.map { [$0] } ?? []
  }

  package func winner(_ key: ModelKey) -> ModelWrite? {
    heads[key]?.max { $0.isLess(than: $1) }
  }

  package func value(_ row: RowKey, _ field: Field) -> [UInt8]? {
    winner(ModelKey(row: row, field: FieldKey(field)))?.value
  }
}
