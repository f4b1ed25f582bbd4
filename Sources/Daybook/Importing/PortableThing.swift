package import DaybookEvents
package import DaybookScheduler
package import DaybookText

/// One entry of a store's contents, apart from the log that says it: what an export takes out
/// and an import brings in. Entities keep their ids; who wrote what, and on top of what, stays
/// behind.
package enum PortableEntry: Equatable, Sendable {
  case thing(PortableThing)
  /// A type of notes.
  case noteType(PortableNoteType)
  /// A file that notes show, by its name and digest: the content is not part of it.
  case media(MediaFile)
  case membership(PortableMembership)
  case review(PortableReview)
  /// What was set for all machines.
  case setting(SettingValue)

  /// What it is about: the row of facts, and of reviews, which share a row, the review.
  var subject: Subject {
    switch self {
    case .thing(let thing): Subject(row: RowKey(thing.kind.row, thing.id))
    case .noteType(let type): Subject(row: RowKey(.noteType, type.id))
    case .media(let file): Subject(row: RowKey(.media, MediaFile.id(file.name)))
    case .membership(let membership):
      Subject(row: RowKey(.membership, membership.collection, membership.item))
    case .setting(let setting): Subject(row: RowKey(.setting, setting.entity))
    case .review(let review):
      Subject(row: RowKey(.reviews, review.card), review: review.id)
    }
  }

  /// What an entry is about.
  struct Subject: Hashable {
    let row: RowKey
    var review: EntityID?
  }
}

/// An item, collection, deck, note or card as it shows: the winning value of every register,
/// encoded as the register keeps it. What is nil or missing is not spoken of.
package struct PortableThing: Equatable, Sendable {
  /// The kind of thing.
  package let kind: ThingKind
  /// Its id.
  package let id: EntityID
  /// When it came to be.
  package var createdAt: ZonedTime?
  /// Of an item and a note: when it was last written to.
  package var editedAt: ZonedTime?
  /// Whether it was deleted.
  package var isDeleted: Bool?
  /// The values of ``ThingSchema/fields``.
  package var values: [Field: [UInt8]] = [:]
  /// Of an item and a note: all its fields of other programs.
  package var extras: [ExtraField]?
  /// Of an item and a note: all its tags, by name.
  package var tags: [String]?
  /// Of an item: tags that were taken off it and that nothing has any more, by name.
  package var unusedTags: [String] = []
  /// Of a note: the values of its fields, in the order of its type's.
  package var noteFields: [NoteField]?
  /// Of a thing of another program: all its values.
  package var custom: [NamedCustomValue]?
  /// Of a deck: what is set of how it is learned, by name.
  package var options: [DeckOptionValue]?
  /// Of an item: names of collections to put it into, should it not be there yet.
  package var collections: [String] = []
  /// Of an item: who captured it. An import does not take that over.
  package var replica: ReplicaID?

  /// A field of a note.
  package struct NoteField: Equatable, Sendable {
    /// Its name in the note's type, for people; nil where that is not known.
    package var name: String?
    /// Its value.
    package var value: [UInt8]

    /// Names a value.
    package init(name: String?, value: [UInt8]) {
      self.name = name
      self.value = value
    }
  }

  /// A thing of which nothing is said yet.
  package init(_ kind: ThingKind, _ id: EntityID) {
    self.kind = kind
    self.id = id
  }

  /// Roughly what it takes in memory.
  var byteCount: Int {
    values.values.reduce(256) { $0 + $1.count + 32 }
      + (extras ?? []).reduce(0) { $0 + $1.value.count + 64 }
      + (tags ?? []).reduce(0) { $0 + $1.utf8.count + 32 }
      + unusedTags.reduce(0) { $0 + $1.utf8.count + 32 }
      + (noteFields ?? []).reduce(0) { $0 + $1.value.count + 64 }
      + (custom ?? []).reduce(0) { $0 + $1.encoded.count + 64 }
      + (options ?? []).reduce(0) { $0 + $1.value.utf8.count + 64 }
  }
}

/// What notes of one type consist of, as its registers keep it.
package struct PortableNoteType: Equatable, Sendable {
  /// Its id.
  package let id: EntityID
  /// Its name.
  package let name: [UInt8]
  /// Fields, templates and style, as ``NoteType/definition`` encodes them.
  package let definition: [UInt8]

  /// Describes a type.
  package init(id: EntityID, name: [UInt8], definition: [UInt8]) {
    self.id = id
    self.name = name
    self.definition = definition
  }

  /// Roughly what it takes in memory.
  var byteCount: Int { name.count + definition.count + 256 }
}

/// Whether an item is in a collection, and where.
package struct PortableMembership: Equatable, Sendable {
  /// The collection.
  package let collection: EntityID
  /// The item.
  package let item: EntityID
  /// Its place, by which members are ordered; nil for an item that was taken out.
  package let position: [UInt8]?

  /// Describes a membership.
  package init(collection: EntityID, item: EntityID, position: [UInt8]?) {
    self.collection = collection
    self.item = item
    self.position = position
  }
}

/// An answer to a card.
package struct PortableReview: Equatable, Sendable {
  /// The card.
  package let card: EntityID
  /// The review's own id.
  package let id: EntityID
  /// When it was made, with the offset of the reviewer's clock. Reviews of one card count in the
  /// order of these times.
  package let time: ZonedTime
  /// 1 again, 2 hard, 3 good, 4 easy.
  package let grade: UInt8
  /// What the card was when it was shown.
  package let shown: String
  /// How long the answer took.
  package let durationMilliseconds: UInt64
  /// The hour at which the reviewer's day begins.
  package let rolloverHour: Int
  /// Whether it was taken back.
  package let isRetracted: Bool
  /// What another program scheduled after it; nil for reviews made here.
  package let scheduled: Review.Scheduled?
  /// How many steps its deck had when the answer was given; nil where that is not known.
  package let steps: StepCounts?

  /// Describes a review.
  package init(
    card: EntityID, id: EntityID, time: ZonedTime, grade: UInt8, shown: String,
    durationMilliseconds: UInt64, rolloverHour: Int, isRetracted: Bool,
    scheduled: Review.Scheduled? = nil, steps: StepCounts? = nil
  ) {
    self.card = card
    self.id = id
    self.time = time
    self.grade = grade
    self.shown = shown
    self.durationMilliseconds = durationMilliseconds
    self.rolloverHour = rolloverHour
    self.isRetracted = isRetracted
    self.scheduled = scheduled
    self.steps = steps
  }
}
