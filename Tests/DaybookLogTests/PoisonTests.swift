import Daybook
import DaybookEvents
import DaybookLog
import Simulation
import TestSupport
import Testing

/// Events that no sound writer makes: kept, silent, relayed, the same everywhere.
struct PoisonTests {
  let folder: ScratchFolder
  let item = Sample.items[0]
  var row: RowKey { RowKey(.item, item) }

  init() throws { folder = try ScratchFolder() }

  /// Merges into one store, from there into a second, and rebuilds both.
  private func relayed(_ segments: [Segment]) throws -> SimulatedReplica {
    let first = try SimulatedReplica("first", in: folder, seed: 100)
    let second = try SimulatedReplica("second", in: folder, seed: 101)
    try first.merge(segments)
    try second.merge(from: first)
    #expect(try first.fingerprint == second.fingerprint)
    #expect(try first.heads == second.heads)
    #expect(try second.state.waitingCommands == 0)
    #expect(try second.segments().flatMap(\.events) == segments.flatMap(\.events))
    for replica in [first, second] {
      for view in ViewName.allCases {
        #expect(try replica.store.rebuild(view).differences == 0)
      }
      #expect(
        try replica.store.read { try $0.log.verify($0.state, $1) }.isEmpty)
    }
    #expect(try first.fingerprint == second.fingerprint)
    return second
  }

  @Test func `a payload that cannot be read is kept, relayed and folds to nothing`() throws {
    var ada = Scribe(seed: 1)
    let sound = try ada.command(Sample.captured(item, title: "a"))
    let broken = EventDraft(.itemEdited, item, payload: [0x0A, 0xFF, 0x01])
    let poison = try ada.command(broken)
    let after = try ada.command(Sample.edited(item, body: "b"))
    let replica = try relayed([sound.joined(poison).joined(after)])
    #expect(try replica.value(row, .title) == Array("a".utf8))
    #expect(try replica.value(row, .body) == Array("b".utf8))
  }

  @Test func `a command whose stamps do not rise is kept and folds to nothing`() throws {
    var ada = Scribe(seed: 1)
    let sound = try ada.command(Sample.captured(item, title: "a"))
    let stuck = ada.stamp
    let poison = try ada.command(
      Sample.edited(item, title: "stuck"), change: { $0.stamp = Stamp(rawValue: stuck) })
    let after = try ada.command(Sample.edited(item, body: "b"))
    let replica = try relayed([sound.joined(poison).joined(after)])
    #expect(try replica.value(row, .title) == Array("a".utf8))
    #expect(try replica.value(row, .body) == Array("b".utf8))
    #expect(try replica.state.impossibleEvents == 1)
  }

  @Test func `a stamp at the end of time stops nobody's clock`() throws {
    var ada = Scribe(seed: 1)
    let poison = try ada.command(
      Sample.captured(item, title: "a"), change: { $0.stamp = Stamp(rawValue: .max) })
    let replica = try relayed([poison])
    try replica.write(Sample.edited(item, title: "mine"))
    #expect(try replica.value(row, .title) == Array("mine".utf8))
    #expect(try replica.state.clock.last.milliseconds == replica.machine.now)
  }

  @Test func `an unknown kind is kept byte for byte, relayed, and folds to nothing`() throws {
    var ada = Scribe(seed: 1)
    let sound = try ada.command(Sample.captured(item, title: "a"))
    let unknown = try ada.command(
      EventDraft(.itemEdited, item, payload: [1, 2, 3]), change: { $0.kind = 4_000_000 })
    let after = try ada.command(Sample.edited(item, body: "b"))
    let replica = try relayed([sound.joined(unknown).joined(after)])
    #expect(try replica.value(row, .title) == Array("a".utf8))
    #expect(try replica.value(row, .body) == Array("b".utf8))
    #expect(try replica.state.unknownEvents == 1)
  }

  @Test func `a payload of a newer version is kept, relayed and folds to nothing`() throws {
    var ada = Scribe(seed: 1)
    let sound = try ada.command(Sample.captured(item, title: "a"))
    var draft = Sample.edited(item, title: "newer")
    draft.version = 9
    let replica = try relayed([sound.joined(try ada.command(draft))])
    #expect(try replica.value(row, .title) == Array("a".utf8))
    #expect(try replica.state.unknownEvents == 1)
  }

  @Test func `a review of the version after today's is kept, relayed and folds to nothing`() throws
  {
    var ada = Scribe(seed: 1)
    let card = Sample.cards[0]
    var newer = Sample.reviewed(card, grade: 3)
    newer.version += 1
    let segment = try ada.command(newer)
    let replica = try relayed([segment.joined(try ada.command(Sample.reviewed(card, grade: 4)))])
    #expect(try replica.state.unknownEvents == 1)
    #expect(try replica.reviews(of: card).map(\.answer.grade) == [4])
  }

  @Test func `unknown header fields are relayed byte for byte`() throws {
    var ada = Scribe(seed: 1)
    let extended = try ada.command(
      Sample.captured(item, title: "a"),
      spoil: { $0 + [0xA2, 0x06, 0x03, 7, 8, 9, 0xA8, 0x06, 0x05] })
    let replica = try relayed([extended])
    #expect(try replica.value(row, .title) == Array("a".utf8))
    #expect(try replica.segments()[0].events == extended.events)
  }

  @Test(arguments: [Int64.max, .max - 1_000_000_000, .min, .min + 1, -1])
  func `a review at the end of time does not stop the store`(occurredAt: Int64) throws {
    var ada = Scribe(seed: 1)
    let (card, deck) = (Sample.cards[0], Sample.decks[0])
    var segment = try ada.command(Sample.added(card, to: deck))
    for number in 0..<4 {
      segment = segment.joined(
        try ada.command(
          Sample.reviewed(card, grade: 4, occurredAt: occurredAt),
          change: { $0.offsetMinutes = number.isMultiple(of: 2) ? 1440 : -1440 }))
    }
    let replica = try relayed([segment])
    #expect(try replica.state.eventCount == 5)
  }

  @Test func `times beyond the calendar do not stop the store`() throws {
    var ada = Scribe(seed: 1)
    let schedule = Sample.message { wire in
      wire.bytes(1, Sample.message { $0.signed(1, .max) })
      wire.bytes(2, Sample.message { $0.signed(2, .min) })
      wire.bytes(3, [0xFF])
    }
    let payload = Sample.message { wire in
      wire.text(1, "a")
      wire.bytes(4, [0x80])
      wire.bytes(5, schedule)
      wire.bytes(8, [0x01])
    }
    let segment = try ada.command(
      EventDraft(.itemCaptured, item, payload: payload, occurredAt: .min),
      change: { header in
        header.recordedAt = .max
        header.offsetMinutes = 1 << 40
      })
    let replica = try relayed([segment])
    #expect(try replica.value(row, .title) == Array("a".utf8))
  }

  @Test func `a field named twice in one event is no conflict with itself`() throws {
    var ada = Scribe(seed: 1)
    let payload = Sample.message { wire in
      for value in ["1", "2"] {
        wire.bytes(
          8,
          Sample.message { inner in
            inner.text(1, "uda")
            inner.text(2, value)
          })
      }
    }
    let segment = try ada.command(EventDraft(.itemCaptured, item, payload: payload))
    let replica = try relayed([segment])
    #expect(try replica.conflicts.isEmpty)
    let part = EntityID(name: "extra", "uda").rawValue
    #expect(try replica.record(row)[FieldKey(.extra, part)]?.heads.count == 1)
  }

  @Test func `a command that observed itself or the future waits and stops nobody`() throws {
    var (ada, ben) = (Scribe(seed: 1), Scribe(seed: 2))
    let never = EventName(replica: ben.replica, sequence: 7, tag: 7)
    let waits = try ada.command(Sample.captured(item, title: "a"), observing: [never])
    let sound = try ben.command(Sample.captured(item, title: "b"))
    let replica = try SimulatedReplica(in: folder, seed: 1)
    try replica.merge([waits, sound])
    #expect(try replica.value(row, .title) == Array("b".utf8))
    #expect(try replica.state.waitingCommands == 1)
  }
}
