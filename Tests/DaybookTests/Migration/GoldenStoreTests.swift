import Daybook
import DaybookEvents
import DaybookLog
import DaybookSystem
import LMDB
import Simulation
import TestSupport
import Testing

/// A store that the program wrote when reviews were at version 1: two machines, 47 events, 32 of
/// them reviews, with all that other writers of that version may have said.
/// `Golden/version1.bundle` holds its log, `Golden/version1.jsonl` what that program showed of it.
struct GoldenStoreTests {
  /// What it is since the fact versions rose last: with kinds of events that none of these is of.
  /// The views of version 1 hashed rows in another form.
  static let fingerprint = "a1cd9def65d4f1dc"
  static let path = FileSystem.parent(of: FileSystem.parent(of: #filePath)) + "/Model/Golden"

  let folder: ScratchFolder
  let replica: SimulatedReplica

  init() throws {
    folder = try ScratchFolder()
    replica = try SimulatedReplica("store", in: folder, now: 1_790_000_000_000, seed: 1)
    let report = try replica.store.merge(bundleAt: Self.path + "/version1.bundle")
    #expect(report.appliedEvents == 47 && report.problems.isEmpty)
  }

  private func versions(_ store: Store) throws -> [PayloadVersion: UInt64] {
    try store.read { try $0.log.payloadVersions($1) }
  }

  @Test func `a store of version 1 opens, rebuilds and gives the fingerprint it always gave`()
    throws
  {
    #expect(try replica.fingerprint == Self.fingerprint)
    for view in ViewName.allCases {
      #expect(try replica.store.rebuild(view).differences == 0)
    }
    #expect(try replica.fingerprint == Self.fingerprint)
    #expect(try replica.store.read { try $0.log.verify($0.state, $1) }.isEmpty)
    #expect(try replica.state.unknownEvents == 0)
    let reopened = try Store.open(at: replica.store.path, options: replica.store.options)
    #expect(try reopened.fingerprint() == Self.fingerprint)
    // Not one of them was written again.
    let reviews = try versions(reopened).filter { $0.key.kind == EventKind.cardReviewed.rawValue }
    #expect(reviews.map(\.key.version) == [1] && reviews.values.reduce(0, +) == 32)
  }

  @Test func `its cards stand as they stood`() throws {
    let cards = try replica.store.read { moment, transaction in
      try moment.ids(.decks, [RowKind.card.rawValue], transaction).compactMap {
        try moment.card($0, transaction)
      }
    }
    let lines = cards.map { card in
      let stability = ((card.stability ?? 0) * 1000).rounded() / 1000
      return "\(card.front.string) \(card.state) \(card.reviews) \(card.lapses) \(stability)"
    }
    #expect(
      lines.sorted() == [
        "gato review 9 2 7.23", "pato learning 4 0 5.754", "perro review 8 0 222.363",
        "vaca review 6 1 20.874",
      ])
  }

  @Test func `a review of today stands beside those of version 1`() throws {
    let card = try #require(
      try replica.store.read { try $0.ids(.decks, [RowKind.card.rawValue], $1) }.first)
    let before = try replica.reviews(of: card)
    try replica.store.review(card, .hard, durationMilliseconds: 2500)
    let after = try replica.reviews(of: card)
    #expect(after.dropLast().map(\.answer) == before.map(\.answer))
    let last = try #require(after.last)
    #expect(last.answer.grade == 2 && last.answer.durationMilliseconds == 2500)
    #expect(last.answer.shown == .review && last.answer.rolloverHour == 4)
    let version = try replica.store.read { moment, transaction in
      try moment.log.event(at: moment.state.eventCount, transaction)
    }
    #expect(version?.header.version == 2 && version?.payload == [8, 2, 16, 0xC4, 0x13, 72, 35])
    let other = try SimulatedReplica("other", in: folder, seed: 2)
    try other.merge(from: replica)
    #expect(try other.fingerprint == replica.fingerprint)
    #expect(try other.segments().flatMap(\.events) == (try replica.segments().flatMap(\.events)))
  }

  @Test func `what an older program could not read is read after the upgrade`() throws {
    let card = try #require(
      try replica.store.read { try $0.ids(.decks, [RowKind.card.rawValue], $1) }.first)
    let store = replica.store
    let before = try decks(store)
    try replica.write(Sample.reviewed(card, grade: 1))
    let whole = try replica.fingerprint
    #expect(whole != Self.fingerprint)
    // A program of version 1 keeps the event, folds nothing of it and counts it.
    try store.environment.write { transaction in
      let state = try LogState(store.tables, transaction.reading)
      var entry = try #require(
        try ViewCatalog(store.tables, logs: [], transaction.reading).entries[.decks])
      let table = Table(name: ViewEntry.tableName(.decks, entry.generation))
      try transaction.removeAll(in: table)
      for row in before.rows { try transaction.put(row.key, row.value, in: table) }
      entry.fingerprint = before.entry.fingerprint
      entry.codeVersion = 1
      try transaction.put(MetaKey.view("decks"), Self.encoded(entry), in: store.tables.meta)
      try transaction.put(MetaKey.hot, Self.hot(state, unknown: 1), in: store.tables.meta)
    }
    #expect(try replica.fingerprint == Self.fingerprint)
    let plan = try Store.migrationPlan(at: store.path, options: store.options)
    #expect(plan.views.filter(\.isRebuilt).map(\.name) == [.decks])
    #expect(plan.oldEvents.map(\.count) == [32] && plan.newerEvents.isEmpty)
    #expect(try replica.state.unknownEvents == 1, "looking changed something")

    let upgraded = try Store.open(at: store.path, options: store.options)
    #expect(try upgraded.fingerprint() == whole)
    #expect(try upgraded.status().unknownEvents == 0)
    let after = try Store.migrationPlan(at: store.path, options: store.options)
    #expect(after.views.allSatisfy { !$0.isRebuilt })
  }

  /// The view of decks as it is, byte for byte.
  private func decks(
    _ store: Store
  ) throws -> (entry: ViewEntry, rows: [(key: [UInt8], value: [UInt8])]) {
    try store.read { moment, transaction in
      var rows: [(key: [UInt8], value: [UInt8])] = []
      try transaction.scan(try moment.catalog.table(.decks)) { key, value in
        rows.append((key.array(), value.array()))
        return .next
      }
      return (try #require(moment.catalog.entries[.decks]), rows)
    }
  }

  private static func encoded(_ entry: ViewEntry) -> [UInt8] {
    Sample.message { wire in
      wire.varint(1, entry.generation)
      wire.varint(2, entry.codeVersion)
      wire.varint(3, entry.factVersion)
      wire.varint(4, entry.position)
      wire.bytes(5, entry.fingerprint.bytes)
    }
  }

  private static func hot(_ state: LogState, unknown: UInt64) -> [UInt8] {
    Sample.message { wire in
      wire.varint(1, state.nextPosition)
      wire.fixed64(2, state.clock.last.rawValue)
      wire.varint(3, state.waitingCommands)
      wire.varint(4, unknown)
      wire.varint(5, state.impossibleEvents)
    }
  }
}
