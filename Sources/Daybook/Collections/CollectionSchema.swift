/// The register of a membership.
extension Field {
  /// In or out of a collection, and where: ``Membership``.
  package static let place = Field(41)
}

extension FieldSchema {
  /// What it is. Positions do not count where writers agree that an item is in.
  static let ofCollections = [
    FieldSchema(
      field: .place, name: "membership",
      form: .made { value, _ in .text(value.first == 1 ? "in" : "out") }, unwritten: .empty([0]),
      contestedByteCount: 1)
  ]
}

extension RowKind {
  /// A collection.
  package static let collection = RowKind("C")
  /// A collection, and an item that is in it or was.
  package static let membership = RowKind("M")
}

extension RowSchema {
  /// A collection.
  static let collection = RowSchema(
    kind: .collection, name: "collection", fields: [.life, .created, .name], usualFieldCount: 4,
    index: CollectionIndex.list, hasMembers: true)
  /// An item's place in a collection.
  static let membership = RowSchema(
    kind: .membership, name: "membership", fields: [.place], usualFieldCount: 1,
    index: CollectionIndex.listMembership)
}

extension ViewSchema {
  /// Collections, what is in them, and settings.
  static let collections = ViewSchema(
    name: .collections,
    // 2: as of items, with settings.
    // 4, as of decks: joined into others.
    codeVersion: 5, firstCheckedVersion: 5,
    // 4, and of decks 3 to 5: kinds of events that programs before passed over.
    factVersion: 4, rows: [.collection, .membership, .setting],
    indexes: [.contested, .container, .name, .joined],
    events: [
      EventSchema(
        kinds: [
          .itemFiled, .itemUnfiled, .itemMoved, .collectionCreated, .collectionRenamed,
          .collectionDeleted, .collectionRestored, .collectionJoined,
        ],
        reduce: CollectionReducer.reduce),
      .ofSettings,
    ])
}
