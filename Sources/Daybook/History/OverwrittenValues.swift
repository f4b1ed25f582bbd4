import DaybookEvents
import DaybookLog
import LMDB

/// A write as the event that made it and the register it went to.
struct WritePlace: Hashable {
  let event: EventName
  let row: RowKey
  let field: FieldKey
}

extension Moment {
  /// What some events overwrote: of every write the head that showed to its writer.
  ///
  /// That is the greatest of the writes its command had observed and no other of them had. Where
  /// machines wrote at the same time it need not be what showed anywhere else. Of a thing of whose
  /// history some is damaged it is not known.
  ///
  /// - Parameter onDamage: hears of the position of the first damaged event about such a thing.
  /// - Complexity: O(*m*) in the events about the things they are about; where machines write to
  ///   one register in turns, also in how often they did.
  func overwrittenValues(
    by events: [AppliedEvent], _ transaction: borrowing ReadTransaction,
    onDamage: (UInt64) -> Void
  ) throws -> [WritePlace: Head] {
    var found: [WritePlace: Head] = [:]
    for (entity, events) in Dictionary(grouping: events, by: \.header.entity) {
      var damaged: UInt64?
      do {
        try collect(&found, by: events, of: entity, transaction) { position in
          damaged = position
          try Log.refuse(position)
        }
      } catch LogError.damaged(.event) {
        if let damaged { onDamage(damaged) }
      }
    }
    return found
  }

  private func collect(
    _ found: inout [WritePlace: Head], by events: [AppliedEvent], of entity: EntityID,
    _ transaction: borrowing ReadTransaction, onDamage: (UInt64) throws -> Void
  ) throws {
    let names = Set(events.map(\.name))
    let last = events.map(\.position).max() ?? 0
    var writes: [RegisterName: [EarlierWrite]] = [:]
    let withdrawals = try log.withdrawals(about: entity, state, transaction)
    try log.scanFolding(of: entity, state, transaction, onDamage: onDamage) {
      $0.header.entity == entity && $0.position <= last
    } _: { event, payload in
      let origin = event.origin
      let isWanted = names.contains(event.name)
      for write in Reducer.writes(of: event.header, event.name, payload)
      where !write.field.field.isLeast {
        let target = RegisterName(row: write.row, field: write.field)
        if isWanted, let earlier = writes[target] {
          found[WritePlace(event: event.name, row: write.row, field: write.field)] =
            try shown(
              to: origin, event.header.commandFirst,
              among: earlier.without(
                try withdrawals.isEmpty
                  ? [] : known(to: origin, event.header.commandFirst, withdrawals, transaction),
                target),
              transaction)
        }
        writes[target, default: []].append(
          EarlierWrite(
            head: Head(origin, value: write.value), commandFirst: event.header.commandFirst))
      }
    }
  }

  /// What of some withdrawals the command of a write had observed, or said itself before.
  private func known(
    to origin: WriteOrigin, _ commandFirst: UInt64, _ withdrawals: [AppliedWithdrawal],
    _ transaction: borrowing ReadTransaction
  ) throws -> [AppliedWithdrawal] {
    let observed = try log.observed(by: commandFirst, in: origin.log, state, transaction)
    return withdrawals.filter { withdrawal in
      origin.supersedes(
        withdrawal.event.log, withdrawal.event.header.sequence, observing: observed)
    }
  }

  /// The greatest of the writes that one observed and no other of them did.
  private func shown(
    to origin: WriteOrigin, _ commandFirst: UInt64, among earlier: [EarlierWrite],
    _ transaction: borrowing ReadTransaction
  ) throws -> Head? {
    // On one machine, as nearly always: the write before.
    if let last = earlier.last, earlier.allSatisfy({ $0.head.log == origin.log }) {
      return last.head
    }
    let observed = try log.observed(by: commandFirst, in: origin.log, state, transaction)
    var heads: [(head: Head, observed: LocalVector)] = []
    for write in earlier.reversed()
    where write.head.origin.isSuperseded(by: origin, observing: observed) {
      let isKnown = heads.contains {
        write.head.origin.isSuperseded(by: $0.head.origin, observing: $0.observed)
      }
      guard !isKnown else { continue }
      let vector = try log.observed(
        by: write.commandFirst, in: write.head.log, state, transaction)
      heads.append((write.head, vector))
    }
    return heads.map(\.head).greatest
  }
}

/// A write that was folded before.
private struct EarlierWrite {
  let head: Head
  let commandFirst: UInt64
}

extension [EarlierWrite] {
  /// Those that count where some were withdrawn from a register.
  fileprivate func without(
    _ withdrawals: [AppliedWithdrawal], _ register: RegisterName
  ) -> [EarlierWrite] {
    let withdrawn = Set(withdrawals.flatMap { $0.writes[register] ?? [] })
    return withdrawn.isEmpty ? self : filter { !withdrawn.contains($0.head.event) }
  }
}
