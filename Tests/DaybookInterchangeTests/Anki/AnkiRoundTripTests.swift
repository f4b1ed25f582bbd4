import Daybook
import DaybookEvents
import DaybookInterchange
import Foundation
import TestSupport
import Testing

/// The real Anki and a store, one after another: what goes out of one into the other and back.
@Suite(.enabled(if: AnkiOracle.isThere, "tools/setup --oracles installs the real Anki"))
struct AnkiRoundTripTests {
  private static let samples = SampleFiles.paths(under: "anki").filter { $0.hasSuffix(".apkg") }
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// What Anki says of a collection in which it found nothing to mend.
  private let clean = AnkiOracle.Outcome.Check(
    sound: true, said: "Database rebuilt and optimized.")

  @Test(
    .enabled(if: !SampleFiles.areMissing, "the samples stand beside the working copy"),
    arguments: samples, [false, true])
  func `a sample goes through a store and into Anki`(name: String, isLegacy: Bool) throws {
    let sample = try #require(SampleFiles.folder).appending(path: "anki/" + name).path
    let out = folder("out.apkg")
    let machine = try ImportMachine()
    try machine.importPackage(sample, in: folder)
    let counts = try machine.exportPackage(out, isLegacy: isLegacy)
    #expect(counts.missingFiles == 0)
    let original = try AnkiOracle.check([sample])
    let copy = try AnkiOracle.check([out, out])
    #expect(copy.check == clean && copy.imports.map(\.message) == [nil, nil])
    #expect(copy.imports.map(\.new) == [counts.notes, 0])
    #expect(copy.imports.map(\.updated) == [0, 0])
    #expect(copy.imports.map(\.duplicate) == [0, counts.notes])
    #expect(copy.imports.map(\.conflicting) == [0, 0])
    #expect(copy.notes.map(\.guid) == original.notes.map(\.guid))
    #expect(copy.notes.map(\.fields) == original.notes.map(\.fields))
    #expect(copy.notes.map { Set($0.tags) } == original.notes.map { Set($0.tags) })
    #expect(copy.media == original.media)
    #expect(copy.cards.map(\.ord) == original.cards.map(\.ord))
    #expect(copy.cards.map(\.flags) == original.cards.map(\.flags))
    #expect(copy.cards.map { $0.queue == -1 } == original.cards.map { $0.queue == -1 })
    for (found, there) in zip(copy.cards, original.cards) {
      let (found, there) = (AnkiCardData(parsing: found.data), AnkiCardData(parsing: there.data))
      // The numbers in samples made by hand are made up.
      guard let stability = there.stability, !name.hasPrefix("handmade") else { continue }
      #expect(abs((found.stability ?? 0) - stability) <= 0.0001 + stability / 1_000)
    }
    // Rows that were set by hand are no answers; id, grade, time taken.
    func answers(_ rows: [[Int]]) -> [[Int]] {
      rows.filter { $0[1] > 0 && $0[6] < 4 }.map { [$0[0], $0[1], $0[5]] }
    }
    #expect(answers(copy.reviews) == answers(original.reviews))
    // Where the sample is already, what went through the store is nothing new.
    let both = try AnkiOracle.check([sample, out])
    #expect(both.check == clean && both.imports[1].new == 0 && both.imports[1].conflicting == 0)
    #expect(both.notes.map(\.fields) == original.notes.map(\.fields))
    #expect(both.cards.count == original.cards.count)
  }

  @Test(arguments: [false, true])
  func `own cards are answered and edited in Anki, and come back`(isLegacy: Bool) throws {
    let own = try OwnCards()
    let machine = own.machine
    let (out, back) = (folder("out.apkg"), folder("back.apkg"))
    #expect(try machine.exportPackage(out, isLegacy: isLegacy).reviews == 3)
    let words = ["--answer", "4", "--edit", " (there)", "--export", back, out]
    let outcome = try AnkiOracle.check((isLegacy ? ["--legacy"] : []) + words)
    #expect(outcome.check == clean)
    #expect(outcome.imports.map(\.new) == [6] && outcome.answered == 4)
    #expect(outcome.cards.count == 8 && outcome.reviews.count == 7)

    let report = try machine.importPackage(back, in: folder).report
    #expect(report.updated == 6 && report.itemCount == 6)
    #expect(report.reviews == 4 && report.cards == 0)
    #expect(try machine.store.cards().count == 8)
    let fields = try [own.basic, own.reversed, own.typed, own.cloze].map {
      try machine.store.note($0)?.fields.last
    }
    #expect(fields == ["Rome (there)", "dog (there)", "it (there)", "extra (there)"])
    #expect(try machine.store.card(own.plain)?.back == "yes (there)")
    #expect(try machine.store.card(own.plain)?.front == "1 < 2\nreally?")

    // Again it is nothing new, here or there.
    let events = try machine.eventCount
    #expect(try machine.importPackage(back, in: folder).report.duplicate == 6)
    #expect(try machine.eventCount == events)
    #expect(try machine.exportPackage(out, isLegacy: isLegacy).reviews == 7)
    let again = try AnkiOracle.check([back, out])
    #expect(again.check == clean)
    #expect(again.imports[1].new == 0 && again.imports[1].conflicting == 0)
    #expect(again.cards.count == 8 && again.reviews.count == 7)
    #expect(try machine.importPackage(out, in: folder).report.reviews == 0)
    #expect(try machine.eventCount == events)
  }

  @Test func `a note that was edited here is updated in Anki, not doubled`() throws {
    let own = try OwnCards()
    try own.machine.exportPackage(folder("one.apkg"))
    var change = NoteChange()
    change.fields[1] = "Roma"
    // The mark of a change is a second; a minute goes by.
    for _ in 0..<60 { _ = own.machine.store.options.now() }
    try own.machine.store.editNote(own.basic, change)
    var card = CardChange()
    card.back = "no"
    try own.machine.store.editCard(own.plain, card)
    try own.machine.exportPackage(folder("two.apkg"))
    let outcome = try AnkiOracle.check([folder("one.apkg"), folder("two.apkg")])
    #expect(outcome.check == clean)
    #expect(outcome.imports.map(\.new) == [6, 0] && outcome.imports.map(\.updated) == [0, 2])
    #expect(outcome.notes.contains { $0.fields == ["Capital of Italy?", "Roma"] })
    #expect(outcome.notes.contains { $0.fields.last == "no" } && outcome.notes.count == 6)
  }
}
