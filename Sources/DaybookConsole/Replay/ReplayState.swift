package import Daybook
import DaybookEvents

/// What a replay shows of how things stand: every field of one thing, or how many things there
/// are. Changes can be taken back as well as made.
package struct ReplayState: Sendable {
  private struct Place: Hashable {
    let row: RowKey
    let key: FieldKey
  }

  private let showsFields: Bool
  private var values: [Place: [UInt8]] = [:]
  private var live: [RowKind: Int] = [:]
  private var answers = 0

  /// Nothing there yet; `showsFields` for one thing.
  package init(showsFields: Bool) { self.showsFields = showsFields }

  /// Makes the changes of a frame.
  package mutating func apply(_ changes: [PlaybackFrame.Change]) {
    for change in changes { set(change, from: change.old, to: change.new) }
  }

  /// Takes the changes of the last frame back.
  package mutating func revert(_ changes: [PlaybackFrame.Change]) {
    for change in changes.reversed() { set(change, from: change.new, to: change.old) }
  }

  private mutating func set(
    _ change: PlaybackFrame.Change, from old: [UInt8]?, to new: [UInt8]?
  ) {
    if showsFields { values[Place(row: change.row, key: change.key)] = new }
    switch change.key.field {
    case .life:
      let (wasLive, isLive) = (old == Life.live, new == Life.live)
      if wasLive != isLive { live[change.row.kind, default: 0] += isLive ? 1 : -1 }
    case .answer: answers += (new == nil ? 0 : 1) - (old == nil ? 0 : 1)
    case .retracted: answers += (old == nil ? 0 : 1) - (new == nil ? 0 : 1)
    default: break
    }
  }

  /// The fields with what they hold, in a fixed order.
  package var fields: [PlaybackFrame.Change] {
    values.sorted {
      ($0.key.row.kind.rawValue, $0.key.key) < ($1.key.row.kind.rawValue, $1.key.key)
    }.map { PlaybackFrame.Change(row: $0.key.row, key: $0.key.key, old: nil, new: $0.value) }
  }

  /// How many things there are, and how many answers were given to cards.
  package var counts: [(name: String, count: Int)] {
    let kinds: [(RowKind, String, String)] = [
      (.item, "item", "items"), (.collection, "collection", "collections"),
      (.deck, "deck", "decks"), (.card, "card", "cards"), (.note, "card note", "card notes"),
    ]
    let counts = kinds.map { kind, one, many in
      (live[kind] ?? 0, live[kind] == 1 ? one : many)
    }
    return (counts + [(answers, answers == 1 ? "answer" : "answers")]).map { ($0.1, $0.0) }
      .filter { $0.count != 0 }
  }
}
