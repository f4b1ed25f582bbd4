package import DaybookEvents
import LMDB
package import DaybookText

/// What a thing is called, where people read it.
package struct ThingLabel: Equatable, Sendable {
  /// The shortest beginning of its id that names it.
  package let handle: String
  /// What it is; nil for what has no id people see.
  package let kind: ThingKind?
  /// Its title, name or front.
  package let text: Text
}

extension Store {
  /// What things are called, or were at a time.
  package func labels(
    of ids: [EntityID], at time: PastTime? = nil
  ) throws -> [EntityID: ThingLabel] {
    try read(at: time) { moment, transaction in
      try ids.reduce(into: [:]) { labels, id in
        if labels[id] == nil { labels[id] = try moment.thingLabel(id, transaction) }
      }
    }
  }

  /// Things whose handles begin with some digits, or without any the newest, with what they are
  /// called: for somebody who types an id.
  package func candidates(
    of kinds: [ThingKind], deleted: Bool, handlePrefix digits: String, limit: Int
  ) throws -> [(id: EntityID, label: ThingLabel)] {
    try read { moment, transaction in
      func isWanted(_ kind: ThingKind, _ record: Record) -> Bool {
        kinds.contains(kind) && record.isLive != deleted
      }
      let found =
        digits.isEmpty
        ? try moment.recentThings(limit: limit, transaction, where: isWanted)
        : try moment.things(
          withHandlePrefix: digits, limit: limit, transaction, where: isWanted)
      return try found.map { ($0, try moment.thingLabel($0, transaction)) }
    }
  }
}

extension Moment {
  /// What a thing is called.
  func thingLabel(
    _ id: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> ThingLabel {
    ThingLabel(
      handle: try shortHandle(id, transaction), kind: try thing(id, transaction)?.kind,
      text: try label(id, transaction))
  }
}
