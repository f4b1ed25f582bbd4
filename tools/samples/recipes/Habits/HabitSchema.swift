import DaybookEvents

/// The fields of a habit that others do not have.
extension Field {
  /// How often it is done, in words.
  package static let rhythm = Field(34)
  /// Whether it is not done for now.
  package static let paused = Field(35)
}

extension FieldSchema {
  /// What each of them is.
  static let ofHabits = [
    FieldSchema(
      field: .rhythm, name: "rhythm", form: .text, unwritten: .word(Array("daily".utf8))),
    FieldSchema(field: .paused, name: "paused", form: .flag, unwritten: .empty([0])),
  ]
}

extension RowKind {
  /// A habit.
  package static let habit = RowKind("H")
}

extension RowSchema {
  /// A habit, which is found by its name.
  static let habit = RowSchema(
    kind: .habit, name: "habit", fields: [.life, .created, .name, .rhythm, .paused],
    usualFieldCount: 4, index: CollectionIndex.list,
    thing: ThingSchema(
      plural: "habits", creates: .habitAdded, edits: .habitEdited, deletes: .habitDeleted,
      restores: .habitRestored, registers: [(1, .name), (2, .rhythm), (3, .paused)], label: .name,
      isFoundByName: true))
}

extension ThingKind {
  /// A habit.
  package static let habit = ThingKind(.habit)
}

extension ViewName {
  /// Habits.
  package static let habits = ViewName("habits", number: 5)
}

extension ViewSchema {
  /// Habits, which came after the first programs.
  static let habits = ViewSchema(
    name: .habits, codeVersion: 1, firstCheckedVersion: 1, factVersion: 1, mayBeMissing: true,
    rows: [.habit], indexes: [.contested, .name, .joined], events: [.ofThings(.habit)])
}
