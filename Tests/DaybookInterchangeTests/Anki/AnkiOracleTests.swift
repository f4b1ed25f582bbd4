import DaybookInterchange
import Foundation
import TestSupport
import Testing

/// What the real Anki makes of what is written here, and this of what Anki writes.
@Suite(.enabled(if: AnkiOracle.isThere, "tools/setup --oracles installs the real Anki"))
struct AnkiOracleTests {
  private let folder: ScratchFolder
  private let rich = WholePackage.rich()

  init() throws { folder = try ScratchFolder() }

  /// What Anki says of a collection in which it found nothing to mend.
  private let clean = AnkiOracle.Outcome.Check(
    sound: true, said: "Database rebuilt and optimized.")

  @Test(arguments: [AnkiPackageVersion.latest, .legacy2])
  func `Anki imports all of it, and nothing twice`(version: AnkiPackageVersion) throws {
    let path = folder("a.apkg")
    try rich.write(path, version, in: folder)
    let outcome = try AnkiOracle.check([path, path])
    #expect(outcome.check == clean)
    #expect(outcome.imports.map(\.message) == [nil, nil])
    #expect(outcome.imports.map(\.new) == [rich.entries.count, 0])
    #expect(outcome.imports.map(\.duplicate) == [0, rich.entries.count])
    #expect(outcome.imports.map(\.conflicting) == [0, 0])
    let notes = rich.entries.map(\.note).sorted { $0.guid < $1.guid }
    #expect(outcome.notes.map(\.guid) == notes.map(\.guid))
    #expect(outcome.notes.map(\.fields) == notes.map(\.fields))
    #expect(outcome.notes.map { Set($0.tags) } == notes.map { Set($0.tags) })
    #expect(Set(outcome.notes.map(\.type)) == ["Daybook Basic", "Daybook Cloze"])
    let cards = rich.entries.sorted { $0.note.guid < $1.note.guid }.flatMap(\.cards).map(\.card)
    #expect(outcome.cards.map(\.ord) == cards.map(\.ordinal))
    #expect(outcome.cards.map(\.type) == cards.map(\.kindNumber))
    #expect(outcome.cards.map(\.queue) == cards.map(\.queueNumber))
    #expect(outcome.cards.map(\.ivl) == cards.map(\.interval))
    #expect(outcome.cards.map(\.reps) == cards.map(\.reviews))
    #expect(outcome.cards.map(\.flags) == cards.map(\.flags))
    for (found, card) in zip(outcome.cards, cards) where card.kind == .review {
      let (found, data) = (AnkiCardData(parsing: found.data), AnkiCardData(parsing: card.data))
      #expect(found.stability == data.stability && found.difficulty == data.difficulty)
      #expect(found.lastReviewSeconds == data.lastReviewSeconds)
    }
    let reviews = rich.entries.flatMap(\.cards).flatMap(\.reviews).sorted { $0.id < $1.id }
    #expect(outcome.reviews.map { $0[0] } == reviews.map(\.id))
    #expect(outcome.reviews.map { $0[1] } == reviews.map(\.ease))
    #expect(outcome.decks == ["Default", "Żółw", "Żółw::Deep & deeper"])
    #expect(outcome.media == ["_style.css", "dot.png"])
  }

  @Test(arguments: [AnkiPackageVersion.latest, .legacy2])
  func `a later package updates and adds, and doubles nothing`(version: AnkiPackageVersion) throws {
    try rich.write(folder("a.apkg"), .latest, in: folder)
    var later = WholePackage.rich(notes: 14)
    later.entries[3].note.modifiedSeconds += 86_400
    later.entries[3].note.fields[1] = "A better answer"
    try later.write(folder("b.apkg"), version, in: folder)
    let outcome = try AnkiOracle.check([folder("a.apkg"), folder("b.apkg")])
    #expect(outcome.check == clean)
    #expect(outcome.imports.map(\.new) == [12, 2])
    #expect(outcome.imports.map(\.updated) == [0, 1])
    #expect(outcome.imports.map(\.duplicate) == [0, 11])
    #expect(outcome.notes.filter { $0.fields.contains("A better answer") }.count == 1)
    #expect(Set(outcome.notes.map(\.type)).count == 2)
  }

  @Test(arguments: [false, true])
  func `what Anki writes of it is read again`(isLegacy: Bool) throws {
    try rich.write(folder("a.apkg"), .latest, in: folder)
    let words = ["--export", folder("b.apkg"), folder("a.apkg")]
    let outcome = try AnkiOracle.check((isLegacy ? ["--legacy"] : []) + words)
    #expect(outcome.imports.map(\.new) == [12])
    let package = try AnkiPackage(folder("b.apkg"), temporaryFolder: folder.path)
    #expect(package.version == (isLegacy ? .legacy2 : .latest))
    let read = try WholePackage(folder("b.apkg"), in: folder)
    #expect(read.problems == [])
    #expect(read.entries.map(\.note.guid) == rich.entries.map(\.note.guid))
    #expect(read.entries.map(\.note.fields) == rich.entries.map(\.note.fields))
    #expect(
      read.entries.map { $0.cards.map { $0.reviews } }
        == rich.entries.map { $0.cards.map { $0.reviews } })
    #expect(Set(read.media.keys) == ["_style.css", "dot.png"])
    let hard = try #require(read.options.first { $0.name == "Hard" })
    let ours = rich.options[1]
    #expect(hard.parameters == ours.parameters && hard.desiredRetention == 0.85)
    #expect(hard.learningStepMinutes == ours.learningStepMinutes)
    #expect(hard.newPerDay == 7 && hard.reviewsPerDay == 99 && hard.leechThreshold == 5)
    #expect(hard.leechAction == .suspend && hard.buriesNew && hard.buriesReviews)
    #expect(hard.insertsNewAtRandom && hard.newGatherPriority == 1 && hard.newSortOrder == 2)
    let deep = try #require(read.decks.first { $0.name == "Żółw::Deep & deeper" })
    #expect(deep.optionsID == hard.id && deep.desiredRetention == 0.8)
    #expect(deep.description == "All \"of\" it")
    for noteType in rich.noteTypes {
      let found = try #require(read.noteTypes.first { $0.id == noteType.id })
      #expect(found.hasSameSchema(as: noteType) && found.css == noteType.css)
      #expect(found.templates.map(\.question) == noteType.templates.map(\.question))
    }
  }

  @Test(.enabled(if: !SampleFiles.areMissing, "the samples stand beside the working copy"))
  func `samples written again are as good as the originals`() throws {
    for name in SampleFiles.paths(under: "anki").filter({ $0.hasSuffix(".apkg") }) {
      let sample = try #require(SampleFiles.folder).appending(path: "anki/" + name).path
      let original = try AnkiOracle.check([sample])
      let whole = try WholePackage(sample, in: folder)
      for version in [AnkiPackageVersion.latest, .legacy2] {
        try whole.write(folder("a.apkg"), version, in: folder)
        let copy = try AnkiOracle.check([folder("a.apkg"), sample])
        #expect(copy.check == clean && copy.imports[0] == original.imports[0], "\(name)")
        #expect(copy.imports[1].duplicate == original.imports[0].new, "\(name)")
        #expect(copy.notes == original.notes && copy.cards == original.cards, "\(name)")
        #expect(copy.reviews == original.reviews && copy.decks == original.decks, "\(name)")
        #expect(copy.media == original.media, "\(name)")
      }
    }
  }
}
