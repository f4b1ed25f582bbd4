import Daybook
import DaybookEvents
import DaybookLog
import Simulation
import TestSupport
import Testing

/// What differs between two moments, and the past, as a program asks for it.
struct DifferenceTests {
  let replica: SimulatedReplica
  var store: Store { replica.store }

  init() throws { replica = try SimulatedReplica("ada", in: try ScratchFolder(), seed: 1) }

  /// The present, and a moment later.
  private func pause() -> PastTime {
    replica.machine.now += 60_000
    return .timeline(replica.machine.now - 1)
  }

  private func capture(_ title: Text) throws -> EntityID {
    var change = ItemChange()
    change.title = title
    return try store.capture(change)
  }

  private func rename(_ item: EntityID, _ title: Text) throws {
    var change = ItemChange()
    change.title = title
    try store.edit(item, change)
  }

  @Test func `what became of a thing depends on both ends alone`() throws {
    let start = pause()
    let added = try capture("added")
    let passing = try capture("passing")
    let middle = pause()
    try rename(added, "changed")
    try store.delete([passing])
    let late = pause()
    try store.restore([passing])
    try rename(added, "added")
    func fates(_ from: PastTime, _ to: PastTime? = nil) throws -> [EntityID: String] {
      Dictionary(
        uniqueKeysWithValues: try store.difference(from: from, to: to).things.map {
          ($0.id, $0.fate.rawValue)
        })
    }
    #expect(try fates(start, middle) == [added: "added", passing: "added"])
    #expect(try fates(middle, late) == [added: "changed", passing: "deleted"])
    #expect(try fates(late) == [added: "changed", passing: "restored"])
    #expect(try fates(start, late) == [added: "added", passing: "cameAndWent"])
    // Both are back to what they were.
    #expect(try fates(middle) == [:])
    #expect(try store.difference(of: added, from: start).things.map(\.id) == [added])
  }

  @Test func `things are listed by their kinds, and settings after cards`() throws {
    let start = pause()
    try store.set(.rolloverHour, to: "5")
    let deck = try store.createDeck(named: "Spanish")
    var front = CardChange()
    front.front = "perro"
    try store.addCard(front, to: deck)
    _ = try capture("one")
    let kinds = try store.difference(from: start).things.map(\.kind)
    #expect(kinds == ["item", "deck", "card", "setting"])
  }

  @Test func `changes hold what was and what is, also of a card's due date`() throws {
    let item = try capture("one")
    let deck = try store.createDeck(named: "Spanish")
    var front = CardChange()
    front.front = "perro"
    let card = try store.addCard(front, to: deck)
    let start = pause()
    try rename(item, "two")
    try store.review(card, .easy)
    let difference = try store.difference(from: start)
    let title = try #require(difference.things.first { $0.id == item }?.fields.first)
    #expect(title.name == "title")
    #expect(title.old == .text("one"))
    #expect(title.new == .text("two"))
    let learned = try #require(difference.things.first { $0.id == card })
    #expect(learned.kind == "card" && learned.label == "perro")
    #expect(learned.due?.old == nil)
    #expect(learned.due?.new == (try store.card(card)?.due))
    #expect(difference.count(of: .changed) == 2)
  }

  @Test func `many things differ as each does by itself`() throws {
    let start = pause()
    let deck = try store.createDeck(named: "Spanish")
    let items = try (0..<200).map { try capture(Text("item \($0)")) }
    let collection = try store.createCollection(named: "Garden")
    try store.file(items, in: collection)
    for number in 0..<100 {
      var front = CardChange()
      front.front = Text("front \(number)")
      try store.review(try store.addCard(front, to: deck), .good)
    }
    let middle = pause()
    for item in items.prefix(150) { try rename(item, "renamed") }
    try store.delete(Array(items.suffix(40)))
    for (from, to) in [(start, middle), (start, nil), (middle, nil)] {
      let all = try store.difference(from: from, to: to)
      #expect(all.things.count == (from == start ? 302 : 190))
      for thing in all.things.shuffled().prefix(20) {
        let alone = try store.difference(of: thing.id, from: from, to: to)
        #expect(alone.things.first { $0.id == thing.id } == thing)
      }
    }
  }

  @Test func `many things that changed of late differ as each does by itself`() throws {
    let items = try (0..<300).map { try capture(Text("item \($0)")) }
    func rename(_ items: some Sequence<EntityID>, _ title: String) throws {
      try store.write { _, _ in
        items.map { EventDraft(.itemEdited, $0, payload: ItemChange.title(title).encoded) }
      }
    }
    for round in 0..<10 { try rename(items, "round \(round)") }
    let then = pause()
    try rename(items.prefix(280), "late")
    try store.delete(Array(items.suffix(10)))
    let all = try store.difference(from: then)
    #expect(all.things.count == 290)
    for thing in all.things.shuffled().prefix(20) {
      let alone = try store.difference(of: thing.id, from: then)
      #expect(alone.things.first { $0.id == thing.id } == thing)
    }
  }

  @Test func `readers of the library look back`() throws {
    let item = try capture("one")
    let collection = try store.createCollection(named: "Garden")
    try store.file([item], in: collection)
    let then = pause()
    try rename(item, "two")
    try store.delete([collection])
    #expect(try store.item(item, at: then)?.title == "one")
    #expect(try store.items(matching: "one", at: then).map(\.id) == [item])
    #expect(try store.items(in: collection, at: then).map(\.id) == [item])
    #expect(try store.collections(at: then).map(\.isDeleted) == [false])
    #expect(try store.item(item)?.title == "two")
    #expect(try store.changes(to: item).map(\.kind) == ["itemEdited", "itemFiled", "itemCaptured"])
    let last = try #require(try store.changes(to: item, limit: 1).first?.fields.first)
    #expect(last.name == "title" && last.old == .text("one") && last.new == .text("two"))
    #expect(try store.changes(to: item, at: then).map(\.kind) == ["itemFiled", "itemCaptured"])
  }

  @Test func `an event stands for its whole command, and commands of one moment are told apart`()
    throws
  {
    let (first, second) = (Sample.items[0], Sample.items[1])
    let receipt = try replica.write(
      Sample.captured(first, title: "a"), Sample.edited(first, title: "b"))
    try replica.write(Sample.captured(second, title: "c"))
    let times = try store.read { moment, transaction in
      let event = try #require(
        try moment.log.event(named: receipt.events[0], moment.state, transaction))
      return try [false, true].map {
        try moment.moment(after: event, asKnown: $0, transaction)
      }
    }
    for time in times {
      #expect(try store.item(first, at: time)?.title == "b")
      #expect(try store.item(second, at: time) == nil)
      #expect(try store.difference(from: time).things.map(\.id) == [second])
    }
  }
}
