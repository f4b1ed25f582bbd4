public import DaybookEvents
import DaybookLog
import DaybookScheduler
import LMDB
import DaybookText

extension Store {
  /// What differs between two moments, for the whole store or for one thing.
  ///
  /// Both moments are folded by the reducer that keeps the live views. Only things that an event
  /// between the moments is about are looked at; of a collection also the items that were put in
  /// and taken out, of a deck the cards.
  ///
  /// - Parameters:
  ///   - id: an item, collection, deck, card or note; nil for the whole store.
  ///   - from: the first moment.
  ///   - to: the second moment; nil for the present.
  /// - Throws: what reading throws. Nothing is written.
  /// - Complexity: O(*n*) in the headers of all events from the first that does not belong to both
  ///   moments on, or of those about the thing, and O(*m*) in the events about each thing that
  ///   differs; where those are many, the whole log is folded.
  public func difference(
    of id: EntityID? = nil, from: PastTime, to: PastTime? = nil
  ) throws -> StoreDifference {
    try read { present, transaction in
      let after = PastBound.present(like: from, to)
      let comparison = Comparison(
        present,
        before: PastViews(try PastBound(from, present, transaction), present),
        after: PastViews(try PastBound(after, present, transaction), present))
      return try comparison.difference(of: id, transaction)
    }
  }
}

extension PastBound {
  /// The second moment of a comparison: the present on the timeline, or by arrival, as the first.
  fileprivate static func present(like from: PastTime, _ to: PastTime?) -> PastTime {
    if let to { return to }
    switch from {
    case .timeline, .after: return .timeline(.max)
    case .known, .arrived: return .arrived(position: .max)
    }
  }
}

/// Compares two moments of one store.
private struct Comparison {
  private let present: Moment
  private let before: PastViews
  private let after: PastViews
  /// From this many things on, looking at the log once costs less than at each by itself.
  private static let manyThings = 256

  init(_ present: Moment, before: PastViews, after: PastViews) {
    self.present = present
    self.before = before
    self.after = after
  }

  func difference(
    of id: EntityID?, _ transaction: borrowing ReadTransaction
  ) throws -> StoreDifference {
    let touched = try touched(id, transaction)
    let rows = try rows(of: touched, transaction)
    let things = try touched.compactMap { touched in
      try thing(touched, rows[touched] ?? [], within: id, transaction)
    }
    return StoreDifference(
      things: things.sorted { ($0.order, $0.thing.id.rawValue) < ($1.order, $1.thing.id.rawValue) }
        .map(\.thing))
  }

  /// The things that events are about which belong to one of the moments and not to the other, or
  /// count otherwise there.
  private func touched(
    _ id: EntityID?, _ transaction: borrowing ReadTransaction
  ) throws -> Set<EntityID> {
    var touched: Set<EntityID> = []
    func note(_ event: StoredEvent) throws {
      guard !touched.contains(event.header.entity) else { return }
      let log = present.log
      let was = try before.bound.includes(event, log, transaction)
      let isNow = try after.bound.includes(event, log, transaction)
      // A clock may have been corrected between what was known then and then.
      let stamps = [before, after].map { $0.bound.state.stamp(of: event.header, in: event.log) }
      if was != isNow || isNow && stamps[0] != stamps[1] { touched.insert(event.header.entity) }
    }
    if let id {
      try present.log.scanHistory(of: id, transaction) { event, _ in
        try note(event)
        return .next
      }
    } else {
      let last = max(before.bound.lastPosition, after.bound.lastPosition)
      try present.log.scanEvents(from: try firstUncertain(transaction), transaction) { event, _ in
        guard event.position <= last else { return .stop }
        try note(event)
        return .next
      }
    }
    return touched
  }

  /// The position of the first event that may not count at both moments alike.
  private func firstUncertain(_ transaction: borrowing ReadTransaction) throws -> UInt64 {
    guard before.bound.state == after.bound.state else { return 1 }
    return min(
      try before.bound.firstOutside(present.log, transaction),
      try after.bound.firstOutside(present.log, transaction))
  }

  /// The rows that things have at either moment.
  private func rows(
    of touched: Set<EntityID>, _ transaction: borrowing ReadTransaction
  ) throws -> [EntityID: [RowKey]] {
    var rows: [EntityID: [RowKey]] = [:]
    if touched.count >= Self.manyThings, let old = try before.changes(transaction),
      let new = try after.changes(transaction)
    {
      // Other rows are at both moments what they are now.
      rows = PastViews.grouped(old.rows.union(new.rows), of: touched)
    } else if touched.count >= Self.manyThings {
      try before.foldAll(transaction)
      try after.foldAll(transaction)
      rows = before.rows(of: touched)
      for (id, more) in after.rows(of: touched) { rows[id] = (rows[id] ?? []).joined(more) }
    } else {
      for id in touched {
        rows[id] = (try before.rows(of: id, transaction) ?? [])
          .joined(try after.rows(of: id, transaction) ?? [])
      }
    }
    return rows
  }

  /// How a thing differs, and where its sort stands among others; nil where it does not.
  private func thing(
    _ id: EntityID, _ rows: [RowKey], within container: EntityID?,
    _ transaction: borrowing ReadTransaction
  ) throws -> (order: Int, thing: StoreDifference.Thing)? {
    let records = try rows.map {
      (row: $0, old: try before.record($0, transaction), new: try after.record($0, transaction))
    }
    var fields: [FieldChange] = []
    for (row, old, new) in records {
      fields += try changes(row, old, new, transaction)
    }
    if let container, container != id {
      fields.removeAll { !$0.concerns(container) }
    }
    guard !fields.isEmpty else { return nil }
    let own = records.first { $0.row.isOwn(id) }
    let kind = own?.row.kind ?? (rows.contains { $0.kind == .reviews } ? .card : .item)
    return (
      RowKind.asListed.firstIndex(of: kind) ?? RowKind.asListed.count,
      StoreDifference.Thing(
        id: id, kind: kind.schema.name, handle: try present.shortHandle(id, transaction),
        label: try own?.new.ownName(kind, of: id) ?? present.label(id, transaction),
        fate: StoreDifference.Fate(own?.old ?? Record(), own?.new ?? Record(), kind),
        fields: fields, due: kind == .card ? try due(id, transaction) : nil)
    )
  }

  private func changes(
    _ row: RowKey, _ old: Record, _ new: Record, _ transaction: borrowing ReadTransaction
  ) throws -> [FieldChange] {
    let keys = Set(old.registers.map(\.key) + new.registers.map(\.key)).sorted()
    return try keys.compactMap { key in
      let (before, after) = (old[key]?.winner?.value, new[key]?.winner?.value)
      guard FieldChange.differs(key, from: before, to: after), FieldChange.isShown(row, key)
      else { return nil }
      return try present.fieldChange(
        row, key, from: before, to: after, isNew: old.isEmpty, transaction)
    }
  }

  private func due(
    _ card: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> StoreDifference.DueChange? {
    let old = try before.cardState(card, transaction)?.schedule.due
    let new = try after.cardState(card, transaction)?.schedule.due
    guard old != new else { return nil }
    return StoreDifference.DueChange(old: old?.value, new: new?.value)
  }
}

extension RowKey {
  /// Whether it holds the fields of a thing itself.
  fileprivate func isOwn(_ id: EntityID) -> Bool {
    entity == id && other == nil && kind != .reviews && kind != .tag
  }
}

extension [RowKey] {
  /// These rows, and those of others that are not among them.
  fileprivate func joined(_ others: [RowKey]) -> [RowKey] {
    self + others.filter { !contains($0) }
  }
}

extension Record {
  /// What the thing is called by its own fields; nil where it has no such field.
  fileprivate func ownName(_ kind: RowKind, of id: EntityID) -> Text? {
    if value(.customKind) != nil { return CustomThing(id, self).label }
    let label = kind.thing?.schema.label ?? .name
    if let name = value(label) { return Text(bytes: name) }
    return registers.lazy.compactMap { key, register -> Text? in
      guard let value = register.winner?.value else { return nil }
      return switch key.field {
      case .setting: SettingValue(reading: value).map { Text($0.name) }
      case .mediaFile: MediaFile(reading: value).map { Text($0.name) }
      default: nil
      }
    }.first
  }
}

extension FieldChange {
  /// Whether it puts something into a collection or deck, or takes it out.
  fileprivate func concerns(_ container: EntityID) -> Bool {
    row.kind == .membership && row.entity == container
      || key.field == .deck && labels[container] != nil
  }
}

extension StoreDifference.Fate {
  /// What became of a thing whose fields were these and are those.
  fileprivate init(_ old: Record, _ new: Record, _ kind: RowKind) {
    let (wasThere, isThere) =
      kind.schema.hasLife ? (old.isLive, new.isLive) : (!old.isEmpty, !new.isEmpty)
    switch (wasThere, isThere) {
    case (true, true): self = .changed
    case (true, false): self = .deleted
    case (false, true): self = old[.life] == nil ? .added : .restored
    case (false, false):
      self = old[.life] == nil && new[.life] != nil ? .cameAndWent : .changed
    }
  }
}

extension RowKind {
  /// The order in which a difference lists things; those of other kinds come last.
  fileprivate static let asListed: [RowKind] = [
    .item, .collection, .deck, .card, .setting, .note, .noteType, .media, .custom,
  ]
}
