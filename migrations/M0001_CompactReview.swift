import DaybookEvents

extension Upcaster {
  /// Reviews said in words what the card was when it was shown, and wrote out what nearly all of
  /// them have in common: 12 of the 17 bytes of a usual one, in four of ten events.
  ///
  /// Version 2 of `cardReviewed` says it by number, and leaves out what equals its default. Words
  /// that never got a number stay where they were, so that nothing said is lost. A review that
  /// did not name its id was known by another one than it would be today; retractions name that
  /// one, so it is written out. Golden pairs: `golden/M0001.before.hex` and `M0001.after.hex`.
  package static let compactReview = Upcaster(kind: .cardReviewed, fromVersion: 1) { fields, name in
    if fields[Field.milliseconds] == .number(0) { fields[Field.milliseconds] = nil }
    if fields[Field.rolloverHour] == .number(4) { fields[Field.rolloverHour] = nil }
    if fields.bytes(Field.id)?.count != 16 { fields[Field.id] = .bytes(firstID(of: name).bytes) }
    // In version 1 this field had no meaning: whatever stands in it is no number of ours.
    fields[Field.shown] = nil
    let word = fields.bytes(Field.word) ?? []
    guard let number = words.firstIndex(where: { word.elementsEqual($0.utf8) }) else { return }
    fields[Field.word] = nil
    if number != reviewNumber { fields[Field.shown] = .number(UInt64(number)) }
  }

  private enum Field {
    static let milliseconds: UInt32 = 2
    static let word: UInt32 = 3
    static let rolloverHour: UInt32 = 4
    static let id: UInt32 = 5
    static let shown: UInt32 = 6
  }

  /// What version 1 said, at the place of the number that says the same.
  private static let words = ["", "new", "learning", "review", "relearning", "cram"]

  /// The number that is left out: most reviews are of cards that were due.
  private static let reviewNumber = 3

  /// What a review of version 1 was known by that named no id.
  private static func firstID(of name: EventName) -> EntityID {
    EntityID(name: [
      Array("review".utf8), Hexadecimal.bytes(name.replica.rawValue),
      Hexadecimal.bytes(name.sequence), Hexadecimal.bytes(name.tag),
    ])
  }
}
