public import DaybookEvents
import DaybookText

/// One item as another program has it.
public struct ImportedItem: Sendable {
  /// Its id here, derived from where it comes from: the same on every machine and at every import.
  public let id: EntityID
  /// What it comes from, the same on every machine and at every import: a format, or one with
  /// the name of a vault.
  public let source: String
  /// What people call that.
  public var sourceName: String
  /// Where it was found, for messages.
  public let place: ImportPlace
  /// What the source says. A field left nil is one that it says nothing about.
  public var fields = ItemChange()
  /// Names of its tags.
  public var tags: [String] = []
  /// Names of the collections it is in.
  public var collections: [String] = []
  /// When it was made there, milliseconds since 1970, if the source says.
  public var createdAt: Int64?
  /// When it was last changed there, milliseconds since 1970, if the source says: what is older
  /// than what was imported before is passed over.
  public var modifiedAt: Int64?
  /// Whether the source says that it was deleted there.
  public var isDeleted = false

  /// An item about which nothing is known yet.
  package init(id: EntityID, source: String, place: ImportPlace) {
    self.id = id
    self.source = source
    sourceName = source
    self.place = place
  }

  /// An item of a program's own source, about which nothing is known yet.
  ///
  /// - Parameters:
  ///   - source: the program and what it brings: `org.example.browser/bookmark`.
  ///   - foreignID: what the item is called there, always the same.
  ///   - place: where it was found, for messages; nil for the source and that id.
  public init(from source: CustomName, foreignID: String, place: ImportPlace? = nil) {
    self.init(
      id: .imported(source.name, foreignID: foreignID), source: source.name,
      place: place ?? ImportPlace(file: source.name + " " + foreignID))
  }
}

/// A place in what is imported.
public struct ImportPlace: Hashable, Sendable {
  /// The file, as the person knows it.
  public let file: String
  /// The line, counted from 1; nil for the file as a whole.
  public let line: Int?

  /// Names a place.
  public init(file: String, line: Int? = nil) {
    self.file = file
    self.line = line
  }
}

extension EntityID {
  /// The id of an imported thing whose foreign id is unique everywhere, such as a UUID.
  package static func imported(_ format: String, foreignID: String) -> EntityID {
    EntityID(name: format, foreignID)
  }

  /// The id of an imported thing known by a name in its source: a path in a vault. The two
  /// encodings of `é` are one name, because systems change them when files are copied.
  package static func imported(_ format: String, source: String, name: String) -> EntityID {
    EntityID(name: format, CanonicalForm.composed(source), CanonicalForm.composed(name))
  }

  /// The id of a collection that an import makes: the same on every machine for the same name,
  /// without case and accents.
  package static func importedCollection(named name: String) -> EntityID {
    EntityID(name: "collection", folded(name))
  }
}

extension Item {
  /// Whether it was ever imported from a source.
  package func isKnown(in source: String) -> Bool {
    SourceRecords(reading: self.source).hasSeen(source)
  }
}

extension ImportedItem {
  /// Whether the file has the text that it had when the item was last imported from it. Not every
  /// version of this program reads the same properties: of those an older one may have seen less.
  package func hasSameText(asAtImportOf item: Item) -> Bool {
    guard let body = fields.body?.bytes, !body.isEmpty else {
      return isUnchanged(sinceImportOf: item)
    }
    let known = SourceRecords(reading: item.source)[source]
    return known.digests[FieldKey(.body)] == SourceRecord.digest(of: body)
  }

  /// Whether the file says what it said when the item was last imported from it.
  package func isUnchanged(sinceImportOf item: Item) -> Bool {
    let known = SourceRecords(reading: item.source)[source]
    return known.digests == ImportFields(fields).values.mapValues(SourceRecord.digest(of:))
      && known.tags == Tag.distinct(tags).map(normalizedTagName).filter { !$0.isEmpty }.sorted()
  }
}
