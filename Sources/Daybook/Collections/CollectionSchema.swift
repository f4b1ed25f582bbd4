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
    index: CollectionIndex.list,
    thing: ThingSchema(
      plural: "collections", creates: .collectionCreated, edits: .collectionRenamed,
      deletes: .collectionDeleted, restores: .collectionRestored, joins: .collectionJoined,
      registers: [(1, .name)], label: .name, isFoundByName: true),
    hasMembers: true)
  /// An item's place in a collection.
  static let membership = RowSchema(
    kind: .membership, name: "membership", fields: [.place], usualFieldCount: 1,
    index: CollectionIndex.listMembership)
}

extension ThingKind {
  /// A collection.
  package static let collection = ThingKind(.collection)
}

extension ViewName {
  /// Collections, what is in them, and settings.
  package static let collections = ViewName("collections", number: 1)
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
      .ofThings(.collection),
      EventSchema(
        kinds: [.itemFiled, .itemUnfiled, .itemMoved], reduce: MembershipReducer.reduce),
      .ofSettings,
    ])
}
