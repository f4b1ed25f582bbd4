/// What a package may do.
package struct AnkiLimits: Equatable, Sendable {
  /// What its container may do. The limit of one entry is that of one file.
  package var container = ZipLimits()
  /// The most bytes of the collection, unpacked.
  package var collectionSize = 1 << 30
  /// The most bytes of one value in it: the note types of the older form are one.
  package var valueSize = 64 << 20
  /// The most bytes of a note.
  package var noteSize = 1 << 20
  /// The most cards of a note.
  package var cardsOfNote = 1_000
  /// The most reviews of a note's cards.
  package var reviewsOfNote = 100_000
  /// The most note types, decks and sets of options, each.
  package var definitions = 10_000

  /// The defaults.
  package init() {}
}
