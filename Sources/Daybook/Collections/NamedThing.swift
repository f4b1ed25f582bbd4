import DaybookEvents
package import DaybookText

/// Collections and decks: things with a name.
package enum NamedThing {
  static func reduce(
    _ kind: EventKind, _ header: EventHeader, _ payload: Span<UInt8>, _ row: RowKey,
    _ writes: inout EventWrites
  ) throws(WireError) {
    try payload.forEachField { _ in }
    switch kind {
    case .collectionCreated, .deckCreated:
      writes.add(row, isLive: true)
      writes.add(row, FieldKey(.created), CreationTime(header).write)
    case .collectionRenamed, .deckRenamed: writes.add(row, isLive: true)
    case .collectionDeleted, .deckDeleted: return writes.add(row, isLive: false)
    case .collectionJoined, .deckJoined:
      guard let other = header.second, other != header.entity else { return }
      return writes.add(
        row, joinedInto: other, at: payload.extracting(payload.content(1) ?? 0..<0))
    default: return writes.add(row, isLive: true)
    }
    if let name = payload.content(1) { writes.add(row, .name, payload: name) }
  }

  /// The payload of the events that create and rename them.
  package static func payload(name: Text) -> [UInt8] {
    var wire = WireWriter()
    wire.bytes(1, name.bytes)
    return wire.bytes
  }
}
