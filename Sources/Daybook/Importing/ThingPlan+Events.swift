import DaybookEvents
import DaybookLog

/// The events that write what was planned.
extension ThingPlan {
  func draft(_ kind: EventKind, _ payload: [UInt8] = []) -> EventDraft {
    EventDraft(kind, thing.id, payload: payload)
  }

  /// The events that write some fields: as few as their payloads fit into, and one more for each
  /// field that has events of its own. What sources offer has one too: ``SourcedChange/parts``.
  mutating func write(
    _ values: [Field: [UInt8]], _ parts: [Part], _ tags: [TagChange], isNew: Bool
  ) {
    let schema = thing.kind.schema
    let offers = values[.source].flatMap { SourceRecords.hasOffers(in: $0.span) ? $0 : nil }
    let fields = schema.registers.filter { $0.field != .source || offers == nil }
    var members = WireWriter.members(
      fields.compactMap { number, field in values[field].map { (number, $0) } })
    if thing.kind == .custom { members += CustomEvent.membersOfImport(isNew: isNew) }
    members += parts.filter { $0.key.field != .option }.map(member)
    if thing.kind == .note {
      members += WireWriter.members(tags.map { ($0.isOn ? 2 : 3, Array($0.name.utf8)) })
    }
    let type = values[.noteType].flatMap { EntityID(bytes: $0) }
    for (index, payload) in Self.payloads(of: members, atLeastOne: isNew || type != nil)
      .enumerated()
    {
      var draft = draft(isNew && index == 0 ? schema.creates : schema.edits, payload)
      if index == 0 { draft.second = type }
      if isNew, index == 0 {
        draft.occurredAt = thing.createdAt?.milliseconds
        draft.offsetMinutes = thing.createdAt?.offsetMinutes
        draft.second = type ?? values[.deck].flatMap { EntityID(bytes: $0) }
      }
      drafts.append(draft)
    }
    if let offers {
      let source = schema.registers.filter { $0.field == .source }
      drafts += WireWriter.members(source.map { ($0.number, offers) }).map {
        draft(schema.edits, $0)
      }
      if SourceRecords(reading: offers).offersDeletion {
        drafts.append(draft(schema.restores))
      }
    }
    if thing.kind == .item {
      drafts += tags.map { ItemDrafts.tag(thing.id, $0.name, isOn: $0.isOn) }
    }
    let options = parts.filter { $0.key.field == .option }.map { (1 as UInt32, $0.value) }
    for payload in Self.payloads(of: WireWriter.members(options), atLeastOne: false) {
      drafts.append(draft(.deckOptionsChanged, payload))
    }
    writeCard(values, isNew: isNew)
  }

  /// The events of a card that write one field each.
  private mutating func writeCard(_ values: [Field: [UInt8]], isNew: Bool) {
    if !isNew, let deck = values[.deck].flatMap({ EntityID(bytes: $0) }) {
      drafts.append(EventDraft(.cardMoved, thing.id, second: deck))
    }
    if let suspended = values[.suspended] {
      drafts.append(draft(suspended == [1] ? .cardSuspended : .cardResumed))
    }
    if let flag = values[.flag]?.first {
      drafts.append(draft(.cardFlagged, CardFlag.payload(Int(flag))))
    }
    if let buried = values[.buried] { drafts.append(draft(.cardBuried, buried)) }
  }

  /// A register as a member of the payload that writes it.
  private func member(_ part: Part) -> [UInt8] {
    var wire = WireWriter()
    switch (part.key.field, thing.kind) {
    case (.noteField, _):
      wire.message(1) {
        if part.key.part > 0 { $0.varint(1, UInt64(part.key.part)) }
        $0.bytes(2, part.value)
      }
    case (.customValue, _): wire.bytes(3, part.value)
    case (_, .note): wire.bytes(5, part.value)
    default: wire.bytes(8, part.value)
    }
    return wire.bytes
  }

  /// Puts members into as few payloads as they fit.
  private static func payloads(of members: [[UInt8]], atLeastOne: Bool) -> [[UInt8]] {
    var payloads: [[UInt8]] = atLeastOne ? [[]] : []
    for member in members {
      if let last = payloads.last, last.count + member.count <= EventBytes.payloadLimit {
        payloads[payloads.count - 1] += member
      } else {
        payloads.append(member)
      }
    }
    return payloads
  }
}

extension WireWriter {
  /// Values, each encoded by itself.
  fileprivate static func members(_ values: [(number: UInt32, bytes: [UInt8])]) -> [[UInt8]] {
    values.map { value in
      var wire = WireWriter()
      wire.bytes(value.number, value.bytes)
      return wire.bytes
    }
  }
}
