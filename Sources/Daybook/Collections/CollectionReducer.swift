import DaybookEvents
package import DaybookText

/// What the events about collections and their members write.
enum CollectionReducer {
  /// Lists the writes of one event.
  ///
  /// - Throws: ``WireError`` when its payload cannot be read, so that it is silent.
  static func reduce(
    _ kind: EventKind, _ header: EventHeader, _ name: EventName, _ payload: Span<UInt8>,
    _ writes: inout EventWrites
  ) throws(WireError) {
    switch kind {
    case .itemFiled, .itemMoved:
      try payload.forEachField { _ in }
      guard let collection = header.second, let position = payload.content(1) else { return }
      writes.add(RowKey(.membership, collection, header.entity), FieldKey(.place)) {
        $0.append(1)
        $0.append(payload.extracting(position))
      }
    case .itemUnfiled:
      try payload.forEachField { _ in }
      guard let collection = header.second else { return }
      writes.add(RowKey(.membership, collection, header.entity), FieldKey(.place)) { $0.append(0) }
    default:
      try NamedThing.reduce(kind, header, payload, RowKey(.collection, header.entity), &writes)
    }
  }
}

/// Whether an item is in a collection, and where.
package struct Membership: Equatable, Sendable {
  /// Whether it is in.
  package let isIn: Bool
  /// A fraction as bytes: items are ordered by them, then by id.
  package let position: [UInt8]

  var encoded: [UInt8] { [isIn ? 1 : 0] + position }

  init(isIn: Bool, position: [UInt8]) {
    self.isIn = isIn
    self.position = position
  }

  /// Reads what ``encoded`` wrote.
  package init(reading bytes: [UInt8]) {
    isIn = bytes.first == 1
    position = Array(bytes.dropFirst())
  }
}

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
