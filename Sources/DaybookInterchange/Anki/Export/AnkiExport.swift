package import Daybook
package import DaybookEvents
import DaybookScheduler
import DaybookSystem
import LMDB

/// Writes notes, cards and what was learned as an Anki package.
///
/// What came from Anki keeps its identity there, and what was made here has one derived from its
/// id, so that a second export updates what the first one brought.
package struct AnkiExport {
  /// What was written.
  package struct Counts: Equatable, Sendable {
    /// Notes; a card by itself is one.
    package var notes = 0
    /// Cards.
    package var cards = 0
    /// Answers to cards.
    package var reviews = 0
    /// Files.
    package var files = 0
    /// Files that notes show and that are not here, or cannot go under their names.
    package var missingFiles = 0
  }

  /// Only these decks and those below them; none for all. No optional id, which Swift 6.3 copies
  /// from a place that is not aligned where it does not optimise, and crashes.
  package var decks: [EntityID] = []
  /// The form for programs that do not know the latest.
  package var isLegacy = false
  /// Whether schedules and answers stay here: for a deck to share.
  package var isBare = false

  /// Exports everything, in the latest form.
  package init() {}

  /// Writes a package. The file appears whole or not at all.
  package func write(_ store: Store, to path: String) throws -> Counts {
    let now = store.options.now()
    let day = try store.studyDay(at: now)
    return try store.read { moment, transaction in
      let all = try moment.decks(at: now, studyDay: day, transaction).filter { !$0.isDeleted }
      let wanted = try self.decks + self.decks.flatMap { try moment.decks(below: $0, transaction) }
      let decks = all.filter { wanted.isEmpty || wanted.contains($0.id) }
      let notes = try AnkiNoteList(moment, decks, transaction)
      let clock = AnkiExportClock(
        firstMilliseconds: notes.firstCreation ?? now,
        offsetMinutes: store.options.offsetMinutes(now),
        rolloverHour: try moment.rolloverHour(orElse: store.options.rolloverHour, transaction))
      var counts = Counts()
      try AnkiPackageWriter.write(
        path, isLegacy ? .legacy2 : .latest, clock.collection(modified: notes.lastChange)
      ) { contents in
        let book = try AnkiDeckBook(moment, decks, transaction)
        for preset in book.presets { try contents.add(preset) }
        for deck in book.decks { try contents.add(deck) }
        for type in notes.types { try contents.add(type) }
        var writer = AnkiCardWriter(book, notes, clock, isBare: isBare)
        var names: Set<String> = []
        try notes.each(moment, transaction) { note, cards in
          let entry = try writer.entry(note, cards, moment, transaction)
          try contents.add(entry)
          counts.notes += 1
          counts.cards += entry.cards.count
          counts.reviews += entry.cards.reduce(0) { $0 + $1.reviews.count }
          for field in note.fields { names.formUnion(MediaReferences.names(in: field)) }
        }
        // What styles and templates show has such a name, there as here.
        names.formUnion(
          try moment.mediaFiles(transaction).map(\.name).filter { $0.hasPrefix("_") })
        for name in names.sorted() {
          let isThere = try add(name, of: store, to: contents)
          if isThere { counts.files += 1 } else { counts.missingFiles += 1 }
        }
      }
      return counts
    }
  }

  private func add(
    _ name: String, of store: Store, to contents: AnkiPackageContents
  ) throws -> Bool {
    guard let file = try store.mediaFile(named: name), store.mediaFolder.holds(file),
      AnkiMediaName.normalized(name)?.utf8.elementsEqual(name.utf8) ?? false
    else { return false }
    let path = store.mediaFolder.path(of: file.digest)
    try contents.add(media: name) { sink in
      let reader = try FileReader(path)
      while true {
        let bytes = try reader.read(1 << 20)
        if bytes.isEmpty { break }
        try sink(bytes)
      }
    }
    return true
  }
}

/// Days and times as the exported collection counts them.
struct AnkiExportClock {
  /// Minutes east of UTC.
  let offsetMinutes: Int
  /// The hour at which days begin.
  let rolloverHour: Int
  /// The study day that has number 0.
  let firstDay: Int

  init(firstMilliseconds: Int64, offsetMinutes: Int, rolloverHour: Int) {
    self.offsetMinutes = offsetMinutes
    self.rolloverHour = rolloverHour
    firstDay =
      StudyDay(
        milliseconds: firstMilliseconds, offsetMinutes: offsetMinutes, rolloverHour: rolloverHour
      ).number
  }

  /// The number of a study day.
  func number(ofStudyDay day: Int) -> Int { day - firstDay }

  /// The collection, made when day 0 began.
  func collection(modified milliseconds: Int64) -> AnkiCollection {
    AnkiCollection(
      createdSeconds: max(0, firstDay * 86_400 + rolloverHour * 3600 - offsetMinutes * 60),
      modifiedMilliseconds: Int(max(0, milliseconds)), creationMinutesWest: -offsetMinutes,
      rolloverHour: rolloverHour)
  }
}
