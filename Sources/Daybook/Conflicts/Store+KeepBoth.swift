public import DaybookEvents
import DaybookLog
import LMDB

extension Store {
  /// Ends the conflicts of a thing by keeping both sides: where only bodies are in conflict they
  /// are joined; else one side stays, and of every other one a copy of the item is made, whole: as
  /// the machine had it that wrote it. What one side deleted is live.
  ///
  /// - Returns: the copies that were made.
  /// - Throws: ``StoreError/noConflict(_:)``; ``StoreError/onlyOneCanBeKept(_:choices:)`` where
  ///   something else is in conflict, such as the deck of a card.
  @discardableResult
  public func keepBoth(_ id: EntityID) throws -> [EntityID] {
    var copies: [EntityID] = []
    try write { moment, transaction in
      copies = []
      let conflicts = try Conflict.all(moment, transaction).filter { $0.concerns(id) }
      guard !conflicts.isEmpty else { throw StoreError.noConflict(id) }
      let exclusive = conflicts.filter { !$0.hasRoomForBoth }
      guard exclusive.isEmpty else {
        throw StoreError.onlyOneCanBeKept(id, choices: moment.choices(of: exclusive))
      }
      let sides = ConflictSides(conflicts)
      var drafts: [EventDraft] = []
      for conflict in conflicts {
        drafts += try Resolution(conflict, moment).drafts(
          keeping: sides.kept(in: conflict), transaction)
      }
      for side in sides.copied {
        let copy = self.newID()
        copies.append(copy)
        drafts += try ItemCopy(of: id, as: side, besides: conflicts, moment, transaction)
          .drafts(copy, transaction)
      }
      return drafts
    }
    return copies
  }
}

/// Who says one of the things in conflict.
private enum ConflictSide: Hashable {
  /// Whoever wrote a log.
  case log(LogNumber)
  /// The source of an import.
  case source

  init(_ write: Head, in conflict: Conflict) {
    self = conflict.isOffer(write) ? .source : .log(write.log)
  }
}

/// Who disagrees about an item.
private struct ConflictSides {
  /// The side that stays: whose write shows, and comes last of those that do.
  private let kept: ConflictSide?
  /// The sides of which only the body is not kept: that is joined.
  private let joined: Set<ConflictSide>
  /// The sides that are kept as copies, in the order of their writes.
  let copied: [ConflictSide]

  init(_ conflicts: [Conflict]) {
    let own = conflicts.filter { $0.row.kind == .item && $0.key.field != .life }
    let kept = own.compactMap(\.heads.first).greatest.map {
      ConflictSide.log($0.log)
    }
    var lost: [ConflictSide: Set<Field>] = [:]
    var order: [(write: Head, side: ConflictSide)] = []
    for conflict in own {
      let stays = Self.write(of: kept, in: conflict)
      for write in conflict.heads where write.value != stays.value {
        let side = ConflictSide(write, in: conflict)
        lost[side, default: []].insert(conflict.key.field)
        order.append((write, side))
      }
    }
    self.kept = kept
    joined = Set(lost.filter { $0.value == [.body] }.keys)
    var copied: [ConflictSide] = []
    for (_, side) in order.sorted(by: { $0.write.event < $1.write.event })
    where !joined.contains(side) && !copied.contains(side) {
      copied.append(side)
    }
    self.copied = copied
  }

  /// What is to show of one conflict.
  func kept(in conflict: Conflict) -> Head {
    guard conflict.key.field != .life else { return conflict.preferringLife }
    let stays = Self.write(of: kept, in: conflict)
    guard conflict.key.field == .body else { return stays }
    let texts = conflict.heads.filter { write in
      write.value != stays.value && joined.contains(ConflictSide(write, in: conflict))
    }
    let separator = Array("\n\n".utf8)
    return stays.holding(Array(([stays] + texts).map(\.value).joined(separator: separator)))
  }

  private static func write(of side: ConflictSide?, in conflict: Conflict) -> Head {
    conflict.heads.first { ConflictSide($0, in: conflict) == side } ?? conflict.heads[0]
  }
}

/// An item as one side of its conflicts had it.
private struct ItemCopy {
  private let item: EntityID
  private let present: Moment
  /// The item as that side knew it, but for what the source of an import says.
  private let supposed: Moment
  private var offered: [FieldKey: [UInt8]] = [:]

  /// - Parameter conflicts: those of the item.
  init(
    of item: EntityID, as side: ConflictSide, besides conflicts: [Conflict], _ moment: Moment,
    _ transaction: borrowing ReadTransaction
  ) throws {
    self.item = item
    present = moment
    let own = conflicts.filter { $0.row.kind == .item }
    guard case .log(let log) = side else {
      supposed = moment
      for conflict in own {
        let write = conflict.heads.first { conflict.isOffer($0) }
        offered[conflict.key] = write?.value
      }
      return
    }
    let known = try Self.known(
      to: log, about: item,
      own.flatMap { conflict in
        conflict.heads.filter { !conflict.isOffer($0) }
      }, moment, transaction)
    supposed = moment.supposing(.knownToBoth(known, known))
  }

  /// What a side knew with the last that it wrote about an item without knowing of the others.
  private static func known(
    to side: LogNumber, about item: EntityID, _ writes: [Head], _ moment: Moment,
    _ transaction: borrowing ReadTransaction
  ) throws -> LocalVector {
    let others = writes.filter { $0.log != side }
    let last = writes.filter { $0.log == side }.map(\.event.sequence).max() ?? 0
    var known = LocalVector()
    try moment.log.scanHistory(of: item, transaction) { event, _ in
      let header = event.header
      guard event.log == side, header.sequence >= last else { return .next }
      let observed = try moment.log.observed(
        by: header.commandFirst, in: side, moment.state, transaction)
      guard others.allSatisfy({ !observed.covers($0.log, $0.event.sequence) }) else {
        return .next
      }
      known = observed
      known.raise(side, to: header.commandFirst + header.commandSize - 1, in: moment.state.logs)
      return .next
    }
    return known
  }

  /// The events that make the copy: its fields, its tags, and the collections it was in.
  func drafts(
    _ id: EntityID, _ transaction: borrowing ReadTransaction
  ) throws -> [EventDraft] {
    let record = try supposed.catalog.record(RowKey(.item, item), transaction)
    var wire = WireWriter()
    for (number, field) in ItemChange.registers where field != .source {
      if let value = offered[FieldKey(field)] ?? record.value(field) { wire.bytes(number, value) }
    }
    var tags: [EventDraft] = []
    for (key, register) in record.registers {
      guard let value = offered[key] ?? register.winner?.value else { continue }
      switch key.field {
      case .extra: wire.bytes(ItemChange.extraNumber, value)
      case .tag where value.first == 1:
        let name = try present.tagName(EntityID(rawValue: key.part), transaction)
        tags.append(ItemDrafts.tag(id, name, isOn: true))
      default: break
      }
    }
    let places = try supposed.containers(of: item, transaction).compactMap { collection in
      guard try present.collection(collection, transaction)?.isDeleted == false else {
        return nil as EventDraft?
      }
      let row = RowKey(.membership, collection, item)
      let place = Membership(
        reading: try supposed.catalog.record(row, transaction).value(.place) ?? [])
      return EventDraft(
        .itemFiled, id, second: collection, payload: Position.payload(place.position))
    }
    return [EventDraft(.itemCaptured, id, payload: wire.bytes)] + tags + places
  }
}
