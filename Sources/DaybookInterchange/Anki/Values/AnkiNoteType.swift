/// A note type: which fields its notes have and which cards are made of them.
///
/// `config` is Anki's own message and holds everything else too, so that what Daybook has no use
/// for goes out as it came in. From a package of the older form it is translated.
package struct AnkiNoteType: Equatable, Sendable {
  /// What makes the cards of a note.
  package enum Kind: Int, Equatable, Sendable {
    /// One card for each template whose front shows something.
    case normal = 0
    /// One card for each number of a deletion.
    case cloze = 1
  }

  /// Milliseconds since 1970 when it was made, made unique; what tells it from others.
  package var id: Int
  /// What people call it.
  package var name: String
  /// Seconds since 1970.
  package var modifiedSeconds: Int
  /// The fields, in their order.
  package var fields: [AnkiField]
  /// The templates, in their order.
  package var templates: [AnkiTemplate]
  /// Everything else, `Notetype.Config`.
  package var config: ProtoMessage

  /// A note type with nothing but these.
  package init(
    id: Int, name: String, modifiedSeconds: Int, kind: Kind = .normal, css: String = "",
    sortField: Int = 0, fields: [AnkiField], templates: [AnkiTemplate]
  ) {
    self.id = id
    self.name = name
    self.modifiedSeconds = modifiedSeconds
    self.fields = fields
    self.templates = templates
    config = ProtoMessage()
    self.kind = kind
    self.css = css
    self.sortField = sortField
  }

  init(id: Int, name: String, modifiedSeconds: Int, config: ProtoMessage) {
    self.init(id: id, name: name, modifiedSeconds: modifiedSeconds, fields: [], templates: [])
    self.config = config
  }

  /// How cards are made.
  package var kind: Kind {
    get { Kind(rawValue: config.integer(1)) ?? .normal }
    set { config.set(1, integer: newValue.rawValue) }
  }

  /// Which field notes are sorted by, counted from 0.
  package var sortField: Int {
    get { config.integer(2) }
    set { config.set(2, integer: newValue) }
  }

  /// How its cards look.
  package var css: String {
    get { config.text(3) }
    set { config.set(3, text: newValue) }
  }

  /// Whether notes of the one fit the other: the same kind, fields and templates, in order.
  package func hasSameSchema(as other: AnkiNoteType) -> Bool {
    kind == other.kind && fields.map(\.name) == other.fields.map(\.name)
      && templates.map(\.name) == other.templates.map(\.name)
  }
}

/// A field of a note type.
package struct AnkiField: Equatable, Sendable {
  /// What templates call it.
  package var name: String
  /// Font, direction and the rest, `Notetype.Field.Config`.
  package var config: ProtoMessage

  /// A field, shown in Arial 20 as new ones are.
  package init(_ name: String) {
    self.name = name
    config = ProtoMessage()
    config.set(3, text: "Arial")
    config.set(4, integer: 20)
  }

  init(name: String, config: ProtoMessage) {
    self.name = name
    self.config = config
  }
}

/// A template: what the two sides of a card show.
package struct AnkiTemplate: Equatable, Sendable {
  /// What people call it.
  package var name: String
  /// Seconds since 1970; 0 in packages of the older form, which do not say.
  package var modifiedSeconds: Int
  /// The sides and the rest, `Notetype.Template.Config`.
  package var config: ProtoMessage

  /// A template of two sides.
  package init(_ name: String, question: String, answer: String, modifiedSeconds: Int = 0) {
    self.init(name: name, modifiedSeconds: modifiedSeconds, config: ProtoMessage())
    self.question = question
    self.answer = answer
  }

  init(name: String, modifiedSeconds: Int, config: ProtoMessage) {
    self.name = name
    self.modifiedSeconds = modifiedSeconds
    self.config = config
  }

  /// The front, in Anki's template language.
  package var question: String {
    get { config.text(1) }
    set { config.set(1, text: newValue) }
  }

  /// The back, in Anki's template language.
  package var answer: String {
    get { config.text(2) }
    set { config.set(2, text: newValue) }
  }

  /// The deck that its cards go to; nil for that of the note.
  package var deckID: Int? {
    get { config.optionalInteger(5) }
    set { config.set(5, optional: newValue) }
  }
}
