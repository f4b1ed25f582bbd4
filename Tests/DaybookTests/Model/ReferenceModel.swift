import Daybook
import DaybookEvents

/// A register: a row and a field in it.
struct ModelKey: Hashable {
  let row: RowKey
  let field: FieldKey
}

/// One command as the rules see it: who wrote it, what it observed, what it writes.
struct ModelCommand {
  struct ModelEvent {
    let name: EventName
    /// As it stands in the log.
    let header: EventHeader
    let kind: EventKind
    let entity: EntityID
    /// Made of the header as it counts: some values hold its time.
    let writes: (EventHeader, EventName) -> SimulatedEvent.Writes
    /// What it says of a clock.
    let correction: ClockCorrection?
    /// The writes that it withdraws.
    var withdrawn: [ModelKey: [EventName]] = [:]
  }
  var events: [ModelEvent]
  let isRuleMade: Bool
  /// The commands that were applied where it was written, by index.
  let observed: Set<Int>
  /// The command before it in its chain.
  let previous: Int?

  /// The registers that it writes to, or withdraws writes from.
  var keys: Set<ModelKey> {
    events.reduce(into: []) { keys, event in
      keys.formUnion(event.writes(event.header, event.name).map(\.key))
      keys.formUnion(event.withdrawn.keys)
    }
  }
}

/// One write.
struct ModelWrite: Equatable {
  let command: Int
  let index: Int
  let name: EventName
  let stamp: Stamp
  let isRuleMade: Bool
  let value: [UInt8]

  /// Direct after rule-made, then stamp, replica, sequence, link.
  func isLess(than other: ModelWrite) -> Bool {
    if isRuleMade != other.isRuleMade { return isRuleMade }
    if stamp.rawValue != other.stamp.rawValue { return stamp.rawValue < other.stamp.rawValue }
    return isNamedLess(than: other)
  }

  func isNamedLess(than other: ModelWrite) -> Bool {
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
struct ReferenceModel {
  private(set) var heads: [ModelKey: [ModelWrite]] = [:]
  let commands: [ModelCommand]

  /// - Parameters:
  ///   - erased: events that are as if they had never been written.
  ///   - clock: how events count; by default as those that are applied say.
  init(
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
  func isObserved(_ write: ModelWrite, by command: Int, at index: Int) -> Bool {
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

  func winner(_ key: ModelKey) -> ModelWrite? {
    heads[key]?.max { $0.isLess(than: $1) }
  }

  func value(_ row: RowKey, _ field: Field) -> [UInt8]? {
    winner(ModelKey(row: row, field: FieldKey(field)))?.value
  }
}
