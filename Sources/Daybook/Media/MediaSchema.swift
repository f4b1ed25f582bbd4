import DaybookText

/// The register of a file that texts name.
extension Field {
  /// Which file a media name stands for: ``MediaFile``.
  package static let mediaFile = Field(24)
}

extension FieldSchema {
  /// What it is.
  static let ofMedia = [
    FieldSchema(
      field: .mediaFile, name: "file",
      form: .made { value, _ in MediaFile(reading: value).map { .text(Text($0.name)) } ?? .none },
      unwritten: .empty([]))
  ]
}

extension RowKind {
  /// A file that notes show, by its name there.
  package static let media = RowKind("A")
}

extension RowSchema {
  /// A file that notes show.
  static let media = RowSchema(
    kind: .media, name: "media", fields: [.mediaFile], usualFieldCount: 1)
}
