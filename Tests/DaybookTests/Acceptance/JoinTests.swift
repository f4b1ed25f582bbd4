import Daybook
import DaybookEvents
import DaybookLog
import Testing

/// F2. Decks and collections of one name, made one.
struct JoinTests {
  let laptop: TestStore
  let phone: TestStore

  init() throws {
    laptop = try TestStore("laptop")
    phone = try TestStore("phone", clock: laptop.clock)
  }

  /// Exchanges both ways; both then hold the same.
  private func meet() throws {
    try laptop.merge(phone)
    try phone.merge(laptop)
    #expect(try laptop.store.fingerprint() == phone.store.fingerprint())
  }

  private func addCard(_ front: String, to deck: EntityID, _ test: TestStore) throws -> EntityID {
    var card = CardChange()
    card.front = Text(front)
    return try test.store.addCard(card, to: deck)
  }

  private func fronts(_ query: String, _ test: TestStore) throws -> [String] {
    try test.store.cards(matching: query).map(\.front.string).sorted()
  }

  private func liveDecks(_ test: TestStore) throws -> [EntityID] {
    try test.store.decks().filter { !$0.isDeleted }.map(\.id)
  }

  /// What is computed and kept is what computing it anew gives.
  private func expectSound(_ test: TestStore) throws {
    for report in try test.store.rebuild(ViewName.allCases, isDryRun: true) {
      #expect(report.differences == 0, "\(report.view)")
    }
  }

  /// A deck on each machine, each with a card, and both on both.
  private func twoDecks() throws -> (old: EntityID, young: EntityID) {
    let old = try laptop.store.createDeck(named: "Spanish")
    laptop.clock.advance(1000)
    let young = try phone.store.createDeck(named: "Spanish")
    _ = try addCard("gato", to: old, laptop)
    _ = try addCard("perro", to: young, phone)
    try meet()
    return (old, young)
  }

  @Test(arguments: [false, true])
  func `two decks become one, undo makes them two again, and redo one`(
    youngStays: Bool
  ) throws {
    let (old, young) = try twoDecks()
    let (stays, goes) = youngStays ? (young, old) : (old, young)
    let before = try laptop.eventCount
    #expect(try laptop.store.joinDecks([goes], into: stays) == [goes])
    #expect(try laptop.eventCount == before + 1)
    #expect(try laptop.store.joinDecks([goes], into: stays) == [])
    for _ in 0..<2 {
      try meet()
      for test in [laptop, phone] {
        #expect(try liveDecks(test) == [stays])
        #expect(try fronts("deck:Spanish", test) == ["gato", "perro"])
        #expect(try test.store.deck(named: "spanish") == stays)
        #expect(try test.store.decks().first { $0.id == stays }?.new == 2)
        try expectSound(test)
      }
      try laptop.store.undo()
      #expect(try Set(liveDecks(laptop)) == [old, young])
      #expect(try laptop.store.practiceQueue(of: [old]).count == 1)
      try expectSound(laptop)
      try laptop.store.redo()
    }
    #expect(try laptop.conflicts.isEmpty)
    #expect(throws: StoreError.joined(goes, into: stays)) {
      try addCard("pato", to: goes, laptop)
    }
    #expect(throws: StoreError.joinedIntoItself(stays)) {
      try laptop.store.joinDecks([stays], into: stays)
    }
  }

  @Test func `a card that is added to a joined deck elsewhere shows in the one that stays`() throws
  {
    let (old, young) = try twoDecks()
    try laptop.store.joinDecks([young], into: old)
    let pato = try addCard("pato", to: young, phone)
    try phone.store.review(pato, .good)
    try meet()
    for test in [laptop, phone] {
      #expect(try fronts("deck:Spanish", test) == ["gato", "pato", "perro"])
      #expect(try test.store.card(pato)?.deck == old)
      #expect(try test.conflicts.isEmpty)
      try expectSound(test)
    }
    try laptop.store.review(pato, .good)
    // Taken back, it goes with the deck that it was put into.
    let join = try #require(
      try laptop.store.read { moment, transaction in
        try moment.events(LogFilter(), transaction).first { $0.kind == "deckJoined" }
      })
    let name = try laptop.store.undoableEvent(named: join.id)
    try laptop.store.undo(name)
    #expect(try laptop.store.card(pato)?.deck == young)
    #expect(try laptop.store.practiceQueue(of: [young]).count == 2)
  }

  @Test func `decks joined into each other on two machines end as the oldest with all cards`()
    throws
  {
    let (old, young) = try twoDecks()
    try laptop.store.joinDecks([young], into: old)
    try phone.store.joinDecks([old], into: young)
    try meet()
    for test in [laptop, phone] {
      #expect(try liveDecks(test) == [old])
      #expect(try fronts("deck:Spanish", test) == ["gato", "perro"])
      #expect(try test.store.reviewQueue().count == 2)
      try expectSound(test)
    }
    // It is a deck like any other.
    let pato = try addCard("pato", to: old, phone)
    #expect(try phone.store.renameDeck(old, to: "Español"))
    try meet()
    #expect(try laptop.store.deck(named: "español") == old)
    #expect(try laptop.store.card(pato)?.isDeleted == false)
    try laptop.store.restore([young])
    #expect(try Set(liveDecks(laptop)) == [old, young])
    try laptop.store.delete([old])
    #expect(try fronts("", laptop) == ["perro"])
  }

  @Test func `what stays of decks joined into each other is deleted and restored like any`() throws
  {
    let (old, young) = try twoDecks()
    try laptop.store.joinDecks([young], into: old)
    try phone.store.joinDecks([old], into: young)
    try meet()
    try laptop.store.delete([old])
    #expect(try liveDecks(laptop) == [] && fronts("", laptop) == [])
    try laptop.store.restore([old])
    #expect(try fronts("", laptop) == ["gato", "perro"])
    try laptop.store.undo()
    try laptop.store.undo()
    #expect(try liveDecks(laptop) == [old] && fronts("", laptop) == ["gato", "perro"])
    // Restoring the younger makes both stand for themselves.
    try laptop.store.restore([young])
    #expect(try Set(liveDecks(laptop)) == [old, young])
    try expectSound(laptop)
  }

  @Test func `a ring of joins on three machines loses nothing`() throws {
    let tablet = try TestStore("tablet", clock: laptop.clock)
    let all = [laptop, phone, tablet]
    let decks = try all.map { test in
      laptop.clock.advance(1000)
      let deck = try test.store.createDeck(named: "Spanish")
      _ = try addCard(test.store.options.replicaName, to: deck, test)
      return deck
    }
    for _ in 0..<2 { for left in all { for right in all { try left.merge(right) } } }
    for (index, test) in all.enumerated() {
      try test.store.joinDecks([decks[index]], into: decks[(index + 1) % 3])
    }
    for _ in 0..<2 { for left in all { for right in all { try left.merge(right) } } }
    for test in all {
      #expect(try test.store.fingerprint() == laptop.store.fingerprint())
      #expect(try liveDecks(test) == [decks[0]])
      #expect(try fronts("deck:Spanish", test) == ["laptop", "phone", "tablet"])
      try expectSound(test)
    }
  }

  @Test(arguments: [false, true])
  func `a rename beside a join is a conflict, and either way every card is found`(
    keepsJoin: Bool
  ) throws {
    let (old, young) = try twoDecks()
    try laptop.store.joinDecks([young], into: old)
    try phone.store.renameDeck(young, to: "Castellano")
    try meet()
    #expect(try laptop.conflicts.map(\.key.field) == [.life])
    #expect(try fronts("", phone) == ["gato", "perro"])
    let conflict = try #require(try laptop.store.conflicts(about: young).first)
    let wanted = try #require(
      conflict.writes.first { ($0.value == .text("live")) != keepsJoin })
    try laptop.store.keep(young, event: wanted.event)
    try meet()
    #expect(try phone.conflicts.isEmpty)
    #expect(try fronts("", phone) == ["gato", "perro"])
    #expect(try fronts("deck:Spanish", phone) == (keepsJoin ? ["gato", "perro"] : ["gato"]))
    #expect(try Set(liveDecks(phone)) == (keepsJoin ? [old] : [old, young]))
    try expectSound(phone)
  }

  @Test func `a deck deleted while another is joined into it is listed, and comes back whole`()
    throws
  {
    let (old, young) = try twoDecks()
    try laptop.store.joinDecks([young], into: old)
    try phone.store.delete([old])
    try meet()
    #expect(try laptop.conflicts.map(\.entity) == [old])
    #expect(try fronts("", laptop) == [])
    try phone.store.keepBoth(old)
    try meet()
    #expect(try laptop.conflicts.isEmpty)
    #expect(try fronts("deck:Spanish", laptop) == ["gato", "perro"])
  }

  @Test func `a deck joined into two others on two machines is a conflict, and in one of them`()
    throws
  {
    let (old, young) = try twoDecks()
    let third = try laptop.store.createDeck(named: "Italian")
    try meet()
    try laptop.store.joinDecks([young], into: old)
    try phone.store.joinDecks([young], into: third)
    try meet()
    #expect(try laptop.conflicts.map(\.entity) == [young])
    let card = try #require(try laptop.store.cards(matching: "perro").first)
    #expect([old, third].contains(try #require(card.deck)) && !card.isDeleted)
    #expect(try phone.store.card(card.id)?.deck == card.deck)
  }

  @Test func `joined cards are learned by the options of the deck that stays`() throws {
    let (old, young) = try twoDecks()
    let perro = try #require(try laptop.store.cards(matching: "perro").first?.id)
    try laptop.store.review(perro, .easy)
    let usual = try #require(try laptop.store.card(perro)?.due)
    try laptop.store.setOptions(of: [old], [.desiredRetention: "0.99"])
    #expect(try laptop.store.card(perro)?.due == usual)
    try laptop.store.joinDecks([young], into: old)
    #expect(try laptop.store.card(perro)?.due != usual)
    try expectSound(laptop)
    try meet()
    #expect(try phone.store.card(perro)?.due == laptop.store.card(perro)?.due)
    try expectSound(phone)
    try laptop.store.undo()
    #expect(try laptop.store.card(perro)?.due == usual)
  }

  @Test func `decks below come below the one that stays, and those of one name are one`() throws {
    let store = laptop.store
    for name in ["Geo::Rivers", "Geo::Lakes", "Geography::Rivers"] {
      let deck = try store.createDeck(named: Text(name))
      _ = try addCard(name, to: deck, laptop)
    }
    let from = try #require(try store.deck(named: "Geo"))
    let into = try #require(try store.deck(named: "Geography"))
    try store.joinDecks([from], into: into)
    let names = try store.decks().filter { !$0.isDeleted }.map(\.name.string)
    #expect(names == ["Geography", "Geography::Lakes", "Geography::Rivers"])
    #expect(try fronts("deck:Geography::Rivers", laptop) == ["Geo::Rivers", "Geography::Rivers"])
    #expect(try fronts("deck:Geography", laptop).count == 3)
    try store.undo()
    #expect(try store.decks().count { !$0.isDeleted } == 5)
    #expect(try fronts("deck:Geo", laptop) == ["Geo::Lakes", "Geo::Rivers"])
  }

  @Test func `an erased deck that was joined leaves its cards where they show`() throws {
    let (old, young) = try twoDecks()
    try laptop.store.joinDecks([young], into: old)
    let report = try laptop.store.erase([young])
    #expect(report.remainingCards == [])
    try meet()
    #expect(try fronts("deck:Spanish", phone) == ["gato", "perro"])
    try expectSound(phone)
  }

  @Test func `the past before a join shows two decks`() throws {
    let (old, young) = try twoDecks()
    let then = laptop.clock.now
    laptop.clock.advance(60_000)
    try laptop.store.joinDecks([young], into: old)
    let past = PastTime.timeline(then)
    #expect(try laptop.store.decks(at: past).count { !$0.isDeleted } == 2)
    #expect(try laptop.store.decks().count { !$0.isDeleted } == 1)
    let perro = try #require(try laptop.store.cards(matching: "perro").first)
    #expect(perro.deck == old)
    #expect(try laptop.store.card(perro.id, at: past)?.deck == young)
  }
}
