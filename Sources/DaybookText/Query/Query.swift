/// What a person asked for, as a tree.
///
/// Names and words are as they were typed; the values of status, kind and attributes of known words
/// as they are kept, and known to exist.
package indirect enum Query: Hashable, Sendable {
  /// No restriction.
  case all
  /// Every one of two or more.
  case and([Query])
  /// At least one of two or more.
  case or([Query])
  case not(Query)

  /// One word of title or body.
  case words(String)
  /// Words of title or body that follow each other.
  case phrase(String)

  case tag(String)
  /// `inbox`, `active`, `done`, `archived`, or what a newer program wrote; `any` for every one.
  case status(String)
  /// `note`, `task`, `link`, or what a newer program wrote.
  case kind(String)
  /// Name or id of a collection.
  case collection(String)
  /// Name or id of a deck.
  case deck(String)
  /// An attribute by its name, such as `priority`, and its value; `none` for the lack of one, `any`
  /// for every one.
  case attribute(String, String)
  case state(StateTerm)

  case time(TimeField, Comparison, TimeValue)
  /// The field has no value.
  case timeNone(TimeField)
  /// The field has a value.
  case timeAny(TimeField)

  /// What `is:` asks for.
  package enum StateTerm: String, CaseIterable, Hashable, Sendable {
    case conflict, deleted, suspended, buried, leech, due
  }

  /// A field that holds a time.
  package enum TimeField: String, CaseIterable, Hashable, Sendable {
    case due, created, edited
  }

  /// How a field's time relates to the given one, which is a whole day or a moment.
  package enum Comparison: String, CaseIterable, Hashable, Sendable {
    case before, after, on, onOrBefore, onOrAfter
  }
}
