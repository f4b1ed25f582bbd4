import Daybook
import DaybookEvents
import DaybookLog
import DaybookSync
import DaybookSystem
import DaybookText
import Simulation
import TestSupport
import Testing

/// What every way of exchanging logs has to do: each is tried with all of them.
struct RemoteConformanceTests {
  /// The ways there are.
  enum Way: CaseIterable, Sendable, CustomTestStringConvertible {
    case memory, folder, ssh, bundle, directory

    var testDescription: String { "\(self)" }
  }

  @Test(arguments: Way.allCases)
  func `both end in the same state, and a second time nothing comes or goes`(_ way: Way) throws {
    let home = try Exchanging(by: way)
    let (ada, ben) = (try home.machine("ada"), try home.machine("ben"))
    let milk = try ada.capture("Buy milk")
    try ben.capture("Water the plants")
    try home.exchange(ada, ben)
    #expect(try ada.titles == ["Buy milk", "Water the plants"])
    #expect(try ben.titles == ada.titles && ben.fingerprint() == ada.fingerprint())
    home.clock.advance(by: 60)
    try ben.retitle(milk, "Buy milk and eggs")
    try home.exchange(ada, ben)
    #expect(try ada.titles == ["Buy milk and eggs", "Water the plants"])
    let before = try [ada, ben].map { try $0.status().events }
    let came = try home.exchange(ada, ben)
    #expect(came == 0)
    #expect(try [ada, ben].map { try $0.status().events } == before)
    #expect(try ben.fingerprint() == ada.fingerprint())
  }

  @Test(arguments: Way.allCases)
  func `an empty one never empties a full one`(_ way: Way) throws {
    let home = try Exchanging(by: way)
    let (ada, ben) = (try home.machine("ada"), try home.machine("ben"))
    try ada.capture("Buy milk")
    try home.exchange(ben, ada)
    try home.exchange(ada, ben)
    #expect(try ada.titles == ["Buy milk"] && ben.titles == ["Buy milk"])
    #expect(try ben.fingerprint() == ada.fingerprint())
  }

  @Test(arguments: Way.allCases)
  func `what only a third machine can pass on comes with all that it was written on top of`(
    _ way: Way
  ) throws {
    let home = try Exchanging(by: way)
    let (ada, ben, eva) = (
      try home.machine("ada"), try home.machine("ben"), try home.machine("eva")
    )
    let milk = try ada.capture("Buy milk")
    try ben.merge(bundle: try ada.bundle())
    try ben.retitle(milk, "Buy oat milk")
    try home.exchange(ben, eva)
    #expect(try eva.titles == ["Buy oat milk"] && eva.status().waitingCommands == 0)
    #expect(try ben.fingerprint() == eva.fingerprint())
  }

  @Test(arguments: Way.allCases)
  func `of two that did not know of each other one shows, and both list the other`(
    _ way: Way
  ) throws {
    let home = try Exchanging(by: way)
    let (ada, ben) = (try home.machine("ada"), try home.machine("ben"))
    let milk = try ada.capture("Buy milk")
    try home.exchange(ada, ben)
    home.clock.advance(by: 60)
    try ada.retitle(milk, "Buy oat milk")
    home.clock.advance(by: 60)
    try ben.retitle(milk, "Buy soy milk")
    try home.exchange(ada, ben)
    for store in [ada, ben] {
      #expect(try store.titles == ["Buy soy milk"])
      let conflict = try #require(try store.conflicts().first)
      #expect(conflict.writes.map(\.value) == [.text("Buy soy milk"), .text("Buy oat milk")])
    }
    // Who loses is kept by one command, and that goes to the other as any does.
    let other = try #require(try ada.conflicts().first?.writes.last?.event)
    home.clock.advance(by: 60)
    try ada.keep(milk, event: other)
    try home.exchange(ada, ben)
    #expect(try ben.titles == ["Buy oat milk"] && ben.conflicts().isEmpty)
  }

  @Test(arguments: Way.allCases)
  func `what was erased is gone at the other side as well`(_ way: Way) throws {
    let home = try Exchanging(by: way)
    let (ada, ben) = (try home.machine("ada"), try home.machine("ben"))
    let secret = try ada.capture("The secret word is xyzzy")
    try ada.capture("Buy milk")
    try home.exchange(ada, ben)
    try ada.erase([secret])
    try home.exchange(ada, ben)
    #expect(try ben.titles == ["Buy milk"] && ben.fingerprint() == ada.fingerprint())
    #expect(try !String(decoding: ben.bundle(), as: UTF8.self).contains("xyzzy"))
  }

  @Test(arguments: Way.allCases)
  func `two copies of one store that both went on keep what both wrote`(_ way: Way) throws {
    let home = try Exchanging(by: way)
    let ada = try home.machine("ada")
    try ada.capture("Buy milk")
    let copy = try home.copy(of: ada, "copy")
    try ada.capture("Written here")
    try copy.capture("Written there")
    for _ in 0..<2 { try home.exchange(ada, copy) }
    #expect(try ada.titles == ["Buy milk", "Written here", "Written there"])
    #expect(try copy.titles == ada.titles && copy.fingerprint() == ada.fingerprint())
  }

  @Test(arguments: Way.allCases)
  func `files that notes show are at both sides, as their digests say`(_ way: Way) throws {
    let home = try Exchanging(by: way)
    let (ada, ben) = (try home.machine("ada"), try home.machine("ben"))
    for (store, name) in [(ada, "map.png"), (ben, "plan.png")] {
      try home.folder.write(name, Array("a \(name)".utf8))
      _ = try store.addMedia(fileAt: home.folder(name))
    }
    for _ in 0..<2 { try home.exchange(ada, ben) }
    for store in [ada, ben] {
      #expect(try store.missingMedia().isEmpty)
      #expect(try store.verify().mediaProblems.isEmpty)
    }
  }

  @Test(arguments: Way.allCases)
  func `what waits here for what nobody sent is sent to nobody, and nothing goes twice`(
    _ way: Way
  ) throws {
    let home = try Exchanging(by: way)
    let (ada, ben) = (try home.machine("ada"), try home.machine("ben"))
    // One signature for two commands, of which the second was written on top of what is not here.
    var writer = Scribe(seed: 7)
    let stranger = EventName(replica: ReplicaID(rawValue: 1), sequence: 1, tag: 1)
    let (item, other) = (EntityID(name: "item", "1"), EntityID(name: "item", "2"))
    let first = try writer.command(EventDraft(.itemCaptured, item))
    let second = try writer.command(EventDraft(.itemCaptured, other), observing: [stranger])
    var source = SegmentList([first.joined(second)])
    let report = try ada.merge(&source, from: "a stranger")
    #expect(report.appliedEvents == 1 && report.waitingCommands == 1)
    for _ in 0..<3 { try home.exchange(ada, ben) }
    #expect(try ben.items().count == 1)
    let files = try home.files()
    let came = try home.exchange(ada, ben)
    #expect(try came == 0 && home.files() == files)
  }
}
