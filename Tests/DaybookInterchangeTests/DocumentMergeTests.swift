import Daybook
import DaybookEvents
import DaybookInterchange
import Testing

/// Exports brought into stores that people use.
struct DocumentMergeTests {
  private let laptop: ImportMachine
  private let phone: ImportMachine
  private let note: EntityID
  private let card: EntityID
  private let garden: EntityID

  /// A laptop, and a phone that has taken its export over.
  init() throws {
    laptop = try ImportMachine("laptop")
    phone = try ImportMachine("phone")
    var change = ItemChange()
    change.title = "Note"
    change.body = "First."
    note = try laptop.store.capture(change, tags: ["green"])
    garden = try laptop.store.createCollection(named: "Garden")
    try laptop.store.file([note], in: garden)
    let deck = try laptop.store.createDeck(named: "Spanish")
    var front = CardChange()
    front.front = "el perro"
    front.back = "the dog"
    card = try laptop.store.addCard(front, to: deck)
    try laptop.store.review(card, .good)
    try phone.importDocument(laptop.document())
  }

  private func edit(_ machine: ImportMachine, body: Text) throws {
    var change = ItemChange()
    change.body = body
    try machine.store.edit(note, change)
  }

  private func body(_ machine: ImportMachine) throws -> String? {
    try machine.item(note)?.body.string
  }

  private func review(_ machine: ImportMachine) throws -> Int? {
    try machine.store.read { try $0.card(card, $1)?.reviews }
  }

  @Test func `only what changed there is written`() throws {
    try edit(laptop, body: "Second.")
    try laptop.store.tag([note], adding: ["blue"], removing: ["green"])
    let before = try phone.eventCount
    let report = try phone.importDocument(laptop.document())
    #expect(report.updated == 1)
    #expect(report.duplicate == report.itemCount - 1)
    #expect(try phone.eventCount == before + 3)
    #expect(try body(phone) == "Second.")
    #expect(try phone.item(note)?.tags == ["blue"])
    #expect(try phone.document() == laptop.document())
  }

  @Test func `what a person changed here stays and is reported while the source differs`() throws {
    try edit(phone, body: "Mine.")
    let unchanged = try phone.importDocument(laptop.document())
    #expect(unchanged.problems == [])
    #expect(unchanged.duplicate == unchanged.itemCount)
    try edit(laptop, body: "Theirs.")
    let before = try phone.eventCount
    for _ in 0..<2 {
      let report = try phone.importDocument(laptop.document())
      #expect(report.conflicting == 1)
      #expect(report.problems.map(\.kind) == [.changedOnBothSides(fields: ["body"])])
      #expect(try body(phone) == "Mine.")
      #expect(try phone.eventCount == before)
    }
    #expect(try phone.importDocument(laptop.document(), .forced).updated == 1)
    #expect(try body(phone) == "Theirs.")
  }

  @Test func `a person's edit beside an import tells the time of the item's last edit`() throws {
    let imported = try #require(try phone.item(note)?.editedAt)
    #expect(imported == (try laptop.item(note)?.editedAt))
    try edit(phone, body: "Mine.")
    let edited = try #require(try phone.item(note)?.editedAt)
    #expect(edited > imported)
    try phone.importDocument(laptop.document())
    #expect(try phone.item(note)?.editedAt == edited)
  }

  @Test func `what was deleted here stays deleted and is counted`() throws {
    let deck = try #require(try phone.store.read { try $0.named("Spanish", .deck, $1) })
    try phone.store.delete([note, garden, card, deck])
    try edit(laptop, body: "Second.")
    let before = try phone.eventCount
    let report = try phone.importDocument(laptop.document())
    #expect(report.deleted == 4)
    #expect(report.skipped == 4)
    #expect(try phone.eventCount == before)
    #expect(try phone.item(note)?.isDeleted == true)
  }

  @Test func `what was deleted there goes, comes back, and stays where a person wrote`() throws {
    try laptop.store.delete([note, card])
    #expect(try phone.importDocument(laptop.document()).updated == 2)
    #expect(try phone.item(note)?.isDeleted == true)
    #expect(try phone.document() == laptop.document())
    try laptop.store.restore([note, card])
    #expect(try phone.importDocument(laptop.document()).updated == 2)
    #expect(try phone.item(note)?.isDeleted == false)
    try phone.store.tag([note], adding: ["mine"])
    try laptop.store.delete([note])
    let report = try phone.importDocument(laptop.document())
    #expect(report.problems.map(\.kind) == [.deletedThere])
    #expect(try phone.item(note)?.isDeleted == false)
  }

  @Test func `tags and members that a person changed stay, the others follow`() throws {
    try phone.store.tag([note], adding: ["mine"], removing: ["green"])
    try phone.store.unfile([note], from: garden)
    try laptop.store.tag([note], adding: ["later"])
    let report = try phone.importDocument(laptop.document())
    #expect(report.problems == [])
    #expect(try phone.item(note)?.tags == ["later", "mine"])
    #expect(try phone.item(note)?.collections == [])
  }

  @Test func `an older export is reported and not applied unless forced`() throws {
    let old = try laptop.document()
    try edit(laptop, body: "Second.")
    try phone.importDocument(laptop.document())
    let before = try phone.eventCount
    let report = try phone.importDocument(old)
    #expect(report.problems.map(\.kind) == [.older])
    #expect(try phone.eventCount == before)
    #expect(try phone.importDocument(old, .forced).updated == 1)
    #expect(try body(phone) == "First.")
  }

  @Test func `a dry run says the same and writes nothing`() throws {
    try edit(laptop, body: "Second.")
    try laptop.store.review(card, .again)
    let document = try laptop.document()
    let before = (try phone.eventCount, try phone.fingerprint)
    let report = try phone.importDocument(document, .trial)
    #expect((try phone.eventCount, try phone.fingerprint) == before)
    #expect(report == (try phone.importDocument(document)))
    #expect((report.new, report.updated) == (1, 1))
  }

  @Test func `a merge prefers the person over a later import elsewhere`() throws {
    let tablet = try ImportMachine("tablet")
    try tablet.merge(from: phone)
    try edit(tablet, body: "Mine.")
    try edit(laptop, body: "Theirs, later.")
    try phone.importDocument(laptop.document())
    try phone.exchange(with: tablet)
    #expect(try body(phone) == "Mine.")
    #expect(try phone.fingerprint == tablet.fingerprint)
  }

  /// S0-23: files carried both ways. Exports make the contents equal; bundles, which carry the
  /// logs, also the fingerprints.
  @Test func `two stores that exchange files both ways hold the same, reviews kept`() throws {
    try phone.store.review(card, .again)
    try laptop.store.review(card, .easy)
    var mine = ItemChange()
    mine.title = "Of the phone"
    try phone.store.capture(mine, tags: ["phone"])
    try laptop.importDocument(phone.document())
    try phone.importDocument(laptop.document())
    #expect(try laptop.document() == phone.document())
    #expect(try review(laptop) == 3)
    #expect(try review(phone) == 3)
    try laptop.exchange(with: phone)
    #expect(try laptop.fingerprint == phone.fingerprint)
    #expect(try review(laptop) == 3)
    #expect(try laptop.conflicts == [])
  }

  /// S0-34: a deck goes to somebody else without the reviews, and a later version of it leaves
  /// theirs alone.
  @Test func `a shared deck brings its cards, and a newer one keeps the reviews made of it`() throws
  {
    let deck = try #require(try laptop.store.read { try $0.named("Spanish", .deck, $1) })
    let friend = try ImportMachine("friend")
    #expect(try friend.importDocument(laptop.document(.decks([deck]))).new == 2)
    #expect(try review(friend) == 0)
    #expect(try friend.items.isEmpty)
    try friend.store.review(card, .good)
    var change = CardChange()
    change.back = "the dog (m)"
    try laptop.store.editCard(card, change)
    #expect(try friend.importDocument(laptop.document(.decks([deck]))).updated == 1)
    #expect(try friend.store.read { try $0.card(card, $1)?.back } == "the dog (m)")
    #expect(try review(friend) == 1)
  }
}
