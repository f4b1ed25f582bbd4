import Daybook
import DaybookEvents
import DaybookLog
import DaybookSystem
import Foundation
import LMDB
import Synchronization
import Testing

/// Stores of an older program, met by this one.
struct UpgradeTests {
  private static let golden = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "DaybookTests/Model/Golden").path(percentEncoded: false)

  private struct MigrateDocument: Decodable {
    struct View: Decodable {
      let name: String
      let rebuild: Bool
    }
    struct Events: Decodable {
      let kind: String
      let version: Int
      let readAs: Int?
      let events: Int
    }

    let dryRun: Bool
    let views: [View]
    let oldEvents: [Events]
    let newerEvents: [Events]
  }

  private func plan(_ lab: Lab) throws -> MigrateDocument {
    let outcome = try lab.run("store", "migrate", "--dry-run", "--json")
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    return try outcome.read(MigrateDocument.self)
  }

  @Test func `a log of version 1 is shown as the program of version 1 showed it`() throws {
    let lab = try Lab()
    try lab.done("store", "merge", Self.golden + "/version1.bundle")
    let shown = try lab.done("store", "log", "--jsonl", "--reverse")
    let expected = try String(contentsOfFile: Self.golden + "/version1.jsonl", encoding: .utf8)
    #expect(shown == expected)
    #expect(try lab.status("store").fingerprint == "a1cd9def65d4f1dc")
    try lab.expectSound("store")
  }

  @Test func `migrate --dry-run tells what migrate does, and changes nothing`() throws {
    let lab = try Lab()
    try lab.done("store", "merge", Self.golden + "/version1.bundle")
    try Library.setViewVersion(1, ofStoreAt: lab("store"))
    let before = try lab.contents("store")
    let first = try plan(lab)
    #expect(
      first.dryRun
        && first.views.filter(\.rebuild).map(\.name) == [
          "items", "collections", "decks", "schedule",
        ])
    #expect(first.oldEvents.map(\.kind) == ["cardReviewed"] && first.newerEvents.isEmpty)
    #expect(first.oldEvents.map(\.version) == [1] && first.oldEvents.map(\.readAs) == [2])
    #expect(first.oldEvents.map(\.events) == [32])
    let after = try lab.contents("store")
    #expect(after == before)
    let text = try lab.done("store", "migrate")
    #expect(text.contains("decks: built anew") && text.contains("items: built anew"))
    let second = try plan(lab)
    #expect(!second.views.contains { $0.rebuild } && second.oldEvents.map(\.events) == [32])
    #expect(try lab.done("store", "migrate").contains("Everything is up to date."))
    try lab.run("nowhere", "migrate").expectRefusal(66)
  }

  @Test func `migrate leaves a store of a newer program alone`() throws {
    let lab = try Lab()
    try lab.capture("store", "one")
    try Library.setViewVersion(99, ofStoreAt: lab("store"))
    let before = try lab.contents("store")
    #expect(try lab.done("store", "migrate").contains("newer"))
    let after = try lab.contents("store")
    #expect(after == before)
  }

  @Test func `people read and write while an upgrade builds a view anew`() throws {
    let lab = try Lab()
    let store = try Library.open(lab("store"))
    let deck = try store.createDeck(named: "Spanish")
    let cards = try (0..<40).map { try store.addCard(Self.card(Text("card \($0)")), to: deck) }
    for _ in 0..<10 { try store.write { _, _ in cards.flatMap(Self.reviews) } }
    try Library.setViewVersion(1, ofStoreAt: lab("store"))
    let generation = try Self.entry(store).generation

    let isUpgrading = Atomic<Bool>(true)
    let written = Atomic<Int>(0)
    let read = Atomic<Int>(0)
    try together([
      {
        defer { isUpgrading.store(false, ordering: .relaxed) }
        try lab.done("store", "migrate")
      },
      {
        while isUpgrading.load(ordering: .relaxed) {
          let card = cards[written.load(ordering: .relaxed) % cards.count]
          let reviews = try store.review(card, .good).reviews
          #expect(reviews > 300, "a review was made of a card that is half built")
          written.add(1, ordering: .relaxed)
        }
      },
      {
        while isUpgrading.load(ordering: .relaxed) {
          let listed = try store.read { try $0.cards(in: deck, $1).count }
          #expect(listed == cards.count, "a view shows \(listed) cards")
          read.add(1, ordering: .relaxed)
        }
      },
    ])
    #expect(written.load(ordering: .relaxed) > 0 && read.load(ordering: .relaxed) > 0)
    let entry = try Self.entry(store)
    #expect(entry.codeVersion == ViewName.decks.schema.codeVersion && entry.generation > generation)
    let total = try cards.reduce(0) { sum, card in
      try sum + (store.read { try $0.card(card, $1)?.reviews ?? 0 })
    }
    #expect(total == 40 * 300 + written.load(ordering: .relaxed))
    try lab.expectSound("store")
  }

  private static func card(_ front: Text) -> CardChange {
    var card = CardChange()
    card.front = front
    return card
  }

  /// 30 reviews of a card, as version 1 wrote them.
  private static func reviews(of card: EntityID) -> [EventDraft] {
    (0..<30 as Range<UInt64>).map { number in
      var wire = WireWriter()
      wire.varint(1, 3)
      wire.varint(2, 1000 + number)
      wire.text(3, "review")
      wire.varint(4, 4)
      return EventDraft(.cardReviewed, card, payload: wire.bytes, version: 1)
    }
  }

  private static func entry(_ store: Store) throws -> ViewEntry {
    try #require(try store.read { moment, _ in moment.catalog.entries[.decks] })
  }
}
