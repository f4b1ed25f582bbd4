import DaybookEvents

/// The indexes of what has a name and members.
extension ViewIndex {
  /// Item, collection.
  package static let container = ViewIndex("i")
  /// Kind of row, digest of a folded name, thing: of what is live, and of what was joined, which
  /// may be the one that stays of things that were joined into each other.
  package static let name = ViewIndex("n")
  /// Kind of row, what something was joined into, what was joined.
  package static let joined = ViewIndex("j")
}

/// The index entries of collections and of decks, which have names and can be joined.
enum CollectionIndex {
  /// Lists those of a collection or deck.
  static func list(
    _ row: RowKey, _ shown: borrowing ShownValues, _ bytes: Span<UInt8>,
    _ entries: inout IndexEntries
  ) {
    let joinedInto = shown[.life].flatMap { Life.joinedInto(bytes.extracting($0)) }
    if let joinedInto {
      entries.add(.joined) {
        $0.append(row.kind.rawValue)
        $0.append(bigEndian: joinedInto.handle)
        $0.append(bigEndian: row.entity.handle)
      }
    }
    guard shown.isLive || joinedInto != nil, let name = shown[.name] else { return }
    entries.add(.name) {
      $0.append(row.kind.rawValue)
      $0.append(contentsOf: ViewIndex.nameDigest(bytes.array(name)))
      $0.append(bigEndian: row.entity.handle)
    }
  }

  /// Lists those of an item's place in a collection.
  static func listMembership(
    _ row: RowKey, _ shown: borrowing ShownValues, _ bytes: Span<UInt8>,
    _ entries: inout IndexEntries
  ) {
    guard let item = row.other, let place = shown[.place], !place.isEmpty,
      bytes[place.lowerBound] == 1
    else { return }
    entries.add(.container) {
      $0.append(bigEndian: item.handle)
      $0.append(bigEndian: row.entity.handle)
    }
  }
}
