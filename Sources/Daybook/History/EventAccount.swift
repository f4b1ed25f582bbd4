import DaybookEvents
import DaybookLog
package import LMDB
package import DaybookText

/// One event as people are told of it: what it changed, and what stood there before.
package struct EventAccount: Sendable {
  /// The event.
  package let entry: LogEntry
  /// What sort of thing it is about; nil where nothing is known of it any more.
  package let kind: ThingKind?
  /// The short id of what it is about.
  package let handle: String
  /// What that is called now.
  package let label: Text
  /// What the other thing it concerns is called; nil where there is none.
  package let secondLabel: Text?
  /// What it wrote, with what it overwrote: the value that showed to its writer.
  package let fields: [FieldChange]
}

extension Moment {
  /// Events with what they overwrote, in the order given.
  ///
  /// - Parameter onDamage: hears of the position of the first damaged event about a thing: of that
  ///   nothing is told that was overwritten.
  /// - Complexity: O(*m*) in the events about the things they are about.
  package func accounts(
    of entries: [LogEntry], _ transaction: borrowing ReadTransaction,
    onDamage: (UInt64) -> Void = { _ in }
  ) throws -> [EventAccount] {
    let overwritten = try overwrittenValues(
      by: entries.map(\.event), transaction, onDamage: onDamage)
    return try entries.map { entry in
      let writes = Reducer.writes(of: entry.event)
      let fields = try writes.filter { FieldChange.isShown($0.row, $0.field) }.map { write in
        let place = WritePlace(event: entry.event.name, row: write.row, field: write.field)
        return try fieldChange(
          write.row, write.field, from: overwritten[place]?.value, to: write.value,
          isNew: writes.makes(write.row), transaction)
      }
      return try account(entry, fields: fields, label: nil, transaction)
    }
  }

  /// One event with what it changed.
  ///
  /// - Parameter label: what its thing was called; nil for what it is called now.
  func account(
    _ entry: LogEntry, fields: [FieldChange], label: Text?, _ transaction: borrowing ReadTransaction
  ) throws -> EventAccount {
    let header = entry.header
    return EventAccount(
      entry: entry, kind: try thing(header.entity, transaction)?.kind,
      handle: try shortHandle(header.entity, transaction),
      label: try label ?? self.label(header.entity, transaction),
      secondLabel: try header.second.map { try secondLabel($0, entry, transaction) },
      fields: fields)
  }

  /// What the second thing of an event is called: a tag by its name, a thing by its label.
  private func secondLabel(
    _ id: EntityID, _ entry: LogEntry, _ transaction: borrowing ReadTransaction
  ) throws -> Text {
    switch entry.header.knownKind {
    case .itemTagged, .itemUntagged:
      let name = entry.description.entries.first { $0.name == "tag" }?.value
      if case .text(let name) = name { return name }
      return Text(try tagName(id, transaction))
    default: return try label(id, transaction)
    }
  }
}
