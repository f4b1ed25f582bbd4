package import DaybookEvents

/// What a row of facts is about. Raw values are the first byte of stored keys: capital letters, so
/// that rows come before the entries of indexes.
package enum RowKind: UInt8, Sendable, CaseIterable {
  case item = 0x49  // I
  case tag = 0x54  // T
  case collection = 0x43  // C
  case membership = 0x4D  // M: collection, item
  case deck = 0x44  // D
  case card = 0x52  // R
  case reviews = 0x56  // V: all reviews of a card
  case setting = 0x53  // S
  case note = 0x4E  // N
  case noteType = 0x59  // Y
  case media = 0x41  // A

  /// The view whose rows these are.
  package var view: ViewName {
    switch self {
    case .item, .tag: .items
    case .collection, .membership, .setting: .collections
    case .deck, .card, .reviews, .note, .noteType, .media: .decks
    }
  }

  /// Whether a row has index entries.
  var isIndexed: Bool {
    switch self {
    case .tag, .reviews, .setting: false
    default: true
    }
  }

  /// Whether other things make a deletion of this one a conflict: members, cards, reviews.
  var hasMembers: Bool {
    switch self {
    case .collection, .deck, .card, .note: true
    default: false
    }
  }
}

/// Names one row of facts.
package struct RowKey: Hashable, Sendable {
  /// The thing, or the first of two.
  package let entity: EntityID
  /// The second of two.
  package let other: EntityID?
  /// What it is about.
  package let kind: RowKind

  /// Names a row.
  package init(_ kind: RowKind, _ entity: EntityID, _ other: EntityID? = nil) {
    self.kind = kind
    self.entity = entity
    self.other = other
  }

  /// The key in the view's table.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  /// Adds the key in the view's table to bytes.
  func write(to bytes: inout [UInt8]) {
    bytes.append(kind.rawValue)
    bytes.append(bigEndian: entity.handle)
    if let other { bytes.append(bigEndian: other.handle) }
  }

  /// Reads a key of a view's table; nil when it is an index entry.
  package init?(_ key: Span<UInt8>) {
    guard key.count >= 17, let kind = RowKind(rawValue: key[0]) else { return nil }
    self.init(
      kind, EntityID(handle: key.bigEndian128(at: 1)),
      key.count == 33 ? EntityID(handle: key.bigEndian128(at: 17)) : nil)
  }
}

/// One write that an event makes to a register.
package struct RegisterWrite: Equatable, Sendable {
  /// The row.
  package let row: RowKey
  /// The register in it.
  package let field: FieldKey
  /// What is written.
  package let value: [UInt8]

  /// Describes a write.
  package init(_ row: RowKey, _ field: FieldKey, _ value: [UInt8]) {
    self.row = row
    self.field = field
    self.value = value
  }

  /// Describes a write to a field there is one of.
  package init(_ row: RowKey, _ field: Field, _ value: [UInt8]) {
    self.init(row, FieldKey(field), value)
  }
}

/// The views there are.
package enum ViewName: String, CaseIterable, Sendable {
  case items, collections, decks
  /// What is computed of cards from their reviews and the options of their decks: no facts.
  case schedule

  /// The views that events fold into, and whose rows are facts.
  package static let ofFacts: [ViewName] = [.items, .collections, .decks]
}

/// What can be wrong with a view. The log is not touched by any of it: rebuilding mends it.
package enum ViewError: Error, Equatable {
  /// A row's bytes cannot be read, though they are what was written.
  case damagedRow
  /// A row or an index entry of a view is not what was written, or is not found for another that
  /// is not.
  case damaged(ViewName)
  /// The view was never built in this store.
  case missing(ViewName)
  /// The view was built by a newer program.
  case newer(ViewName)
}

extension [RegisterWrite] {
  /// Whether the thing of a row comes to be with them.
  func makes(_ row: RowKey) -> Bool {
    contains { $0.row == row && $0.field.field == .created }
  }
}
