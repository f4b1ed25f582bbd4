import Daybook
import DaybookEvents
import DaybookInterchange
import Foundation
import TestSupport
import Testing

/// F2. Exports of decks and collections that were joined: programs that know of no joins find
/// everything where it shows.
struct JoinedExportTests {
  let machine: ImportMachine

  init() throws {
    machine = try ImportMachine()
    let store = machine.store
    var decks: [EntityID] = []
    for name in ["Spanish", "Espanol"] {
      let deck = try store.createDeck(named: Text(name))
      var card = CardChange()
      (card.front, card.back) = (Text("of \(name)"), "x")
      try store.addCard(card, to: deck)
      decks.append(deck)
    }
    var collections: [EntityID] = []
    for name in ["Garden", "Yard"] {
      let collection = try store.createCollection(named: Text(name))
      var item = ItemChange()
      item.title = Text("of \(name)")
      try store.capture(item, in: [collection])
      collections.append(collection)
    }
    try store.joinDecks([decks[1]], into: decks[0])
    try store.joinCollections([collections[1]], into: collections[0])
  }

  @Test func `a document of joined things says where each shows, and comes out again as it was`()
    throws
  {
    let document = try machine.document()
    let other = try ImportMachine("phone")
    try other.importDocument(document)
    #expect(try other.store.cards(matching: "deck:Spanish").count == 2)
    #expect(
      try other.store.items(matching: "in:Garden").map(\.title.string) == ["of Garden", "of Yard"])
    #expect(try other.document() == document)
    // Here it changes nothing.
    let before = try machine.store.fingerprint()
    let report = try machine.importDocument(document)
    #expect(report.new == 0 && report.updated == 0 && report.conflicting == 0)
    #expect(try machine.store.fingerprint() == before)
    try machine.importLines(try machine.lines())
    #expect(try machine.store.items(matching: "in:Garden").count == 2)
  }

  @Test func `a package of joined decks holds all their cards`() throws {
    let folder = try ScratchFolder()
    let counts = try machine.exportPackage(folder("out.apkg"))
    #expect(counts.cards == 2)
    let other = try ImportMachine("phone")
    try other.importPackage(folder("out.apkg"), in: folder)
    #expect(try other.store.cards(matching: "deck:Spanish").count == 2)
    #expect(try other.deckNames == ["Spanish"])
  }
}
