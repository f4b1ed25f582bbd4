/// The registers about tags of items.
extension Field {
  /// One register for each tag of an item.
  package static let tag = Field(17)
  /// How a tag is spelled.
  package static let tagName = Field(30)
}

extension FieldSchema {
  /// What each of them is. The first spelling counts, and writers cannot disagree about it.
  static let ofTags = [
    FieldSchema(
      field: .tag, name: "tag", form: .flag, unwritten: .empty([0]), contestedByteCount: 1),
    FieldSchema(
      field: .tagName, name: "name", form: .text, unwritten: .never, isLeast: true,
      isContestable: false),
  ]
}

extension RowKind {
  /// A tag of items, by the digest of its folded name.
  package static let tag = RowKind("T")
}

extension RowSchema {
  /// A tag of items.
  static let tag = RowSchema(
    kind: .tag, name: "tag", fields: [.tagName], usualFieldCount: 1, isIndexed: false)
}
