package import DaybookEvents
import DaybookLog
package import LMDB
import DaybookText

/// One command of the store's history, as it is played.
package struct PlaybackFrame: Sendable {
  /// A register that shows something else since.
  package struct Change: Equatable, Sendable {
    /// The row.
    package let row: RowKey
    /// The register.
    package let key: FieldKey
    /// What it showed before; nil for nothing.
    package let old: [UInt8]?
    /// What it shows since.
    package let new: [UInt8]?

    /// Describes a change.
    package init(row: RowKey, key: FieldKey, old: [UInt8]?, new: [UInt8]?) {
      self.row = row
      self.key = key
      self.old = old
      self.new = new
    }
  }

  /// One of its events.
  struct Event: Sendable {
    let event: AppliedEvent
    let changes: [Change]
    /// What its thing was called then.
    let label: Text?

    /// Whether the thing of a row came to be with it.
    func makes(_ row: RowKey) -> Bool {
      changes.contains { $0.row == row && $0.key.field == .created }
    }
  }

  /// Its place among all frames, from 0.
  package let index: Int
  /// When it was written, as its stamp says: milliseconds since 1970.
  package let milliseconds: Int64
  let events: [Event]

  /// How many events it has.
  package var eventCount: Int { events.count }

  /// What shows otherwise since: nothing where it lost to what was there.
  package var changes: [Change] { events.flatMap(\.changes) }
}

extension Moment {
  /// What a frame's events changed, as people are told of it. Fields that show what they showed
  /// before are left out.
  ///
  /// - Parameter limit: at most so many events, the last ones.
  package func accounts(
    of frame: PlaybackFrame, last limit: Int = .max, _ transaction: borrowing ReadTransaction
  ) throws -> [EventAccount] {
    try frame.events.suffix(limit).map { event in
      let fields = try event.changes.filter { FieldChange.isShown($0.row, $0.key) }.map {
        try fieldChange(
          $0.row, $0.key, from: $0.old, to: $0.new, isNew: event.makes($0.row), transaction)
      }
      return try account(
        try entry(event.event, transaction), fields: fields, label: event.label, transaction)
    }
  }

  /// What a register held, as people are told of it; nil for what they need not know.
  package func field(
    _ change: PlaybackFrame.Change, _ transaction: borrowing ReadTransaction
  ) throws -> FieldChange? {
    guard FieldChange.isShown(change.row, change.key) else { return nil }
    return try fieldChange(
      change.row, change.key, from: nil, to: change.new, isNew: true, transaction)
  }
}

/// The history of a store, or of one thing in it, command by command in the order of time.
///
/// Played to its end it shows what the store shows now. In between it shows what is known today of
/// how things stood: commands come by the stamps of their last events, those of all machines among
/// each other. Frames are read one by one; nothing is kept open between them.
package struct Playback: Sendable {
  /// A command: when it ended, and where it lies.
  private struct Place: Comparable {
    let stamp: Stamp
    let last: EventName
    let first: UInt64

    static func < (left: Place, right: Place) -> Bool {
      (left.stamp, left.last) < (right.stamp, right.last)
    }
  }

  private let thing: EntityID?
  private let places: [Place]
  /// The first frame that is shown; those before are folded all the same.
  package let first: Int
  /// The frame after the last one that is shown.
  package let end: Int
  /// The next frame.
  package private(set) var next = 0
  private var folded = PastFold()
  /// The last position folded: what lies before it comes later than it arrived.
  private var lastPosition: UInt64 = 0

  /// Lists the commands, about one thing or all, and folds none yet.
  ///
  /// - Parameters:
  ///   - from: the first that is shown comes after this moment; nil for the first of all.
  ///   - to: the last that is shown belongs to this moment; nil for the last of all.
  /// - Complexity: O(*n*) in the headers of the events.
  package init(
    of thing: EntityID?, from: PastTime? = nil, to: PastTime? = nil, _ moment: Moment,
    _ transaction: borrowing ReadTransaction
  ) throws {
    self.thing = thing
    var places: [Place] = []
    func note(last event: StoredEvent) {
      places.append(
        Place(
          stamp: moment.state.stamp(of: event.header, in: event.log), last: event.name,
          first: event.position - (event.header.commandSize - 1)))
    }
    if let thing {
      var known: UInt64 = 0
      try moment.log.scanHistory(of: thing, transaction) { event, _ in
        let header = event.header
        let last =
          event.position + header.commandSize - 1
          - (header.sequence - header.commandFirst)
        guard last != known else { return .next }
        known = last
        try moment.log.withEvent(at: last, transaction) { event, _ in note(last: event) }
        return .next
      }
    } else {
      try moment.log.scanEvents(from: 1, transaction) { event, _ in
        let header = event.header
        if header.sequence - header.commandFirst == header.commandSize - 1 { note(last: event) }
        return .next
      }
    }
    self.places = places.sorted()
    first = try Self.count(of: self.places, in: from, moment, transaction) ?? 0
    end = try Self.count(of: self.places, in: to, moment, transaction) ?? places.count
  }

  /// How many commands belong to a moment; nil where none is given.
  private static func count(
    of places: [Place], in time: PastTime?, _ moment: Moment,
    _ transaction: borrowing ReadTransaction
  ) throws -> Int? {
    guard let time else { return nil }
    let bound = try PastBound(time, moment, transaction)
    return places.firstIndex { !bound.includes(lastStamp: $0.stamp, at: $0.first) }
      ?? places.count
  }

  /// When the command of a frame was written, as stamps say: milliseconds since 1970.
  package func milliseconds(of frame: Int) -> Int64 { places[frame].stamp.milliseconds }

  /// The frame that is played next when a time is jumped to: the first after it.
  package func frame(after milliseconds: Int64) -> Int {
    let index = places.firstIndex { $0.stamp.milliseconds > milliseconds } ?? places.count
    return min(max(index, first), end)
  }

  /// Begins anew.
  package mutating func rewind() {
    (next, lastPosition, folded) = (0, 0, PastFold())
  }

  /// Plays the next command; nil after the last.
  package mutating func advance(
    _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> PlaybackFrame? {
    guard next < end else { return nil }
    let command = try moment.log.command(at: places[next].first, moment.state, transaction)
    let events = command.events.filter { event in
      thing.map { event.header.entity == $0 || event.header.second == $0 } ?? true
    }
    let folded = try events.map {
      try fold($0, command.isImpossible ? nil : command.observed, moment, transaction)
    }
    lastPosition = max(lastPosition, events.last?.position ?? 0)
    next += 1
    return PlaybackFrame(
      index: next - 1, milliseconds: places[next - 1].stamp.milliseconds, events: folded)
  }

  /// Folds an event, and notes what shows otherwise since.
  ///
  /// - Parameter observed: nil for an event that folds to nothing.
  private mutating func fold(
    _ event: AppliedEvent, _ observed: LocalVector?, _ moment: Moment,
    _ transaction: borrowing ReadTransaction
  ) throws -> PlaybackFrame.Event {
    let header = moment.state.counted(event.header, in: event.log)
    if header.knownKind == .writesWithdrawn {
      let changes = try observed == nil ? [] : withdraw(event, moment, transaction)
      return PlaybackFrame.Event(
        event: event, changes: changes, label: label(of: event.header.entity))
    }
    let origin = WriteOrigin(header, event.name, in: event.log)
    let writes = event.withPayload { Reducer.writes(of: header, event.name, $0) } ?? []
    let before = writes.map { folded.winner($0.row, $0.field)?.value }
    if let observed {
      let late =
        event.position < lastPosition
        ? try self.late(writes, of: origin, moment, transaction) : []
      try event.withPayload {
        try folded.fold(header, origin, $0, observed: observed, skipping: late)
      }
    }
    let changes = zip(writes, before).compactMap { write, old -> PlaybackFrame.Change? in
      let new = folded.winner(write.row, write.field)?.value
      guard FieldChange.differs(write.field, from: old, to: new) else { return nil }
      return PlaybackFrame.Change(row: write.row, key: write.field, old: old, new: new)
    }
    return PlaybackFrame.Event(
      event: event, changes: changes, label: label(of: event.header.entity))
  }

  /// Folds anew the registers in which an event says that writes count no more, from what was
  /// played so far.
  private mutating func withdraw(
    _ event: AppliedEvent, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> [PlaybackFrame.Change] {
    let (log, state) = (moment.log, moment.state)
    let said = try log.withdrawals(about: event.header.entity, state, transaction) {
      $0.name == event.name
    }
    guard let writes = said.first?.writes else { return [] }
    folded.withdrawn.insert(writes)
    let played = Set(places[..<next].map(\.first))
    let last = event.position
    var fold = PastFold(without: folded.withdrawn)
    try log.scanFolding(of: event.header.entity, state, transaction) { event in
      let first = event.position - (event.header.sequence - event.header.commandFirst)
      return first == places[next].first ? event.position < last : played.contains(first)
    } _: { event, payload in
      try fold.fold(event.header, event.origin, payload, observed: event.observed) { row, key in
        writes[RegisterName(row: row, field: key)] != nil
      }
    }
    return try writes.keys.sorted().compactMap { register in
      let old = folded.winner(register.row, register.field)?.value
      try folded.replace(register, from: fold)
      let new = folded.winner(register.row, register.field)?.value
      guard old != new else { return nil }
      return PlaybackFrame.Change(row: register.row, key: register.field, old: old, new: new)
    }
  }

  /// The writes, by their place, that another observed which comes before them in time.
  private func late(
    _ writes: [RegisterWrite], of origin: WriteOrigin, _ moment: Moment,
    _ transaction: borrowing ReadTransaction
  ) throws -> Set<Int> {
    var late: Set<Int> = []
    for (index, write) in writes.enumerated() {
      for head in folded.heads(write.row, write.field) {
        let known = try moment.log.observed(
          by: head.event.sequence, in: head.log, moment.state, transaction)
        if origin.isSuperseded(by: head.origin, observing: known) { late.insert(index) }
      }
    }
    return late
  }

  /// What a thing was called by then; nil where it had no name yet.
  private func label(of id: EntityID) -> Text? {
    let names: [(RowKind, Field)] = [
      (.item, .title), (.collection, .name), (.deck, .name), (.card, .front), (.noteType, .name),
    ]
    for (kind, field) in names {
      if let head = folded.winner(RowKey(kind, id), FieldKey(field)) {
        return Text(bytes: head.value)
      }
    }
    return nil
  }
}
