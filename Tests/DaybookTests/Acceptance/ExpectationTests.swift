import Daybook
import DaybookEvents
import Testing

/// Changes that are made only over what their writer had seen: S3-74.
struct ExpectationTests {
  private let laptop: TestStore
  private let phone: TestStore
  private let item: EntityID

  init() throws {
    let clock = TestClock()
    laptop = try TestStore("laptop", clock: clock)
    phone = try TestStore("phone", clock: clock)
    item = try laptop.store.capture(.title("seeds"), tags: ["garden"])
    try phone.merge(laptop)
  }

  private func expectRefusal(
    _ test: TestStore, of thing: EntityID, _ change: () throws -> Void,
    location: SourceLocation = #_sourceLocation
  ) throws {
    let before = try (test.eventCount, test.store.fingerprint())
    #expect(throws: StoreError.changedSince(thing), sourceLocation: location) { try change() }
    #expect(try (test.eventCount, test.store.fingerprint()) == before, sourceLocation: location)
  }

  @Test func `a change is made over what was seen, and refused over anything later`() throws {
    let seen = try laptop.store.version()
    try laptop.store.expecting(seen).edit(item, .title("bulbs"))
    try expectRefusal(laptop, of: item) {
      try laptop.store.expecting(seen).edit(item, .title("trees"))
    }
    try laptop.store.expecting(try laptop.store.version()).edit(item, .title("trees"))
    #expect(try laptop.title(item) == "trees")
  }

  @Test func `what another machine wrote without knowing of it is refused as well`() throws {
    try laptop.store.edit(item, .title("from the laptop"))
    let seen = try laptop.store.version()
    laptop.clock.advance(-3_600_000)
    try phone.store.tag([item], adding: ["early"])
    try laptop.merge(phone)
    try expectRefusal(laptop, of: item) { try laptop.store.expecting(seen).delete([item]) }
  }

  @Test func `a version holds on a machine that has learned more since, of other things`() throws {
    let seen = try laptop.store.version()
    for number in 0..<3 { try phone.store.capture(.title("\(number)")) }
    #expect(try phone.store.expecting(seen).finish([item]) == [item])
  }

  @Test func `who writes twice is not refused for what he wrote himself`() throws {
    let guarded = laptop.store.expecting(try laptop.store.version())
    try guarded.edit(item, .title("once"))
    try guarded.edit(item, .title("twice"))
    try laptop.store.edit(item, .title("by somebody else"))
    try expectRefusal(laptop, of: item) { try guarded.edit(item, .title("three times")) }
  }

  @Test func `both the item and its list must be as they were seen`() throws {
    let list = try laptop.store.createCollection(named: "list")
    let seen = try laptop.store.version()
    try laptop.store.capture(.title("other"), in: [list])
    try expectRefusal(laptop, of: list) {
      try laptop.store.expecting(seen).file([item], in: list)
    }
    try laptop.store.expecting(seen).tag([item], adding: ["work"])
  }

  @Test func `that others use a tag is no change of it`() throws {
    let seen = try laptop.store.version()
    try laptop.store.capture(.title("other"), tags: ["work"])
    #expect(try laptop.store.expecting(seen).tag([item], adding: ["work"]))
  }

  @Test func `a version of events that are not here refuses everything`() throws {
    try phone.store.edit(item, .title("from the phone"))
    let seen = try phone.store.version()
    #expect(throws: StoreError.self) {
      try laptop.store.expecting(seen).edit(item, .title("blind"))
    }
    #expect(try laptop.title(item) == "seeds")
  }

  @Test func `a version survives as text`() throws {
    try phone.store.edit(item, .title("a"))
    try laptop.merge(phone)
    for version in [try laptop.store.version(), StoreVersion([])] {
      #expect(StoreVersion(version.description) == version)
    }
    for text in ["x", "0:1", ",", "0123456789abcdef:1", "0123456789abcdef~0:1", "a~b:c"] {
      #expect(StoreVersion(text) == nil, "\(text)")
    }
  }
}
