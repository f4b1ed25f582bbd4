package import DaybookEvents
package import DaybookLog
package import LMDB
package import DaybookText

/// One event of the log, ready to be shown: what it says is worked out when it is asked for.
package struct LogEntry: Sendable {
  private let moment: Moment
  /// The event itself.
  let event: AppliedEvent
  /// The first 8 bytes of the link of its command's first event; 0 where no name shows them.
  private let commandTag: UInt64

  fileprivate init(_ event: AppliedEvent, _ moment: Moment, commandTag: UInt64) {
    self.event = event
    self.moment = moment
    self.commandTag = commandTag
  }

  /// Its name as it is shown here.
  package var id: String { moment.shownName(event.name) }

  /// The name of the command it is part of.
  package var command: String {
    moment.shownName(
      EventName(replica: header.replica, sequence: header.commandFirst, tag: commandTag))
  }

  /// Its position in this store's order of application.
  package var position: UInt64 { event.position }

  /// Everything but the payload.
  package var header: EventHeader { event.header }

  /// What it counts as stamped: not what its header says where its writer's clock was corrected.
  package var stamp: Stamp { moment.state.stamp(of: header, in: event.log) }

  /// Its recorded-at, as it counts.
  package var recordedAt: Int64 { moment.state.counted(header, in: event.log).recordedAt }

  /// The human name of its replica.
  package var replicaName: Text { moment.replicaName(header.replica) }

  /// Whether its payload was erased.
  package var isErased: Bool { event.withPayload { _ in true } == nil }

  /// Whose clock it corrects, from which event on and by how much; nil of any other event.
  package var correction: (name: Text, first: String, minusMilliseconds: Int64)? {
    let said = event.withPayload { ClockCorrection(event.header, $0) } ?? nil
    return said.map {
      (moment.replicaName($0.replica), moment.shownName($0.first), Int64(clamping: $0.minus >> 16))
    }
  }

  /// What its command takes back, as it is named here, and whether that had itself taken something
  /// back; of a merge, how many events that brought. Nil of any other event.
  package var undone: (name: String, isBatch: Bool, isRedo: Bool, merged: UInt64?)? {
    event.undoNote.map { note in
      (
        moment.shownName(note.target.first), note.target.isBatch, note.isRedo,
        note.target.isMerge ? note.target.mergedCount : nil
      )
    }
  }

  /// What another program says happened, and to what kind of thing; nil of any other event.
  package var custom: (kind: String, event: String)? { event.custom }

  /// What it says.
  package var description: EventDescription { EventDescription(event) }

  /// How far its command had observed each log, its own included.
  package func observed(
    _ transaction: borrowing ReadTransaction
  ) throws -> [(log: String, sequence: UInt64)] {
    try moment.observed(by: header.commandFirst, in: event.log, transaction)
  }

  /// What it records; `unknown-<number>` for kinds of newer programs.
  package var kind: String { header.knownKind?.name ?? "unknown-\(header.kind)" }
}

extension Moment {
  /// An event ready to be shown.
  package func entry(
    _ event: AppliedEvent, _ transaction: borrowing ReadTransaction
  ) throws -> LogEntry {
    let header = event.header
    var tag = event.tag
    if header.commandFirst != header.sequence {
      tag =
        isForked(header.replica)
        ? try log.tag(of: header.commandFirst, in: event.log, state, transaction) ?? tag : 0
    }
    return LogEntry(event, self, commandTag: tag)
  }

  /// The version vector a command was written on top of, named so that it reads the same on
  /// every replica: a log is left out where a branch of it says as much.
  fileprivate func observed(
    by sequence: UInt64, in number: LogNumber, _ transaction: borrowing ReadTransaction
  ) throws -> [(log: String, sequence: UInt64)] {
    let vector = try log.observed(by: sequence, in: number, state, transaction)
    var heads: [EventName] = []
    for (index, record) in state.logs.enumerated() {
      let head = vector[LogNumber(index)]
      let isImplied = state.logs.enumerated().contains { other, branch in
        branch.parent == LogNumber(index) && branch.fork - 1 == head
          && vector[LogNumber(other)] >= branch.fork
      }
      guard head >= record.fork, !isImplied else { continue }
      let tag = try log.tag(of: head, in: LogNumber(index), state, transaction)
      // Where the head is not found, its tag is missing only to a name that shows it.
      guard tag != nil || !isForked(record.replica) else { throw LogError.damaged(.missingEvent) }
      heads.append(EventName(replica: record.replica, sequence: head, tag: tag ?? 0))
    }
    return heads.sorted().map { (logName($0), $0.sequence) }
  }

  /// What a thing is called in a line: its title, name or front.
  package func label(
    _ id: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> Text {
    guard let thing = try thing(id, transaction) else { return Text("") }
    switch thing.kind {
    case .card: return try card(id, transaction)?.front ?? Text("")
    case .note: return try note(id, transaction)?.label ?? Text("")
    case .custom: return CustomThing(id, thing.record).label
    default: return thing.record.ownLabel(thing.kind)
    }
  }

  /// The replicas that a person means by a name or the beginning of an id.
  ///
  /// - Throws: ``StoreError/unknownName(_:kind:)``.
  package func replicas(named text: String) throws -> Set<ReplicaID> {
    let found = state.logs.filter {
      $0.name == Array(text.utf8)
        || text.utf8.count >= 4 && $0.replica.description.hasPrefix(text.lowercased())
    }
    guard !found.isEmpty else { throw StoreError.unknownName(text, kind: "replica") }
    return Set(found.map(\.replica))
  }
}

extension Moment {
  /// When an event that a person names was written, as it counts: milliseconds since 1970; nil
  /// where there is none.
  package func time(
    ofEventNamed text: String, _ transaction: borrowing ReadTransaction
  ) throws -> Int64? {
    try event(named: text, transaction).map {
      state.stamp(of: $0.header, in: $0.log).milliseconds
    }
  }

  /// When an event was written, as it says itself: milliseconds since 1970; nil where it is not
  /// here.
  package func time(
    of event: EventName, _ transaction: borrowing ReadTransaction
  ) throws -> Int64? {
    try log.event(named: event, state, transaction)?.header.stamp.milliseconds
  }
}
