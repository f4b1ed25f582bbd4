import Daybook
import DaybookEvents
import DaybookLog
import LMDB
import Simulation
import Synchronization
import TestSupport
import Testing

/// A store with a row of every kind and an entry of every index, to be damaged bit by bit.
struct ViewFixture {
  /// A row or an index entry as it lies in the table: with its check.
  struct Row {
    let view: ViewName
    let key: [UInt8]
    let value: [UInt8]

    /// The letter that says what it is.
    var letter: String { String(decoding: key.prefix(1), as: UTF8.self) }
  }

  /// Rows of facts, index entries, and what is computed of cards.
  static let letters = Set("ITCMDRVSNYA" + "sedptcinkoxj" + "zqy").map(String.init)

  let folder: ScratchFolder
  let replica: SimulatedReplica
  /// Every key and value that reading lends.
  let contents: [ViewName: [[UInt8]]]
  /// That of its facts.
  let fingerprint: String
  private let registry: [ViewName: [UInt8]]

  init() throws {
    folder = try ScratchFolder()
    replica = try SimulatedReplica("ada", in: folder, seed: 1)
    let other = try SimulatedReplica("bob", in: folder, seed: 2)
    try Self.writeThings(replica)
    try Self.writeCards(replica)
    try other.merge(from: replica)
    for (each, title) in [(replica, "mine"), (other, "theirs")] {
      each.machine.now += 60_000
      try each.write(Sample.edited(Sample.items[0], title: title))
    }
    try replica.merge(from: other)
    contents = try Self.contents(of: replica.store)
    fingerprint = try replica.fingerprint
    let tables = replica.store.tables
    registry = try replica.store.environment.read { transaction in
      var registry: [ViewName: [UInt8]] = [:]
      for view in ViewName.allCases {
        registry[view] = try transaction.bytes(in: tables.meta, for: MetaKey.view(view.rawValue))
      }
      return registry
    }
  }

  private static func writeThings(_ replica: SimulatedReplica) throws {
    let store = replica.store
    try replica.write(
      EventDraft(
        .itemCaptured, Sample.items[0],
        payload: Sample.message { wire in
          wire.text(1, "title")
          wire.text(2, "body")
          wire.text(6, "high")
        }))
    var task = ItemChange()
    task.title = "task"
    task.schedule = Schedule(due: .instant(milliseconds: 1_700_000_500_000))
    try store.capture(task, tags: ["Café"])
    let collection = try store.createCollection(named: "Garden")
    try replica.write(
      Sample.tagged(Sample.items[0], "work"), Sample.filed(Sample.items[0], collection, at: [9]))
    try store.set(.weekStart, to: "sunday")
  }

  private static func writeCards(_ replica: SimulatedReplica) throws {
    let store = replica.store
    let deck = try store.createDeck(named: "Spanish")
    try store.joinDecks([try store.createDeck(named: "Old")], into: deck)
    try replica.write(Sample.cards.map { Sample.added($0, to: deck) })
    try store.review(Sample.cards[0], .good)
    try store.review(Sample.cards[1], .easy)
    try store.suspend([Sample.cards[2]])
    let origin = Sample.notes[0].bytes + [0, 0]
    try replica.write(
      EventDraft(
        .noteTypeDefined, Sample.noteTypes[0],
        payload: Sample.message { wire in
          wire.text(1, "type")
          wire.bytes(2, Sample.message { $0.bytes(2, Sample.message { $0.text(1, "field") }) })
        }),
      EventDraft(
        .noteAdded, Sample.notes[0], second: Sample.noteTypes[0],
        payload: Sample.message { wire in
          wire.message(1) { $0.text(2, "field") }
          wire.text(2, "tag")
        }),
      EventDraft(
        .cardAdded, EntityID(name: "card", "of note"), second: deck,
        payload: Sample.message { $0.bytes(5, origin) }),
      EventDraft(
        .mediaAdded, MediaFile.id("map.png"),
        payload: MediaFile(
          name: "map.png", digest: Array(repeating: 7, count: 32), byteCount: 300
        ).encoded))
  }

  /// Every key and value of every view, as whoever reads is lent them.
  static func contents(of store: Store) throws -> [ViewName: [[UInt8]]] {
    try store.read { moment, transaction in
      var contents: [ViewName: [[UInt8]]] = [:]
      for view in ViewName.allCases {
        try moment.catalog.scan(view, transaction) { key, value in
          contents[view, default: []] += [key.array(), value.array()]
          return .next
        }
      }
      return contents
    }
  }

  /// One row of every letter, as it is stored.
  func rows() throws -> [Row] {
    try replica.store.environment.read { transaction in
      let catalog = try ViewCatalog(replica.store.tables, logs: [], transaction)
      var rows: [String: Row] = [:]
      for view in ViewName.allCases {
        try transaction.scan(try catalog.table(view).raw) { key, value in
          let row = Row(view: view, key: key.array(), value: value.array())
          // An entry of the queue with a value, where there is one.
          if rows[row.letter].map({ $0.value.count < row.value.count }) ?? true {
            rows[row.letter] = row
          }
          return .next
        }
      }
      return rows.values.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    }
  }

  /// Puts a value under a row's key, past what writes its check; nil deletes the row.
  func put(_ value: [UInt8]?, for row: Row, restoring: Bool = false) throws {
    let tables = replica.store.tables
    try replica.store.environment.write { transaction in
      let table = try ViewCatalog(tables, logs: [], transaction.reading).table(row.view).raw
      if let value {
        try transaction.put(row.key, value, in: table)
      } else {
        let isGone = try transaction.delete(row.key, in: table)
        #expect(isGone)
      }
      guard restoring else { return }
      for (view, entry) in registry {
        try transaction.put(MetaKey.view(view.rawValue), entry, in: tables.meta)
      }
    }
  }

  /// The store as another command opens it, and what that is told.
  func reopened() throws -> (store: Store, told: Told) {
    let told = Told()
    var options = replica.store.options
    options.onDamagedView = { view in told.views.withLock { $0.append(view) } }
    return (try Store.open(at: replica.store.path, options: options), told)
  }

  /// Whether the registry says that a view is damaged.
  func isMarked(_ view: ViewName) throws -> Bool {
    try replica.store.environment.read {
      try ViewCatalog(replica.store.tables, logs: [], $0).entries[view]?.isDamaged ?? false
    }
  }

  /// Flips a bit in one event.
  func damageEvent(at position: UInt64) throws {
    let tables = replica.store.tables
    try replica.store.environment.write { transaction in
      let key = Hexadecimal.bytes(position)
      var value = try #require(try transaction.reading.bytes(in: tables.events, for: key))
      value[value.count / 2] ^= 4
      try transaction.put(key, value, in: tables.events)
    }
  }

  /// Flips it back.
  func mendEvent(at position: UInt64) throws { try damageEvent(at: position) }

  /// Flips a bit in every event.
  func damageLog() throws {
    let tables = replica.store.tables
    try replica.store.environment.write { transaction in
      var rows: [(key: [UInt8], value: [UInt8])] = []
      try transaction.reading.scan(tables.events) { key, value in
        rows.append((key.array(), value.array()))
        return .next
      }
      for row in rows {
        var value = row.value
        value[value.count / 2] ^= 4
        try transaction.put(row.key, value, in: tables.events)
      }
    }
  }
}

/// The views of which somebody was told that they are damaged.
final class Told: Sendable {
  let views = Mutex<[String]>([])

  /// What was said so far.
  var all: [String] { views.withLock { $0 } }
}
