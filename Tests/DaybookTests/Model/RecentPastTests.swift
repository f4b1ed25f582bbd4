import Daybook
import DaybookEvents
import DaybookLog
import LMDB
import Simulation
import TestSupport
import Testing

/// Moments after which little was written: what they hold comes from the views of the present.
struct RecentPastTests {
  private static let runs = HistoryTests.runs

  @Test(arguments: 0..<PastTests.batches)
  func `whatever is asked of a recent past, and after what, the whole log answers the same`(
    batch: Int
  ) throws {
    for seed in stride(from: batch, to: Self.runs, by: PastTests.batches) {
      var simulation = try Simulation(seed: UInt64(seed) &+ 5_000_000)
      try simulation.run()
      if simulation.problems.isEmpty { try simulation.checkAnswers() }
      guard simulation.problems.isEmpty else {
        Issue.record("seed \(seed): \(simulation.problems.prefix(3).joined(separator: "; "))")
        return
      }
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `events of every kind are taken back, those that nobody here can read among them`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let ada = try SimulatedReplica(in: try ScratchFolder(), seed: random.next())
    try ada.write((0..<600).map { Sample.captured(EntityID(name: "item", "\($0)"), title: "?") })
    var scribe = Scribe(seed: random.next(), milliseconds: ada.machine.now)
    for golden in (GoldenEvent.all + GoldenEvent.all).shuffled(using: &random) {
      ada.machine.now += 1000
      let draft = EventDraft(
        golden.kind, golden.header.entity, second: golden.header.second, payload: golden.payload,
        occurredAt: golden.header.occurredAt, version: golden.header.version)
      guard random.isOne(in: 8) else {
        try ada.write(draft)
        continue
      }
      scribe.stamp = max(scribe.stamp, Stamp(milliseconds: ada.machine.now).rawValue)
      let isOfNewKind = random.isOne(in: 2)
      try ada.merge([
        try scribe.command(draft) {
          if isOfNewKind { $0.kind = 4_000_000 } else { $0.version = 99 }
        }
      ])
    }
    try ada.store.refreshSchedule()
    let (count, stamps) = try ada.store.read { moment, transaction in
      var stamps: [Stamp] = []
      try moment.log.scanEvents(from: 600, transaction) { event, _ in
        stamps.append(moment.state.stamp(of: event.header, in: event.log))
        return .next
      }
      return (moment.state.eventCount, stamps)
    }
    #expect(try ada.state.unknownEvents > 0 && ada.state.impossibleEvents == 0)
    let pasts = stamps.map { PastTime.after($0) } + (600...count).map { .arrived(position: $0) }
    for past in pasts.shuffled(using: &random).prefix(24) {
      #expect(try contents(ada.store, past) == contents(ada.store, past, isWhole: true))
    }
  }

  @Test(arguments: [0, 99] as [UInt64])
  func `views that are left behind, or whose rows are a newer program's, are no part of the past`(
    codeVersion: UInt64
  ) throws {
    let ada = try SimulatedReplica(in: try ScratchFolder(), seed: 1)
    let (item, deck, collection) = (Sample.items[0], Sample.decks[0], Sample.collections[0])
    try ada.write(
      Sample.tagged(item, "tag"), Sample.filed(item, collection, at: [80]),
      Sample.named(.collectionCreated, collection, "collection"),
      Sample.named(.deckCreated, deck, "deck"), Sample.added(Sample.cards[0], to: deck))
    try ada.write((0..<40).map { Sample.captured(EntityID(name: "item", "\($0)"), title: "?") })
    let rows = [
      RowKey(.tag, Tag.id("tag")), RowKey(.collection, collection), RowKey(.deck, deck),
      RowKey(.membership, collection, item), RowKey(.item, item),
    ]
    func records(_ time: PastTime?) throws -> [Record] {
      try ada.store.read(at: time) { moment, transaction in
        try rows.map { try moment.catalog.record($0, transaction) }
      }
    }
    let (known, all) = (try records(nil), try contents(ada.store, nil))
    try ada.store.environment.write { transaction in
      let catalog = try ViewCatalog(ada.store.tables, logs: [], transaction.reading)
      for (view, entry) in catalog.entries {
        let other = Sample.message { wire in
          wire.varint(1, entry.generation)
          wire.varint(2, codeVersion)
          wire.varint(3, entry.factVersion)
          wire.varint(4, entry.position)
          wire.bytes(5, entry.fingerprint.bytes)
        }
        try transaction.put(MetaKey.view(view.rawValue), other, in: ada.store.tables.meta)
        let table = try catalog.table(view)
        try transaction.removeAll(in: table)
        guard codeVersion > 0 else { continue }
        for row in rows where row.kind.view == view {
          try transaction.put(row.bytes, [0xFF], in: table)
        }
      }
    }
    for past in [PastTime.timeline(ada.machine.now), .known(.max), .arrived(position: 46)] {
      #expect(try records(past) == known)
      #expect(try contents(ada.store, past) == all)
    }
  }

  @Test func `what came long before a recent past is not read`() throws {
    let ada = try SimulatedReplica(in: try ScratchFolder(), seed: 1)
    let early = (0..<1_000).map { EntityID(name: "early", "\($0)") }
    try ada.write(early.map { Sample.captured($0, title: "early") })
    ada.machine.now += 1000
    let late = (0..<3_000).map { EntityID(name: "late", "\($0)") }
    try ada.write(late.map { Sample.captured($0, title: "late") })
    let position = try ada.state.eventCount
    let pasts = [PastTime.timeline(ada.machine.now), .arrived(position: position)]
    ada.machine.now += 1000
    try ada.write(late.prefix(100).map { Sample.edited($0, title: "edited") })
    try ada.write(Sample.captured(Sample.items[0], title: "added"))
    try ada.store.environment.write { transaction in
      for position in 1...UInt64(early.count) {
        try transaction.put(Hexadecimal.bytes(position), [0], in: ada.store.tables.events)
      }
    }
    for past in pasts {
      let titles = try ada.store.items(at: past).map(\.title)
      #expect(titles.count == 4_000 && Set(titles) == ["early", "late"])
      let difference = try ada.store.difference(from: past)
      #expect(difference.things.count == 101 && difference.count(of: .changed) == 100)
      #expect(throws: (any Error).self) { try contents(ada.store, past, isWhole: true) }
    }
  }

  @Test func `where stamps fall, a moment is not where halving would look for it`() throws {
    let ada = try SimulatedReplica(in: try ScratchFolder(), seed: 1)
    var scribe = Scribe(seed: 2)
    let early = scribe.stamp
    func command(_ name: String, at seconds: UInt64) throws -> Segment {
      scribe.stamp = early + (seconds * 1000) << 16
      return try scribe.command(Sample.captured(EntityID(name: "item", name), title: name))
    }
    var segments = try (0..<100).map { try command("early \($0)", at: UInt64($0)) }
    segments.append(try command("late", at: 500))
    // No sound writer's, and those after it rise again.
    segments += try (0..<8).map { try command("again \($0)", at: 200 + UInt64($0)) }
    segments.append(try command("last", at: 600))
    try ada.merge(segments)
    #expect(try ada.state.impossibleEvents == 1)
    let past = PastTime.timeline(1_700_000_300_000)
    #expect(try ada.store.items(at: past).count == 107)
    #expect(try contents(ada.store, past) == contents(ada.store, past, isWhole: true))
    #expect(
      try ada.store.difference(from: past).things.map(\.label.string).sorted() == ["last", "late"])
  }

  @Test func `nothing is told from a schedule that is to be built anew`() throws {
    let ada = try SimulatedReplica(in: try ScratchFolder(), seed: 1)
    let (deck, card) = (Sample.decks[0], Sample.cards[0])
    try ada.write((0..<40).map { Sample.captured(EntityID(name: "item", "\($0)"), title: "?") })
    try ada.write(
      Sample.named(.deckCreated, deck, "deck"), Sample.added(card, to: deck),
      Sample.reviewed(card, grade: 4))
    let options = DeckOptionValue.payload([DeckOptionValue(name: "desiredRetention", value: "0.7")])
    try ada.write(EventDraft(.deckOptionsChanged, deck, payload: options))
    let position = try ada.state.eventCount
    try ada.write(Sample.edited(Sample.items[0], title: "later"))
    let entry = try ada.store.read { moment, _ in moment.catalog.entries[.schedule] }
    #expect(entry?.isStale == true)
    let past = PastTime.arrived(position: position)
    #expect(try contents(ada.store, past) == contents(ada.store, past, isWhole: true))
    let kept = try contents(ada.store, past)
    try ada.store.refreshSchedule()
    #expect(try contents(ada.store, past) == kept)
  }
}
