/// The registers there are. Numbers are written to disk and into fingerprints: never reuse
/// one. They are below 64, so that a row names a register in one byte.
package enum Field: UInt8, CaseIterable, Sendable {
  case life = 1
  case created = 2
  case title = 10
  case body = 11
  case kind = 12
  /// Status and completed-at, which only make sense together.
  case status = 13
  /// Due, scheduled and waiting-until, which only make sense together.
  case schedule = 14
  case priority = 15
  /// What an import last saw in its source.
  case source = 16
  /// One register for each tag.
  case tag = 17
  /// One register for each field of another program that has no counterpart here.
  case extra = 18
  /// The type of a note.
  case noteType = 20
  /// One register for each field of a note, by its place in the note's type.
  case noteField = 21
  /// One register for each tag of a note.
  case noteTag = 22
  /// Fields, templates and style of a note type, which only make sense together.
  case definition = 23
  /// Which file a media name stands for.
  case mediaFile = 24
  case tagName = 30
  case name = 40
  /// In or out of a collection, and where.
  case place = 41
  /// One register for each option of a deck.
  case option = 42
  case deck = 50
  case front = 51
  case back = 52
  case suspended = 53
  case cardKind = 54
  case cardItem = 55
  /// The note a card is made of, and which of its cards it is.
  case cardNote = 56
  case flag = 57
  /// The last study day on which a card is kept out of review.
  case buried = 58
  /// What another program had scheduled for a card whose first reviews are not known.
  case seed = 59
  case answer = 60
  case retracted = 61
  /// One setting's name and value.
  case setting = 62
  /// By which clock a review counts for its day, where not by the one it was written down with.
  case reviewDay = 63

  /// The name people and JSON see.
  package var name: String {
    switch self {
    case .tagName: "name"
    case .place: "membership"
    case .cardKind: "kind"
    case .cardItem: "item"
    case .cardNote: "note"
    case .noteField: "field"
    case .noteTag: "tag"
    case .mediaFile: "file"
    case .reviewDay: "day"
    default: String(describing: self)
    }
  }

  /// Whether the least write counts instead of the greatest head.
  package var isLeast: Bool { self == .answer || self == .tagName }

  /// Whether concurrent writes of different values are a conflict to show.
  package var isContestable: Bool {
    switch self {
    // The later choice wins, and making it anew is easy.
    case .setting, .buried, .retracted, .reviewDay: false
    case .created, .source, .tagName, .answer, .cardNote, .seed: false
    default: true
    }
  }

  /// Whether its values are text that a person writes, line by line.
  package var isProse: Bool {
    switch self {
    case .title, .body, .name, .front, .back, .noteField: true
    default: false
    }
  }

  /// The part of a value about which writers can disagree: positions do not count where the
  /// membership itself agrees, or what something was joined into, nor the spelling of a tag.
  package func contestedPart(of value: [UInt8]) -> [UInt8] {
    switch self {
    case .place, .tag, .noteTag: Array(value.prefix(1))
    case .life: Array(value.prefix(Life.joinedCount))
    default: value
    }
  }

  /// Whether a write made by a rule gives way without a conflict: an imported `live` beside a
  /// deletion by a person.
  package var rulesYield: Bool { self == .life }
}

/// Which register of a record: a field, and what it is about where there are many of it.
package struct FieldKey: Hashable, Comparable, Sendable {
  /// The tag, the review, or the digest of an extra field's name; 0 where there is one of the
  /// field.
  package let part: UInt128
  /// The field.
  package let field: Field

  /// Names a register.
  package init(_ field: Field, _ part: UInt128 = 0) {
    self.field = field
    self.part = part
  }

  /// Orders by number.
  package static func < (left: FieldKey, right: FieldKey) -> Bool {
    left.field == right.field
      ? left.part < right.part : left.field.rawValue < right.field.rawValue
  }
}
