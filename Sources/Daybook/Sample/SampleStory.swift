import DaybookEvents
import DaybookText

/// Three weeks of somebody's daybook, told relative to now. Each thing is written by the same
/// commands as a person's, at the time the story says.
final class SampleStory {
  private let store: Store
  private let clock: SampleClock
  private let local: LocalClock
  private let today: CivilDate
  /// What is still to be told, and when it happened.
  private var chapters: [(time: Int64, tell: () throws -> Void)] = []

  /// Writes the whole story into a new store, and closes it again.
  static func write(at path: String, _ options: StoreOptions) throws {
    let clock = SampleClock(options.now())
    var past = options
    past.now = { clock.now }
    let store = try Store.open(at: path, options: past)
    let story = SampleStory(store, clock, LocalClock(offsetMinutes: options.offsetMinutes))
    try story.tell()
  }

  private init(_ store: Store, _ clock: SampleClock, _ local: LocalClock) {
    self.store = store
    self.clock = clock
    self.local = local
    today = local.date(at: clock.now)
  }

  /// Tells every strand of it in the order of time, as clocks go.
  private func tell() throws {
    at(daysAgo: 21, 19) { [self] in
      tellGarden(try store.createCollection(named: "Garden"))
      tellTrip(try store.createCollection(named: "Trip to Lisbon"))
      tellHome()
      tellReading()
      tellDeck(try store.createDeck(named: "Portuguese"))
    }
    while let next = chapters.indices.min(by: { chapters[$0].time < chapters[$1].time }) {
      let chapter = chapters.remove(at: next)
      clock.now = chapter.time
      try chapter.tell()
    }
  }

  private func tellGarden(_ garden: EntityID) {
    at(daysAgo: 20, 9) { [self] in
      let beds = try note(
        "Plan the vegetable beds",
        "Three beds along the wall, the sunny one for tomatoes.\n\n"
          + "- bed 1: tomatoes, basil\n- bed 2: beans, squash\n- bed 3: salad, radishes",
        ["garden"], garden)
      let compost = try task("Turn the compost", due: -2, ["garden"], .low, in: garden)
      try task("Buy seed potatoes", due: 3, ["garden", "shopping"], in: garden)
      at(daysAgo: 14, 18) { [self] in
        try edit(beds) { $0.title = "Plan the vegetable beds for spring" }
        let pots = try task(
          "Bring the pots inside before the frost", due: -6, ["garden"], .high, in: garden)
        at(daysAgo: 6, 17) { [self] in _ = try store.finish([pots]) }
      }
      at(daysAgo: 2, 8) { [self] in try edit(compost) { $0.priority = .normal } }
    }
  }

  private func tellTrip(_ trip: EntityID) {
    at(daysAgo: 18, 21) { [self] in
      let trains = try task("Compare night trains and flights", due: -9, ["travel"], in: trip)
      try link("https://www.visitlisboa.com", "Opening hours of the museums", ["travel"], trip)
      at(daysAgo: 11, 20) { [self] in
        try store.finish([trains])
        try task("Book the room in Alfama", due: 0, ["travel"], .high, in: trip)
        try task("Renew the passport", due: 12, ["travel", "errands"], .normal, in: trip)
      }
    }
    at(daysAgo: 3, 22) { [self] in
      try note(
        "Things to taste in Lisbon", "Pastel de nata, bacalhau à brás, ginjinha.", ["travel"],
        trip)
    }
  }

  private func tellHome() {
    at(daysAgo: 16, 12) { [self] in
      let tap = try task("Call the plumber about the dripping tap", due: -1, ["home"], .high)
      try task("Pay the electricity bill", due: 0, hour: 18, ["home", "errands"], .high)
      at(daysAgo: 9, 7) { [self] in
        try edit(tap) { $0.body = "Ask about the boiler as well. Mornings are best." }
        let lamp = try task("Mend the lamp in the hall", due: nil, ["home"], .low)
        at(daysAgo: 4, 15) { [self] in _ = try store.finish([lamp]) }
      }
    }
    at(daysAgo: 1, 13) { [self] in
      try inbox("Ask Ana for her soup recipe")
      try inbox("Idea: a shelf for the cookbooks, over the door")
      try inbox("Birthday present for Tom?", ["family"])
    }
  }

  private func tellReading() {
    at(daysAgo: 13, 22) { [self] in
      try note(
        "Spaced repetition in one paragraph",
        "A memory fades along a curve; recalling it just before it is gone makes the next curve "
          + "flatter. So review late, but not too late, and let the intervals grow.",
        ["reading", "learning"])
    }
    at(daysAgo: 8, 23) { [self] in
      try note(
        "Quote: Le Guin",
        "The unread story is not a story; it is little black marks on wood pulp.", ["reading"])
    }
    at(daysAgo: 5, 21) { [self] in
      let draft = try note("Old packing list", "Replaced by the one for Lisbon.", ["travel"])
      try store.delete([draft])
      try task("Return the books to the library", due: 2, ["errands", "reading"])
    }
  }

  private static let words: [(front: Text, back: Text)] = [
    ("obrigado / obrigada", "thank you (said by a man / by a woman)"),
    ("bom dia", "good morning"), ("a saudade", "longing for what is absent"),
    ("o comboio", "the train"), ("a praia", "the beach"), ("quanto custa?", "how much is it?"),
    ("amanhã", "tomorrow"), ("a chave", "the key"), ("o pequeno-almoço", "breakfast"),
    ("a janela", "the window"), ("devagar", "slowly"), ("a conta, por favor", "the bill, please"),
  ]

  /// A dozen cards: ten learned over two weeks with their share of slips, two still new.
  private func tellDeck(_ deck: EntityID) {
    let sessions: [(daysAgo: Int, cards: Range<Int>, answers: [Answer])] = [
      (14, 0..<5, [.good, .easy, .again, .good, .hard]), (13, 0..<5, [.good, .good, .hard]),
      (10, 3..<8, [.good, .again, .good, .good, .easy]), (9, 0..<8, [.good, .good, .good, .hard]),
      (4, 4..<10, [.good, .hard, .again, .good]), (2, 0..<10, [.good, .easy, .good]),
    ]
    at(daysAgo: 15, 20) { [self] in
      let cards = try Self.words.map { word in
        var fields = CardChange()
        fields.front = word.front
        fields.back = word.back
        return try store.addCard(fields, to: deck)
      }
      for session in sessions {
        at(daysAgo: session.daysAgo, 20, 30) { [self] in
          for (index, card) in cards[session.cards].enumerated() {
            let answer = session.answers[index % session.answers.count]
            clock.now += 9_000 + Int64(index) * 700
            try store.review(card, answer, durationMilliseconds: 3_000 + UInt64(index) * 410)
          }
        }
      }
    }
  }
}

extension SampleStory {
  /// Something that happened then, to be told when the story has come that far.
  private func at(
    daysAgo: Int, _ hour: Int, _ minute: Int = 0, _ tell: @escaping () throws -> Void
  ) {
    let date = today.adding(days: -daysAgo) ?? today
    let time = local.instant(date, millisecondOfDay: (hour * 60 + minute) * 60_000)
    chapters.append((time, tell))
  }

  /// Captures something a minute after what came before.
  @discardableResult
  private func capture(
    _ fields: ItemChange, _ tags: [String], _ collection: EntityID?
  ) throws -> EntityID {
    clock.now += 60_000
    return try store.capture(fields, tags: tags, in: collection.map { [$0] } ?? [])
  }

  private func inbox(_ title: Text, _ tags: [String] = []) throws {
    var fields = ItemChange()
    fields.title = title
    try capture(fields, tags, nil)
  }

  @discardableResult
  private func note(
    _ title: Text, _ body: String, _ tags: [String], _ collection: EntityID? = nil
  ) throws -> EntityID {
    var fields = ItemChange()
    (fields.title, fields.body) = (title, Text(body))
    fields.status = ItemChange.StatusChange(.active)
    return try capture(fields, tags, collection)
  }

  private func link(
    _ address: Text, _ body: String, _ tags: [String], _ collection: EntityID
  ) throws {
    var fields = ItemChange()
    (fields.title, fields.body, fields.kind) = (address, Text(body), .link)
    fields.status = ItemChange.StatusChange(.active)
    try capture(fields, tags, collection)
  }

  /// - Parameters:
  ///   - due: in how many days; negative for what is overdue.
  ///   - hour: of that day; nil for the day as a whole.
  @discardableResult
  private func task(
    _ title: Text, due: Int?, hour: Int? = nil, _ tags: [String], _ priority: ItemPriority? = nil,
    in collection: EntityID? = nil
  ) throws -> EntityID {
    var fields = ItemChange()
    (fields.title, fields.kind, fields.priority) = (title, .task, priority)
    fields.status = ItemChange.StatusChange(.active)
    if let date = due.flatMap({ today.adding(days: $0) }) {
      let moment = hour.map { local.instant(date, millisecondOfDay: $0 * 3_600_000) }
      fields.schedule = Schedule(due: moment.map { .instant(milliseconds: $0) } ?? .date(date))
    }
    return try capture(fields, tags, collection)
  }

  private func edit(_ id: EntityID, _ change: (inout ItemChange) -> Void) throws {
    var fields = ItemChange()
    change(&fields)
    try store.edit(id, fields)
  }
}
