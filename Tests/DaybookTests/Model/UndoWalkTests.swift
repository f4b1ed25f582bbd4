import Daybook
import DaybookEvents
import DaybookLog
import DaybookSystem
import LMDB
import Simulation
import TestSupport
import Testing

/// Undo again and again walks back through all that a machine did, and redo forward again.
struct UndoWalkTests {
  static let runs =
    Host.environment("DAYBOOK_UNDO_RUNS").flatMap(Int.init)
    ?? (_isDebugAssertConfiguration() ? 60 : 400)

  @Test func `undo walks back through everything, and redo forward again`() throws {
    let seeds = UndoPropertyTests.onlySeed.map { [$0] } ?? Array(0..<Self.runs)
    for seed in seeds {
      do {
        try walk(seed)
      } catch {
        Issue.record("seed \(seed): \(error)")
        return
      }
    }
  }

  private func walk(_ seed: Int) throws {
    let replica = try SimulatedReplica("walk", in: ScratchFolder(), seed: UInt64(seed))
    let stages = try stages(of: replica, seed)
    var stage = stages.count - 1
    while try step(replica, { try replica.store.undo(nil, $0) }) {
      let now = try visible(replica)
      stage = try #require(
        stages[..<stage].lastIndex { Self.same(now, $0) }, "back to \(stage)")
    }
    try #require(Self.same(try visible(replica), stages[0]), "not back at the beginning")
    let last = try #require(stages.last)
    while try step(replica, { try replica.store.redo($0) }) {
      let now = try visible(replica)
      stage = try #require(
        stages[stage...].dropFirst().firstIndex { Self.same(now, $0) }, "forward from \(stage)")
    }
    try #require(Self.same(try visible(replica), last), "not at the end again")
  }

  /// Writes random commands; gives what showed before the first and after each.
  private func stages(of replica: SimulatedReplica, _ seed: Int) throws -> [[ModelKey: [UInt8]]] {
    var events = SimulatedEvents(random: SeededGenerator(seed: UInt64(seed)))
    events.mayErase = false
    var random = SeededGenerator(seed: UInt64(seed) + 1)
    var stages = [try visible(replica)]
    for _ in 0..<12 {
      replica.machine.now += 1000
      let start = try replica.shown()
      var shown = start
      let drafts = (0...random.below(3)).map { _ in events.next() }.filter {
        Self.changes($0, since: start, &shown)
      }
      guard !drafts.isEmpty else { continue }
      try replica.write(drafts.map(\.draft), reason: random.isOne(in: 6) ? .import : nil)
      stages.append(try visible(replica))
    }
    return stages
  }

  /// Whether all shows as it did. What comes with its thing, such as the deck of a card, stays
  /// where an event gave it to a thing that had none, as no command does.
  private static func same(_ now: [ModelKey: [UInt8]], _ then: [ModelKey: [UInt8]]) -> Bool {
    Set(now.keys).union(then.keys).allSatisfy { key in
      let isKept = now[key].map { key.field.field.schema.cleared(of: $0) == nil } ?? false
      return now[key] == then[key] || (isKept && then[key] == nil)
    }
  }

  /// Whether every field that an event writes shows something else, as commands see to.
  private static func changes(
    _ event: SimulatedEvent, since start: [ModelKey: [UInt8]], _ shown: inout [ModelKey: [UInt8]]
  ) -> Bool {
    let draft = event.draft
    let header = EventHeader(
      replica: ReplicaID(rawValue: 1), sequence: 1, stamp: Stamp(rawValue: 1), recordedAt: 1,
      offsetMinutes: 0, commandFirst: 1, commandSize: 1, batch: nil, kind: draft.kind.rawValue,
      version: draft.version, entity: draft.entity, second: draft.second, observed: [],
      occurredAt: draft.occurredAt)
    let name = EventName(replica: header.replica, sequence: 1, tag: 1)
    let writes = event.writes(header, name)
    let before = shown
    func isLive(_ row: RowKey) -> Bool {
      before[ModelKey(row: row, field: FieldKey(.life))] == Life.live
    }
    // Nor does one join two things into each other.
    if let row = writes.first?.key.row, let other = draft.second, draft.kind.step == .joined {
      let life = ModelKey(row: RowKey(row.kind, other), field: FieldKey(.life))
      if before[life] != start[life] { return false }
    }
    let hasNews = writes.contains { $0.key.field.field != .tagName && before[$0.key] != $0.value }
    let isChange =
      hasNews
      && writes.allSatisfy { key, value in
        let life = ModelKey(row: key.row, field: FieldKey(.life))
        let isNew = before[life] == nil && writes.contains { $0.key == life }
        // No command goes to and fro: it would change nothing that undo could give back.
        let usual = key.field.field.schema.cleared(of: value)
        let goesBack = before[key] != start[key] && value == start[key] ?? usual
        if goesBack, key.field.field != .life { return false }
        switch key.field.field {
        case .tagName: return true
        case .life: return before[key] == value || start[key] != value
        case .answer: return isLive(RowKey(.card, key.row.entity)) && before[key] == nil
        case .retracted, .reviewDay:
          let answer = ModelKey(row: key.row, field: FieldKey(.answer, key.field.part))
          let cleared = key.field.field.schema.cleared(of: value)
          return before[answer] != nil && (before[key] ?? cleared) != value
        case .place:
          let item = RowKey(.item, key.row.other ?? key.row.entity)
          return isLive(item) && isLive(RowKey(.collection, key.row.entity))
            && (before[key] ?? [0]) != value
        // A thing stays of the kind of which it was made.
        case .customKind: return isNew || before[key] == value
        // What comes with a thing is not given to it later.
        case .created: return isNew
        case .deck, .noteType:
          return before[key].map { $0 != value && isLive(key.row) } ?? isNew
        case .buried where !isLive(key.row): return false
        default: return (before[key] ?? key.field.field.schema.cleared(of: value)) != value
        }
      }
    for (key, value) in writes where isChange { shown[key] = value }
    return isChange && draft.kind != .commandUndone
  }

  /// Whether there was anything to do.
  private func step(
    _ replica: SimulatedReplica, _ body: (UndoOptions) throws -> UndoReport
  ) throws -> Bool {
    do {
      let plan = try body(UndoOptions(isDryRun: true))
      try #require(plan.left == [])
      #expect(try body(UndoOptions()).restoredCount == plan.restoredCount)
      return true
    } catch UndoError.nothingToUndo, UndoError.nothingToRedo {
      return false
    }
  }

  /// What people see: of things that are there, what is not as if it had never been written.
  private func visible(_ replica: SimulatedReplica) throws -> [ModelKey: [UInt8]] {
    try replica.store.read { moment, transaction in
      var visible: [ModelKey: [UInt8]] = [:]
      for view in ViewName.ofFacts {
        try transaction.scan(try moment.catalog.table(view)) { key, value in
          guard let row = RowKey(key), try isThere(row, moment, transaction) else { return .next }
          let record = try Record(reading: value)
          for (field, register) in record.registers {
            guard let shown = register.winner?.value,
              shown != field.field.schema.cleared(of: shown),
              ![.created, .tagName, .retracted].contains(field.field)
            else { continue }
            let retraction = record[FieldKey(.retracted, field.part)]?.winner?.value
            if [.answer, .reviewDay].contains(field.field), retraction == [1] { continue }
            visible[ModelKey(row: row, field: field)] = shown
          }
          return .next
        }
      }
      return visible
    }
  }

  private func isThere(
    _ row: RowKey, _ moment: Moment, _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    switch row.kind {
    case .noteType: return false  // stays once it was defined, and shows nowhere by itself
    case .tag, .setting, .media: return true
    case .membership:
      let item = RowKey(.item, row.other ?? row.entity)
      return try moment.catalog.record(item, transaction).isLive
    case .reviews:
      return try moment.catalog.record(RowKey(.card, row.entity), transaction).isLive
    default: return try moment.catalog.record(row, transaction).isLive
    }
  }
}
