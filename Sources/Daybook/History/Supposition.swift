package import DaybookEvents
package import DaybookLog
package import LMDB

/// A moment that need not ever have been: some events of the log without the others.
package enum Supposition: Sendable {
  /// Everything but these events. What only they had superseded shows again; what was written on
  /// top of them stays as it is.
  case without(EventSet)
  /// What two writers both knew of: everything that each of these has observed.
  case knownToBoth(LocalVector, LocalVector)

  /// Whether an event is part of it.
  func includes(_ log: LogNumber, _ header: EventHeader) -> Bool {
    switch self {
    case .without(let events): !events.contains(log, header)
    case .knownToBoth(let one, let other):
      one.covers(log, header.sequence) && other.covers(log, header.sequence)
    }
  }
}

/// Events that belong together, told by their headers.
package enum EventSet: Equatable, Sendable {
  /// The command that begins at a sequence of a log.
  case command(LogNumber, first: UInt64)
  /// All commands of a batch, such as one import: in any of these logs, which are branches of one.
  case batch(Set<LogNumber>, first: UInt64)
  /// What a merge brought.
  case stretches([LogStretch])
  /// Everything that some replicas wrote.
  case replicas(Set<ReplicaID>)

  /// Whether an event that lies in a log is among them.
  package func contains(_ log: LogNumber, _ header: EventHeader) -> Bool {
    switch self {
    case .command(let number, let first): log == number && header.commandFirst == first
    case .batch(let numbers, let first): header.batch?.first == first && numbers.contains(log)
    case .stretches(let stretches):
      stretches.contains { $0.log == log && $0.sequences.contains(header.sequence) }
    case .replicas(let replicas): replicas.contains(header.replica)
    }
  }
}

extension Moment {
  /// The events that an event belongs together with: its batch, where it is part of one, or its
  /// command.
  package func eventSet(
    of event: AppliedEvent, _ transaction: borrowing ReadTransaction
  ) throws -> EventSet {
    guard let batch = event.header.batch else {
      return .command(event.log, first: event.header.commandFirst)
    }
    // A copy of this store may have gone on with the batch on a branch of its own.
    let tag = try log.tag(of: batch.first, in: event.log, state, transaction)
    let branches = try state.numbers(of: event.header.replica).filter {
      try log.tag(of: batch.first, in: $0, state, transaction) == tag
    }
    return .batch(Set(branches), first: batch.first)
  }
}

extension Store {
  /// Reads the store as it would be if only some of its events had been written.
  ///
  /// It is folded by the same code as the present, as far as `body` asks for it: one thing from
  /// the events about it, anything that needs an index from the whole log. Nothing is written.
  ///
  /// - Parameter body: is given the supposed moment beside the present one.
  package func read<Result>(
    supposing supposition: Supposition,
    _ body: (_ supposed: Moment, _ present: Moment, borrowing ReadTransaction) throws -> Result
  ) throws -> Result {
    try StoreFailure.naming {
      try environment.read { transaction in
        let present = try moment(transaction)
        return try body(present.supposing(supposition), present, transaction)
      }
    }
  }
}

extension Moment {
  /// This moment as it would be if only some of its events had been written.
  package func supposing(_ supposition: Supposition) -> Moment {
    let views = PastViews(PastBound(supposition, state), self)
    return showing(ViewCatalog(views), state)
  }
}
