import Daybook
import DaybookEvents
import DaybookLog
import DaybookScheduler
import Simulation
import TestSupport
import Testing

/// What upcasters mean for views and for reviews.
struct UpcastingTests {
  let folder: ScratchFolder
  let replica: SimulatedReplica
  let card = Sample.cards[0]

  init() throws {
    folder = try ScratchFolder()
    replica = try SimulatedReplica(in: folder, seed: 1)
  }

  /// A review as it is read from an event of a version.
  private func review(version: UInt32, _ payload: [UInt8]) throws -> Review {
    try replica.write(EventDraft(.cardReviewed, card, payload: payload, version: version))
    return try #require(try replica.reviews(of: card).last).answer
  }

  @Test(arguments: ["", "new", "learning", "review", "relearning", "cram", "preview", "unknown-9"])
  func `both versions of a review say the same`(shown: String) throws {
    for (hour, milliseconds) in [(4, 0), (0, 1500), (23, 70_000)] as [(UInt64, UInt64)] {
      let old = Sample.message { wire in
        wire.varint(1, 3)
        wire.varint(2, milliseconds)
        wire.text(3, shown)
        wire.varint(4, hour)
      }
      let new = Review.payload(
        grade: .good, durationMilliseconds: milliseconds, shown: Review.Shown(rawValue: shown),
        rolloverHour: Int(hour))
      #expect(new.count <= old.count)
      let read = try review(version: 2, new)
      let wasRead = try review(version: 1, old)
      #expect(read.shown.rawValue == shown && wasRead.shown == read.shown)
      #expect(read.rolloverHour == Int(hour) && wasRead.rolloverHour == Int(hour))
      #expect(read.durationMilliseconds == milliseconds)
      #expect(wasRead.durationMilliseconds == milliseconds)
    }
  }

  @Test func `a number that only a newer program knows is kept`() throws {
    let payload: [UInt8] = [8, 3, 48, 9]
    let read = try review(version: 2, payload)
    #expect(read.shown.rawValue == "unknown-9")
    let again = Review.payload(
      grade: .good, durationMilliseconds: 0, shown: read.shown, rolloverHour: 4)
    #expect(again == payload)
  }

  @Test func `a new version of a kind raises the code version of the views that fold it`() throws {
    var steps: [ViewName: Set<String>] = [:]
    for golden in GoldenEvent.all where golden.header.version > 1 {
      let draft = EventDraft(
        golden.kind, golden.header.entity, second: golden.header.second, payload: golden.payload,
        version: golden.header.version)
      try replica.write(draft)
      let event = try replica.store.read { moment, transaction in
        try moment.log.event(at: moment.state.eventCount, transaction)
      }
      for write in Reducer.writes(of: try #require(event)) {
        steps[write.row.kind.view, default: []].insert(golden.name)
      }
    }
    #expect(!steps.isEmpty)
    for (view, names) in steps {
      #expect(
        view.schema.codeVersion > UInt64(names.count), "\(view) would keep what it left unread")
    }
  }
}
