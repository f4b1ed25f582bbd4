import Daybook
import DaybookEvents
import DaybookLog
import Testing

/// What features declare of their views, rows and fields, against what their events write.
struct SchemaTests {
  @Test func `events write to rows and registers that their views declare`() throws {
    let replica = try TestReplica(in: ScratchFolder(), seed: 1)
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
        #expect(Schema.view(of: golden.kind) == write.row.kind.view, "\(golden.name)")
        #expect(
          write.row.kind.schema.fields.contains(write.field.field),
          "\(golden.name) writes \(write.field.field.name), which its rows do not declare")
      }
    }
    #expect(written.count > 30)
  }

  @Test func `a kind of event that no view declares decides about other events`() {
    let undeclared = EventKind.allCases.filter { Schema.view(of: $0) == nil }
    #expect(undeclared == [.clockCorrected, .commandUndone, .thingErased, .writesWithdrawn])
  }

  @Test func `every register of a row is a field, and every field is a register of some row`() {
    let declared = Schema.views.flatMap(\.rows).flatMap(\.fields)
    #expect(Set(declared) == Set(Schema.fields.map(\.field)))
  }

  @Test(arguments: Schema.fields.map(\.field))
  func `a cleared register shows what shows where nobody wrote`(field: Field) {
    guard let cleared = field.schema.cleared(of: []) else { return }
    let key = FieldKey(field)
    #expect(!FieldChange.differs(key, from: nil, to: cleared))
    #expect(!FieldChange.differs(key, from: cleared, to: nil))
  }
}
