import DaybookEvents
import DaybookMigrations
import Foundation
import Testing

/// Upcasters: old payloads in, today's shape out, what they do not name left alone.
struct MigrationsTests {
  private let name = EventName(replica: ReplicaID(rawValue: 1), sequence: 2, tag: 3)
  private let steps = Migrations(steps: [
    Upcaster(kind: .collectionCreated, fromVersion: 1) { fields, _ in
      fields[9] = .bytes(Array("list".utf8))
    },
    Upcaster(kind: .collectionCreated, fromVersion: 2) { fields, _ in
      if case .bytes(let name)? = fields[1] { fields[1] = .bytes(name + [33]) }
    },
  ])

  @Test func `steps are taken one after the other`() throws {
    var old = WireWriter()
    old.bytes(1, Array("Garden".utf8))
    old.varint(5, 7)
    var new = WireWriter()
    new.bytes(1, Array("Garden!".utf8))
    new.varint(5, 7)
    new.bytes(9, Array("list".utf8))
    #expect(try steps.current(old.bytes, of: .collectionCreated, version: 1, name) == new.bytes)
    #expect(steps.currentVersion(of: .collectionCreated) == 3)
  }

  @Test func `today's version passes unchanged and a newer one is not read`() throws {
    let payload: [UInt8] = [8, 1]
    #expect(try steps.current(payload, of: .collectionCreated, version: 3, name) == payload)
    #expect(try steps.current(payload, of: .collectionCreated, version: 4, name) == nil)
    #expect(try steps.current(payload, of: .deckCreated, version: 1, name) == payload)
  }

  @Test func `what can be read are the versions up to today's`() {
    let kind = EventKind.collectionCreated.rawValue
    #expect((0...5).filter { steps.canRead(kind: kind, version: $0) } == [1, 2, 3])
    let other = EventKind.itemCaptured.rawValue
    #expect((0...3).filter { steps.canRead(kind: other, version: $0) } == [1])
    #expect(!steps.canRead(kind: 4_000_000, version: 1))
  }

  @Test func `a field written twice is read as everywhere: the last one counts`() throws {
    var wire = WireWriter()
    wire.varint(3, 1)
    wire.bytes(3, [7])
    wire.bytes(3, [8])
    wire.varint(3, 2)
    var fields = try PayloadFields(wire.bytes)
    #expect(fields[3] == .number(2) && fields.bytes(3) == [8])
    fields[3] = nil
    #expect(fields.payload.isEmpty && fields.bytes(3) == nil)
  }

  @Test func `fields keep their order and kind`() throws {
    var wire = WireWriter()
    wire.varint(1, 300)
    wire.fixed64(2, .max)
    wire.bytes(3, [1, 2])
    wire.bytes(3, [3])
    #expect(try PayloadFields(wire.bytes).payload == wire.bytes)
    #expect(throws: WireError.self) { try PayloadFields([0x1A, 9, 1]) }
  }
}
