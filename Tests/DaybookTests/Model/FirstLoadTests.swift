import Daybook
import DaybookEvents
import DaybookLog
import LMDB
import Simulation
import TestSupport
import Testing

/// Taking over a whole log into a store that has nothing yet, in more than one batch.
struct FirstLoadTests {
  private static let commands = 10
  private static let eventsEach = 4_096
  let folder: ScratchFolder
  let ada: SimulatedReplica
  let ben: SimulatedReplica

  init() throws {
    folder = try ScratchFolder()
    ada = try SimulatedReplica("ada", in: folder, seed: 1)
    ben = try SimulatedReplica("ben", in: folder, seed: 2)
    let items = (0..<500).map { EntityID(name: "loaded", "\($0)") }
    for command in 0..<Self.commands {
      try ada.write(
        (0..<Self.eventsEach).map {
          Sample.edited(items[$0 % items.count], title: "\(command) \($0)")
        })
    }
    try #require(Self.commands * Self.eventsEach > LogWriter.receiveEventLimit)
  }

  /// A source that calls out once, when the first batch is taken.
  private struct Interrupted: SegmentSource {
    var segments: ArraySlice<Segment>
    let call: () throws -> Void
    private var events = 0

    init(_ segments: [Segment], _ call: @escaping () throws -> Void) {
      (self.segments, self.call) = (segments[...], call)
    }

    mutating func nextSegment() throws -> Segment? {
      if events >= LogWriter.receiveEventLimit, !segments.isEmpty {
        events = .min
        try call()
      }
      let next = segments.popFirst()
      events += next?.eventCount ?? 0
      return next
    }
  }

  @Test func `a first load that ends half way is made whole by whoever opens the store`() throws {
    var cut: SimulatedReplica?
    var source = Interrupted(try ada.segments()) { cut = try ben.copied(to: "cut", seed: 3) }
    _ = try ben.store.merge(&source, from: "test")
    let half = try #require(cut)
    let events = try half.state.eventCount
    #expect(events < UInt64(Self.commands * Self.eventsEach))
    #expect(events.isMultiple(of: UInt64(Self.eventsEach)))
    let entries = try half.store.read { moment, _ in moment.catalog.entries }
    for view in ViewName.allCases {
      #expect(entries[view]?.codeVersion == view.schema.codeVersion)
      #expect(entries[view]?.position == events)
      #expect(try half.store.rebuild(view).differences == 0)
    }
    try half.merge(from: ada)
    #expect(try half.fingerprint == ada.fingerprint)
    #expect(try ben.fingerprint == ada.fingerprint)
  }

  @Test func `whoever had the store open sees the moment before, and what he writes is kept`()
    throws
  {
    let own = Sample.items[0]
    let loaded = RowKey(.item, EntityID(name: "loaded", "0"))
    var isCalled = false
    var source = Interrupted(try ada.segments()) {
      isCalled = true
      #expect(try ben.record(loaded).isEmpty)
      #expect(try ben.state.eventCount > 0)
      try ben.write(Sample.captured(own, title: "meanwhile"))
      #expect(try ben.value(RowKey(.item, own), .title) == Array("meanwhile".utf8))
    }
    let report = try ben.store.merge(&source, from: "test")
    #expect(isCalled)
    #expect(try ben.value(RowKey(.item, own), .title) == Array("meanwhile".utf8))
    #expect(try !ben.record(loaded).isEmpty)
    #expect(report.changes.effects.overwritten.isEmpty)
    #expect(report.changes.effects.changedThings.count == 501)
    try ada.merge(from: ben)
    #expect(try ben.fingerprint == ada.fingerprint)
    for view in ViewName.allCases { #expect(try ben.store.rebuild(view).differences == 0) }
  }

  @Test func `views that someone else builds during a load are kept up from there`() throws {
    var generation: UInt64?
    var source = Interrupted(try ada.segments()) {
      let other = try SimulatedReplica(opening: ben.store.path, in: folder, ben.machine)
      generation = try other.store.read { moment, _ in moment.catalog.entries[.items]?.generation }
    }
    _ = try ben.store.merge(&source, from: "test")
    let entry = try ben.store.read { moment, _ in moment.catalog.entries[.items] }
    #expect(generation == 2)
    #expect(entry?.generation == generation)
    #expect(try ben.fingerprint == ada.fingerprint)
    for view in ViewName.allCases { #expect(try ben.store.rebuild(view).differences == 0) }
  }

  @Test func `views that were left behind are not read by who cannot build them`() throws {
    var source = Interrupted(try ada.segments()) {
      var options = ben.store.options
      options.isReadOnly = true
      let path = try ben.copied(bytesTo: "aside")
      let reader = try Store.open(at: path, options: options)
      #expect(throws: StoreFailure.older) {
        try reader.read { try $0.catalog.record(RowKey(.item, Sample.items[0]), $1) }
      }
      #expect(try reader.read { moment, _ in moment.state.eventCount } > 0)
    }
    _ = try ben.store.merge(&source, from: "test")
  }
}
