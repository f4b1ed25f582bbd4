package import DaybookEvents

/// What the events about collections and their members write.
package enum CollectionReducer {
  /// The writes of one event; none when its payload cannot be read.
  package static func writes(
    _ kind: EventKind, _ header: EventHeader, _ payload: Payload
  ) -> [RegisterWrite] {
    let row = RowKey(.collection, header.entity)
    switch kind {
    case .itemFiled, .itemMoved:
      guard let collection = header.second, let position = payload.bytes(1) else { return [] }
      return [
        RegisterWrite(
          RowKey(.membership, collection, header.entity), .place,
          Membership(isIn: true, position: position).encoded)
      ]
    case .itemUnfiled:
      guard let collection = header.second else { return [] }
      return [
        RegisterWrite(
          RowKey(.membership, collection, header.entity), .place,
          Membership(isIn: false, position: []).encoded)
      ]
    default: return NamedThing.writes(kind, header, payload, row)
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
enum NamedThing {
  static func writes(
    _ kind: EventKind, _ header: EventHeader, _ payload: Payload, _ row: RowKey
  ) -> [RegisterWrite] {
    let live = RegisterWrite(row, .life, Life.live)
    let name = payload.bytes(1).map { [RegisterWrite(row, .name, $0)] } ?? []
    switch kind {
    case .collectionCreated, .deckCreated:
      return [live, RegisterWrite(row, .created, CreationTime(header).encoded)] + name
    case .collectionRenamed, .deckRenamed: return [live] + name
    case .collectionDeleted, .deckDeleted: return [RegisterWrite(row, .life, Life.deleted)]
    case .collectionRestored, .deckRestored: return [live]
    default: return []
    }
  }

  static func payload(name: Text) -> [UInt8] {
    var wire = WireWriter()
    wire.bytes(1, name.bytes)
    return wire.bytes
  }
}
