package import Daybook
package import DaybookEvents
package import DaybookLog

/// Shorthand for the things and writes that tests name.
package enum Sample {
  package static let items = (0..<3).map { EntityID(name: "item", "\($0)") }
  package static let collections = (0..<3).map { EntityID(name: "collection", "\($0)") }
  package static let decks = (0..<3).map { EntityID(name: "deck", "\($0)") }
  package static let cards = (0..<3).map { EntityID(name: "card", "\($0)") }
  package static let notes = (0..<2).map { EntityID(name: "note", "\($0)") }
  package static let noteTypes = (0..<2).map { EntityID(name: "note type", "\($0)") }
  package static let customThings = (0..<3).map { EntityID(name: "custom", "\($0)") }
  package static let tags = ["a", "b", "Café"]

  package static func key(_ row: RowKey, _ field: Field, _ part: UInt128 = 0) -> ModelKey {
    ModelKey(row: row, field: FieldKey(field, part))
  }

  /// Fields by number, as Protocol Buffers encode them.
  package static func message(_ body: (inout WireWriter) -> Void) -> [UInt8] {
    var wire = WireWriter()
    body(&wire)
    return wire.bytes
  }

  /// The value of `created`.
  package static func created(_ header: EventHeader) -> [UInt8] {
    message { wire in
      wire.signed(1, header.occurredAt ?? header.recordedAt)
      if header.offsetMinutes != 0 { wire.signed(2, Int64(header.offsetMinutes)) }
    }
  }

  /// The draft of a captured item.
  package static func captured(_ item: EntityID, title: String? = nil, body: String? = nil)
    -> EventDraft
  {
    EventDraft(.itemCaptured, item, payload: fields(title: title, body: body))
  }

  /// The draft of an edited item.
  package static func edited(_ item: EntityID, title: String? = nil, body: String? = nil)
    -> EventDraft
  {
    EventDraft(.itemEdited, item, payload: fields(title: title, body: body))
  }

  package static func fields(title: String? = nil, body: String? = nil) -> [UInt8] {
    message { wire in
      if let title { wire.text(1, title) }
      if let body { wire.text(2, body) }
    }
  }

  package static func tagged(_ item: EntityID, _ tag: String, isOn: Bool = true) -> EventDraft {
    EventDraft(
      isOn ? .itemTagged : .itemUntagged, item, second: Tag.id(tag), payload: Tag.payload(tag))
  }

  package static func filed(_ item: EntityID, _ collection: EntityID, at position: [UInt8])
    -> EventDraft
  {
    EventDraft(
      .itemFiled, item, second: collection, payload: message { $0.bytes(1, position) })
  }

  package static func named(_ kind: EventKind, _ thing: EntityID, _ name: String) -> EventDraft {
    EventDraft(kind, thing, payload: message { $0.text(1, name) })
  }

  package static func added(_ card: EntityID, to deck: EntityID, front: String = "?") -> EventDraft
  {
    EventDraft(.cardAdded, card, second: deck, payload: message { $0.text(1, front) })
  }

  /// What a review of version 1 was known by where it named no id.
  package static func reviewIDOfVersion1(_ name: EventName) -> EntityID {
    EntityID(name: [
      Array("review".utf8), Hexadecimal.bytes(name.replica.rawValue),
      Hexadecimal.bytes(name.sequence), Hexadecimal.bytes(name.tag),
    ])
  }

  /// The draft of a review of 1 second of a card that was due, in either version.
  package static func reviewed(
    _ card: EntityID, grade: UInt64, id: EntityID? = nil, occurredAt: Int64? = nil,
    version: UInt32 = 2
  ) -> EventDraft {
    let payload = message { wire in
      wire.varint(1, grade)
      wire.varint(2, 1000)
      if version == 1 {
        wire.text(3, "review")
        wire.varint(4, 4)
      }
      if let id { wire.bytes(5, id.bytes) }
    }
    return EventDraft(
      .cardReviewed, card, payload: payload, occurredAt: occurredAt, version: version)
  }
}
