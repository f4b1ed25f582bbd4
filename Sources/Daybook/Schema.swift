import DaybookEvents

/// What the views hold: the one list of what the features declare.
package enum Schema {
  /// Every view there is, those that are computed from others last.
  package static let views: [ViewSchema] = [.items, .collections, .decks, .custom, .schedule]

  /// Every field there is.
  package static let fields: [FieldSchema] =
    FieldSchema.shared + FieldSchema.ofItems + FieldSchema.ofTags + FieldSchema.ofCollections
    + FieldSchema.ofSettings + FieldSchema.ofDecks + FieldSchema.ofReviews + FieldSchema.ofNotes
    + FieldSchema.ofMedia + FieldSchema.ofCustomThings

  /// Every kind of row there is.
  package static let rowKinds: [RowKind] = views.flatMap { $0.rows.map(\.kind) }

  // MARK: Fields

  private static let fieldsByNumber = table(64, fields) { [$0.field.rawValue] }
  private static let known = bits { _ in true }
  private static let least = bits(\.isLeast)

  /// A bit for the number of each field.
  private static func bits(_ isIncluded: (FieldSchema) -> Bool) -> UInt64 {
    fields.filter(isIncluded).reduce(0) { $0 | 1 << UInt64($1.field.rawValue) }
  }

  /// Whether a number is that of a field.
  fileprivate static func knows(_ number: UInt8) -> Bool {
    number < 64 && known >> UInt64(number) & 1 == 1
  }

  /// Whether of a field the least write counts.
  fileprivate static func isLeast(_ field: Field) -> Bool {
    least >> UInt64(field.rawValue) & 1 == 1
  }

  /// What a field is.
  fileprivate static func schema(of field: Field) -> FieldSchema {
    guard let schema = fieldsByNumber[Int(field.rawValue)] else {
      preconditionFailure("Field \(field.rawValue) is declared, but stands in no list.")
    }
    return schema
  }

  // MARK: Rows

  /// The kinds of rows whose things people name by their ids.
  fileprivate static let things: [ThingKind] = rowKinds.compactMap(\.thing)

  private static let rowsByLetter = table(256, views.flatMap(\.rows)) { [$0.kind.rawValue] }
  private static let viewsByLetter = table(256, views) { $0.rows.map(\.kind.rawValue) }
    .map { $0?.name }

  /// Whether a letter is that of a kind of row.
  fileprivate static func knowsRows(_ letter: UInt8) -> Bool { viewsByLetter[Int(letter)] != nil }

  /// What a kind of row is.
  fileprivate static func schema(of kind: RowKind) -> RowSchema {
    guard let schema = rowsByLetter[Int(kind.rawValue)] else {
      preconditionFailure("Rows \(kind.rawValue) are declared, but stand in no view.")
    }
    return schema
  }

  /// The view whose rows a kind is of.
  fileprivate static func view(of kind: RowKind) -> ViewName {
    guard let view = viewsByLetter[Int(kind.rawValue)] else {
      preconditionFailure("Rows \(kind.rawValue) are declared, but stand in no view.")
    }
    return view
  }

  // MARK: Views

  private static let viewsByNumber = table(256, views) { [$0.name.number] }

  /// What a view is.
  fileprivate static func schema(of view: ViewName) -> ViewSchema {
    guard let schema = viewsByNumber[Int(view.number)] else {
      preconditionFailure("View \(view.rawValue) is named, but stands in no list.")
    }
    return schema
  }

  // MARK: Events

  private static let reducersByKind = table(256, views.flatMap(\.events)) { $0.kinds.map(number) }
    .map { $0?.reduce }
  private static let viewsByKind = table(256, views) { $0.events.flatMap(\.kinds).map(number) }
    .map { $0?.name }

  /// The view that an event of a kind writes to; nil of one that writes nothing.
  fileprivate static func view(of kind: EventKind) -> ViewName? { viewsByKind[Int(number(kind))] }

  /// What lists the writes of an event of a kind; nil of one that writes nothing.
  fileprivate static func reducer(of kind: EventKind) -> EventSchema.Reduce? {
    reducersByKind[Int(number(kind))]
  }

  private static func number(_ kind: EventKind) -> UInt8 { UInt8(kind.rawValue) }

  /// The events that make a thing, delete it, bring it back or join it into another.
  fileprivate static let stepsByKind: [EventKind: ThingSchema.Step] = {
    var steps: [EventKind: ThingSchema.Step] = [:]
    for schema in things.map(\.schema) {
      if schema.creates != schema.edits { steps[schema.creates] = .made }
      steps[schema.deletes] = .deleted
      steps[schema.restores] = .restored
      if let joins = schema.joins { steps[joins] = .joined }
    }
    return steps
  }()

  /// What is declared, by its numbers.
  private static func table<Declared>(
    _ count: Int, _ declared: [Declared], _ numbers: (Declared) -> [UInt8]
  ) -> [Declared?] {
    var table = [Declared?](repeating: nil, count: count)
    for one in declared {
      for number in numbers(one) {
        precondition(table[Int(number)] == nil, "The number \(number) is declared twice.")
        table[Int(number)] = one
      }
    }
    return table
  }
}

// MARK: - Looking up what is declared

extension Field {
  /// Reads a number; nil of a field that this program does not know.
  package init?(rawValue: UInt8) {
    guard Schema.knows(rawValue) else { return nil }
    self.init(rawValue)
  }

  /// What the field is.
  ///
  /// - Precondition: It stands in ``Schema/fields``.
  package var schema: FieldSchema { Schema.schema(of: self) }

  /// Whether the least write counts instead of the greatest head.
  package var isLeast: Bool { Schema.isLeast(self) }
}

extension RowKind {
  /// Reads a letter; nil of a kind that this program does not know.
  package init?(rawValue: UInt8) {
    guard Schema.knowsRows(rawValue) else { return nil }
    self.init(known: rawValue)
  }

  /// What such a row is.
  ///
  /// - Precondition: It stands in a view of ``Schema/views``.
  package var schema: RowSchema { Schema.schema(of: self) }

  /// The view whose rows these are.
  package var view: ViewName { Schema.view(of: self) }
}

extension RowKind: CaseIterable {
  /// Every kind of row there is.
  package static var allCases: [RowKind] { Schema.rowKinds }
}

extension ThingKind: CaseIterable {
  /// The kinds of things there are.
  package static var allCases: [ThingKind] { Schema.things }
}

extension ViewName: CaseIterable {
  /// The views there are, those that are computed from others last.
  package static let allCases: [ViewName] = Schema.views.map(\.name)

  /// The views that events fold into, and whose rows are facts.
  package static let ofFacts: [ViewName] = Schema.views.filter { !$0.rows.isEmpty }.map(\.name)

  /// Reads a name; nil of a view that this program does not know.
  package init?(rawValue: String) {
    guard let known = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = known
  }

  /// What the view is.
  package var schema: ViewSchema { Schema.schema(of: self) }
}

extension EventKind {
  /// The view that such an event writes to; nil of one that writes nothing.
  package var view: ViewName? { Schema.view(of: self) }

  /// What lists its writes; nil of one that writes nothing.
  var reduce: EventSchema.Reduce? { Schema.reducer(of: self) }

  /// What such an event does to the life of a thing; nil of one that only writes to it, and of one
  /// that may do either.
  package var step: ThingSchema.Step? { Schema.stepsByKind[self] }
}
