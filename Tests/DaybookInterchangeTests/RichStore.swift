import Daybook
import DaybookEvents
import DaybookInterchange
import Testing

/// A store that holds something of everything, written by people on two machines that
/// contradicted each other, and by imports.
struct RichStore {
  let machine: ImportMachine
  private(set) var cards: [EntityID] = []

  init() throws {
    machine = try ImportMachine("laptop", offsetMinutes: 330)
    try machine.store.set(.rolloverHour, to: "5")
    try writeItems()
    try writeCollections()
    cards = try writeCards()
    try writeNotes()
    try contradict()
    try machine.importVault(["A/Note.md": "---\nodd: [1, 2]\n---\nText #tag", "B.md": "B"])
    try machine.importTasks(
      """
      [{"uuid":"0b6c0c0e-6c3f-4a55-9a44-6b1f0c7a1e01","description":"Rent","status":"pending",
        "entry":"20250101T090000Z","modified":"20261101T070000Z","estimate":"PT3H",
        "project":"house"}]
      """)
  }

  private func writeItems() throws {
    let store = machine.store
    let texts: [Text] = [
      "plain", "quotes \" and \\ and / and \u{2028}", "\u{1}\u{1B}[31m\u{7F}\u{9B}\u{202E}\r\n\t",
      "e\u{301} is not \u{E9}", "👩‍👩‍👧 日本語 ", Text(bytes: [0x63, 0xE9, 0xFF, 0x80, 0x41]), "",
    ]
    for text in texts {
      var item = ItemChange()
      // A blank title is refused; an item may have none.
      item.title = text.bytes.isEmpty ? nil : text
      item.body = Text(bytes: text.bytes + text.bytes)
      try store.capture(item, tags: ["Café", "work"])
    }
    var task = ItemChange()
    task.title = "task"
    task.kind = .task
    task.priority = .high
    task.schedule = Schedule(
      due: CivilDate(year: 2030, month: 2, day: 28).map { .date($0) },
      scheduled: .instant(milliseconds: -1), waitUntil: .instant(milliseconds: 253_402_300_800_000))
    let done = try store.capture(task)
    try store.finish([done])
    try store.tag([done], adding: ["gone", "kept"])
    try store.tag([done], adding: [], removing: ["gone"])
    var odd = ItemChange()
    odd.kind = ItemKind(rawValue: "recipe")
    odd.status = .init(ItemStatus(rawValue: "someday"))
    odd.extras = [
      ExtraField(name: "é", value: Array("1".utf8)), ExtraField(name: "raw", value: [0xFE, 0x31]),
    ]
    try store.delete([try store.capture(odd, tags: ["deleted"])])
    var big = ItemChange()
    big.title = Text(bytes: Array(repeating: 0x61, count: 1 << 20))
    let bigID = try store.capture(big)
    var body = ItemChange()
    body.body = Text(bytes: Array(repeating: 0x01, count: 1 << 20))
    try store.edit(bigID, body)
  }

  private func writeCollections() throws {
    let store = machine.store
    let items = try machine.items.values.map(\.id).sorted { $0.rawValue < $1.rawValue }
    let garden = try store.createCollection(named: "Garden \u{1}")
    try store.file(items, in: garden)
    try store.move(items[3], in: garden, to: 1)
    try store.unfile([items[1], items[2]], from: garden)
    let deleted = try store.createCollection(named: "Deleted")
    try store.file([items[0]], in: deleted)
    try store.delete([deleted])
  }

  private func writeCards() throws -> [EntityID] {
    let store = machine.store
    let deck = try store.createDeck(named: "Spanish")
    let other = try store.createDeck(named: "Old")
    let item = try machine.items["task"]?.id
    let cards = try ["el perro", "{{c1::Paris}}", "moved", "deleted"].map { front in
      var card = CardChange()
      card.front = Text(front)
      card.back = Text(bytes: Array(front.utf8) + [0xC3])
      card.kind = front.hasPrefix("{") ? "cloze" : "basic"
      card.item = item
      return try store.addCard(card, to: front == "moved" ? other : deck)
    }
    try store.suspend([cards[1]])
    try store.move([cards[2]], to: deck)
    try store.delete([cards[3], other])
    for answer in [Answer.good, .again, .hard, .easy] {
      try store.review(cards[0], answer, durationMilliseconds: 1 << 60)
      try store.review(cards[2], answer)
    }
    _ = try store.undoReview()
    return cards
  }

  /// Another machine, west of here and unaware, edits, deletes, moves and reviews the same.
  private func contradict() throws {
    let phone = try ImportMachine("phone", offsetMinutes: -210)
    try phone.merge(from: machine)
    let items = try machine.items
    for (each, title) in [(machine, "mine"), (phone, "theirs")] {
      var change = ItemChange()
      change.title = Text(title)
      try each.store.edit(try #require(items["plain"]).id, change)
      try each.store.review(cards[0], .good)
      _ = try each.store.undoReview()
      try each.store.review(cards[0], .again)
    }
    try phone.store.delete([try #require(items["task"]).id])
    try machine.store.tag([try #require(items["task"]).id], adding: ["beside"])
    try phone.store.restore([cards[3]])
    try machine.exchange(with: phone)
  }
}
