import DaybookEvents
import DaybookLog
import LMDB

/// The events that end one conflict.
struct Resolution {
  let conflict: Conflict
  let moment: Moment

  init(_ conflict: Conflict, _ moment: Moment) {
    self.conflict = conflict
    self.moment = moment
  }

  func drafts(
    keeping head: Head, _ transaction: borrowing ReadTransaction
  ) throws -> [EventDraft] {
    if conflict.field.field == .life { return try life(keeping: head, transaction) }
    let drafts = try write(head, transaction)
    return try drafts + deletionAgain(after: drafts, transaction)
  }

  /// Every write to a thing's own fields brings it back. What everybody had deleted stays so.
  private func deletionAgain(
    after drafts: [EventDraft], _ transaction: borrowing ReadTransaction
  ) throws -> [EventDraft] {
    guard let kind = ThingKind.allCases.first(where: { $0.row == conflict.row.kind }),
      drafts.contains(where: { $0.kind != .cardMoved })
    else { return [] }
    let record = try moment.catalog.record(conflict.row, transaction)
    guard record.value(.life) == Life.deleted, !record.contested.contains(FieldKey(.life)) else {
      return []
    }
    return [EventDraft(kind.lifeEvents.delete, conflict.row.entity)]
  }

  private func write(
    _ head: Head, _ transaction: borrowing ReadTransaction
  ) throws -> [EventDraft] {
    let id = conflict.row.entity
    switch conflict.row.kind {
    case .item:
      if conflict.field.field == .tag {
        let tag = EntityID(rawValue: conflict.field.part)
        return [
          ItemDrafts.tag(
            id, try moment.tagName(tag, transaction), isOn: head.value.first == 1)
        ]
      }
      return [EventDraft(.itemEdited, id, payload: payload(head.value))]
    case .membership:
      let place = Membership(reading: head.value)
      guard let item = conflict.row.other else { return [] }
      return [
        place.isIn
          ? EventDraft(.itemFiled, item, second: id, payload: Position.payload(place.position))
          : EventDraft(.itemUnfiled, item, second: id)
      ]
    case .deck where conflict.field.field == .option:
      guard let option = DeckOptionValue(reading: head.value) else { return [] }
      return [EventDraft(.deckOptionsChanged, id, payload: DeckOptionValue.payload([option]))]
    case .collection, .deck:
      let event: EventKind =
        conflict.row.kind == .deck ? .deckRenamed : .collectionRenamed
      return [
        EventDraft(event, id, payload: NamedThing.payload(name: Text(bytes: head.value)))
      ]
    case .card: return [card(id, head)]
    case .note: return [note(id, head)]
    case .noteType: return [try noteType(id, head, transaction)]
    case .media: return [EventDraft(.mediaAdded, id, payload: head.value)]
    case .tag, .reviews, .setting: return []
    }
  }

  private func note(_ id: EntityID, _ head: Head) -> EventDraft {
    var change = NoteChange()
    switch conflict.field.field {
    case .noteType: return EventDraft(.noteEdited, id, second: EntityID(bytes: head.value))
    case .noteTag:
      let tag = NoteTag(reading: head.value)
      let name = String(decoding: tag.name, as: UTF8.self)
      if tag.isOn { change.tagsOn = [name] } else { change.tagsOff = [name] }
    case .extra: change.extras = [ExtraField(reading: head.value)].compactMap { $0 }
    default: change.fields[Int(clamping: conflict.field.part)] = Text(bytes: head.value)
    }
    return EventDraft(.noteEdited, id, payload: change.encoded)
  }

  /// A definition as a whole: the part in conflict as it was written, the rest as it shows.
  private func noteType(
    _ id: EntityID, _ head: Head, _ transaction: borrowing ReadTransaction
  ) throws -> EventDraft {
    let record = try moment.catalog.record(conflict.row, transaction)
    func value(_ field: Field) -> [UInt8] {
      field == conflict.field.field ? head.value : record.value(field) ?? []
    }
    var wire = WireWriter()
    wire.bytes(1, value(.name))
    wire.bytes(2, value(.definition))
    return EventDraft(.noteTypeDefined, id, payload: wire.bytes)
  }

  /// The payload of an edit that writes one register.
  private func payload(_ value: [UInt8]) -> [UInt8] {
    var wire = WireWriter()
    let number =
      ItemChange.registers.first { $0.field == conflict.field.field }?.number ?? 8
    wire.bytes(number, value)
    return wire.bytes
  }

  private func card(_ id: EntityID, _ head: Head) -> EventDraft {
    var wire = WireWriter()
    switch conflict.field.field {
    case .deck: return EventDraft(.cardMoved, id, second: EntityID(bytes: head.value))
    case .suspended: return EventDraft(head.value == [1] ? .cardSuspended : .cardResumed, id)
    case .flag:
      return EventDraft(.cardFlagged, id, payload: CardFlag.payload(Int(head.value.first ?? 0)))
    case .front: wire.bytes(1, head.value)
    case .back: wire.bytes(2, head.value)
    case .cardKind: wire.bytes(3, head.value)
    default: wire.bytes(4, head.value)
    }
    return EventDraft(.cardEdited, id, payload: wire.bytes)
  }

  private func life(
    keeping head: Head, _ transaction: borrowing ReadTransaction
  ) throws -> [EventDraft] {
    guard let thing = try moment.thing(conflict.row.entity, transaction) else { return [] }
    let events = thing.kind.lifeEvents
    return [
      EventDraft(
        head.value == Life.deleted ? events.delete : events.restore, conflict.row.entity)
    ]
  }

  /// A new item like the one in conflict, but with the other value.
  func copy(
    as id: EntityID, with loser: Head, _ transaction: borrowing ReadTransaction
  ) throws -> EventDraft {
    let record = try moment.catalog.record(conflict.row, transaction)
    var wire = WireWriter()
    for (number, field) in ItemChange.registers where field != .source {
      let value = field == conflict.field.field ? loser.value : record.value(field)
      if let value { wire.bytes(number, value) }
    }
    return EventDraft(.itemCaptured, id, payload: wire.bytes)
  }
}
