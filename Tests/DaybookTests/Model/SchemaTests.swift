import Daybook
import DaybookEvents
import DaybookLog
import LMDB
import Simulation
import TestSupport
import Testing

/// What features declare of their views, rows and fields, against what their events write.
struct SchemaTests {
  @Test func `events write to rows and registers that their views declare`() throws {
    let replica = try SimulatedReplica(in: ScratchFolder(), seed: 1)
    var written: Set<Field> = []
    for golden in GoldenEvent.all where golden.kind != .writesWithdrawn {
      let draft = EventDraft(
        golden.kind, golden.header.entity, second: golden.header.second, payload: golden.payload,
        version: golden.header.version)
      try replica.write(draft)
      let event = try replica.store.read { moment, transaction in
        try moment.log.event(at: moment.state.eventCount, transaction)
      }
      for write in Reducer.writes(of: try #require(event)) {
        written.insert(write.field.field)
        #expect(golden.kind.view == write.row.kind.view, "\(golden.name)")
        #expect(
          write.row.kind.schema.fields.contains(write.field.field),
          "\(golden.name) writes \(write.field.field.name), which its rows do not declare")
      }
    }
    #expect(written.count > 30)
  }

  @Test func `a kind of event that no view declares decides about other events`() {
    let undeclared = EventKind.allCases.filter { $0.view == nil }
    #expect(undeclared == [.clockCorrected, .commandUndone, .thingErased, .writesWithdrawn])
  }

  @Test func `every register of a row is a field, and every field is a register of some row`() {
    let declared = Schema.views.flatMap(\.rows).flatMap(\.fields)
    #expect(Set(declared) == Set(Schema.fields.map(\.field)))
  }

  @Test func `every entry of a view is of an index that it declares`() throws {
    let folder = try ScratchFolder()
    let options = StoreOptions(replicaName: "sample")
    _ = try Store.createSample(at: folder.path + "/sample", options: options)
    var simulation = try Simulation(seed: 7)
    try simulation.run()
    var found: Set<UInt8> = []
    for store in [
      try Store.open(at: folder.path + "/sample", options: options),
      simulation.members[0].replica.store,
    ] {
      try store.read { moment, transaction in
        for view in ViewName.allCases {
          let letters =
            view.schema.rows.map(\.kind.rawValue) + view.schema.indexes.map(\.rawValue)
          #expect(Set(letters).count == letters.count, "\(view.rawValue)")
          try transaction.scan(try moment.catalog.table(view)) { key, _ in
            if !letters.contains(key[0]) { Issue.record("\(view.rawValue): \(key[0])") }
            found.insert(key[0])
            return .next
          }
        }
      }
    }
    #expect(found.count > 20)
  }

  @Test func `a register that nobody wrote to has the default of its field`() {
    let defaults: [(Field, FieldValue)] = [
      (.kind, .text("note")), (.status, .text("inbox")), (.cardKind, .text("basic")),
      (.schedule, .none), (.priority, .text("")), (.tag, .flag(false)), (.place, .text("out")),
      (.suspended, .flag(false)), (.flag, .number(0)), (.buried, .none), (.retracted, .flag(false)),
    ]
    for (field, shown) in defaults {
      #expect(FieldValue(FieldKey(field), field.schema.unwrittenValue) == shown, "\(field.name)")
    }
    let words = Schema.fields.filter { $0.unwrittenWord != nil }.map(\.field)
    #expect(Set(words) == Set([Field.kind, .status, .cardKind]))
  }
}
