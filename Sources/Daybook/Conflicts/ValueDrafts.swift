import DaybookEvents
import DaybookLog
import LMDB
import DaybookText

/// The events that give registers of one row other values: those that end a conflict, and those
/// that take a command back.
struct ValueDrafts {
  /// A register and what it shall hold.
  typealias Value = (key: FieldKey, value: [UInt8])

  let row: RowKey
  let moment: Moment

  /// Drafts as few events as there can be. A change of life comes last, since writing a field
  /// brings a thing back; what sources offer comes by itself, as ``SourcedChange/parts`` says.
  func drafts(
    _ values: [Value], _ transaction: borrowing ReadTransaction
  ) throws -> [EventDraft] {
    let life = values.first { $0.key.field == .life }?.value
    let fields = values.filter { $0.key.field != .life }.sorted { $0.key < $1.key }
    let offers = fields.filter {
      $0.key.field == .source && SourceRecords.hasOffers(in: $0.value.span)
    }
    let others = offers.isEmpty ? fields : fields.filter { $0.key.field != .source }
    let drafts = try [others, offers].filter { !$0.isEmpty }
      .flatMap { try fieldDrafts($0, transaction) }
    guard let kind = row.kind.thing else { return drafts }
    if let life { return drafts + [self.life(life, kind)] }
    let needsLife = offers.contains { SourceRecords(reading: $0.value).offersDeletion }
    return drafts + (needsLife ? [EventDraft(kind.schema.restores, row.entity)] : [])
  }

  /// What gives the thing a life; of a conflict about a deletion, the value may be what was put
  /// into the thing, which is live then.
  private func life(_ value: [UInt8], _ kind: ThingKind) -> EventDraft {
    if value == Life.deleted { return EventDraft(kind.schema.deletes, row.entity) }
    guard let joined = kind.schema.joins, let other = Life.joinedInto(value.span),
      other != row.entity
    else { return EventDraft(kind.schema.restores, row.entity) }
    let position = Array(value.dropFirst(Life.joinedCount))
    return EventDraft(
      joined, row.entity, second: other, payload: position.isEmpty ? [] : Position.payload(position)
    )
  }

  private func fieldDrafts(
    _ values: [Value], _ transaction: borrowing ReadTransaction
  ) throws -> [EventDraft] {
    switch row.kind {
    case .item: try item(values, transaction)
    case .membership: values.compactMap { membership($0.value) }
    case .deck: fields(values) + options(values)
    case .card: fields(values) + card(values)
    case .note: note(values)
    case .noteType: [try noteType(values, transaction)]
    case .media: values.map { media($0.value) }
    case .reviews: values.compactMap(retraction)
    case .setting: values.map { EventDraft(.settingChanged, row.entity, payload: $0.value) }
    case .custom: try custom(values, transaction)
    default: fields(values)
    }
  }

  /// The event that writes fields there is one of, as the ``ThingSchema`` says.
  private func fields(_ values: [Value]) -> [EventDraft] {
    guard let schema = row.kind.thing?.schema else { return [] }
    let payload = schema.payload(
      Dictionary(values.map { ($0.key.field, $0.value) }) { first, _ in first })
    return payload.isEmpty ? [] : [EventDraft(schema.edits, row.entity, payload: payload)]
  }

  private func custom(
    _ values: [Value], _ transaction: borrowing ReadTransaction
  ) throws -> [EventDraft] {
    let written = values.filter { $0.key.field == .customValue }.map(\.value)
    guard !written.isEmpty else { return [] }
    let kind = try moment.catalog.record(row, transaction).value(.customKind) ?? []
    let payload = CustomEvent.payload(kind, correcting: written)
    return [EventDraft(.customRecorded, row.entity, payload: payload)]
  }

  private func item(
    _ values: [Value], _ transaction: borrowing ReadTransaction
  ) throws -> [EventDraft] {
    var wire = WireWriter()
    for (number, field) in ItemChange.registers {
      if let value = values.first(where: { $0.key.field == field }) {
        wire.bytes(number, value.value)
      }
    }
    for extra in values where extra.key.field == .extra {
      wire.bytes(ItemChange.extraNumber, extra.value)
    }
    let edit = wire.bytes.isEmpty ? [] : [EventDraft(.itemEdited, row.entity, payload: wire.bytes)]
    return try edit
      + values.filter { $0.key.field == .tag }.map { tag in
        let name = try moment.tagName(EntityID(rawValue: tag.key.part), transaction)
        return ItemDrafts.tag(row.entity, name, isOn: tag.value.first == 1)
      }
  }

  private func membership(_ value: [UInt8]) -> EventDraft? {
    guard let item = row.other else { return nil }
    let place = Membership(reading: value)
    return place.isIn
      ? EventDraft(
        .itemFiled, item, second: row.entity, payload: Position.payload(place.position))
      : EventDraft(.itemUnfiled, item, second: row.entity)
  }

  private func options(_ values: [Value]) -> [EventDraft] {
    let options = values.filter { $0.key.field == .option }
      .compactMap { DeckOptionValue(reading: $0.value) }
    guard !options.isEmpty else { return [] }
    return [
      EventDraft(.deckOptionsChanged, row.entity, payload: DeckOptionValue.payload(options))
    ]
  }

  private func card(_ values: [Value]) -> [EventDraft] {
    var drafts: [EventDraft] = []
    for (key, value) in values {
      switch key.field {
      case .deck:
        drafts.append(EventDraft(.cardMoved, row.entity, second: EntityID(bytes: value)))
      case .suspended:
        drafts.append(EventDraft(value == [1] ? .cardSuspended : .cardResumed, row.entity))
      case .flag:
        let flag = CardFlag.payload(Int(value.first ?? 0))
        drafts.append(EventDraft(.cardFlagged, row.entity, payload: flag))
      case .buried: drafts.append(EventDraft(.cardBuried, row.entity, payload: value))
      default: break
      }
    }
    return drafts
  }

  private func note(_ values: [Value]) -> [EventDraft] {
    var change = NoteChange()
    var type: EntityID?
    for (key, value) in values {
      switch key.field {
      case .noteType: type = EntityID(bytes: value)
      case .noteTag:
        let tag = NoteTag(reading: value)
        let name = String(decoding: tag.name, as: UTF8.self)
        if tag.isOn { change.tagsOn.append(name) } else { change.tagsOff.append(name) }
      case .extra: change.extras += [ExtraField(reading: value)].compactMap(\.self)
      case .source: change.source = value
      default: change.fields[Int(clamping: key.part)] = Text(bytes: value)
      }
    }
    return [EventDraft(.noteEdited, row.entity, second: type, payload: change.encoded)]
  }

  /// A definition as a whole: the parts given, the rest as it shows.
  private func noteType(
    _ values: [Value], _ transaction: borrowing ReadTransaction
  ) throws -> EventDraft {
    let record = try moment.catalog.record(row, transaction)
    func value(_ field: Field) -> [UInt8] {
      values.first { $0.key.field == field }?.value ?? record.value(field) ?? []
    }
    var wire = WireWriter()
    wire.bytes(1, value(.name))
    wire.bytes(2, value(.definition))
    return EventDraft(.noteTypeDefined, row.entity, payload: wire.bytes)
  }

  private func media(_ value: [UInt8]) -> EventDraft {
    value.isEmpty
      ? EventDraft(.mediaRemoved, row.entity)
      : EventDraft(.mediaAdded, row.entity, payload: value)
  }

  private func retraction(_ value: Value) -> EventDraft? {
    if value.key.field == .reviewDay {
      let clock = (EntityID(rawValue: value.key.part), value.value)
      return EventDraft(.reviewDated, row.entity, payload: ReviewClock.payload([clock]))
    }
    guard value.key.field == .retracted else { return nil }
    return EventDraft(
      value.value == [1] ? .reviewRetracted : .reviewReinstated, row.entity,
      payload: Review.retraction(of: EntityID(rawValue: value.key.part)))
  }
}
