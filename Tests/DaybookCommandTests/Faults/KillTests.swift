import Foundation
import Testing

/// `kill -9` in the middle of everything that writes.
struct KillTests {
  /// What one killed capture was to write: an item, three tags, a place in a collection.
  private static let eventsOfCapture = 5

  @Test func `200 kills in captures lose nothing that was acknowledged and leave nothing half`()
    throws
  {
    let lab = try Lab()
    try lab.done("store", "collection", "new", "Garden")
    var aim = Aim(microseconds: 4_000)
    var acknowledged: [String: String] = [:]
    var events = try lab.status("store").events
    var (unacknowledged, kept) = (0, 0)
    for number in 0..<200 {
      let title = "note \(number)"
      let command = try lab.start(
        "store",
        ["capture", "--json", title, "--collection", "Garden"]
          + ["red", "green", "blue"].flatMap { ["--tag", $0] })
      usleep(aim.next())
      command.kill()
      let outcome = try command.wait()
      let now = try lab.status("store").events
      let written = now - events
      #expect(written == 0 || written == Self.eventsOfCapture, "a command was kept in part")
      if let item = try? outcome.read(ItemDocument.self) {  // half a document is no receipt
        acknowledged[item.id] = title
        #expect(written == Self.eventsOfCapture, "an acknowledged command is not there")
      } else {
        unacknowledged += 1
        kept += written == 0 ? 0 : 1
      }
      aim.learn(isTooLate: written > 0)
      events = now
    }
    #expect(unacknowledged > 0, "no kill fell between start and acknowledgement")
    let list = try lab.list("store")
    #expect(list.items.count == acknowledged.count + kept)
    #expect(Set(list.items.map(\.title)).count == list.items.count, "something is there twice")
    for item in list.items {
      #expect(Set(item.tags) == ["red", "green", "blue"] && item.collections.count == 1)
    }
    for (id, title) in acknowledged {
      #expect(list.items.contains { $0.id == id && $0.title == title })
    }
    try lab.expectSound("store")
  }

  @Test func `a merge that is killed again and again ends as an undisturbed one`() throws {
    let lab = try Lab()
    // More than one batch, so that the views are left behind at first.
    try Library.writeStore(lab("large"), commands: 400, eventsEach: 100)
    try lab.done("large", "bundle", "create", lab("large.bundle"))
    try lab.done("calm", "merge", lab("large.bundle"))
    try lab.begin("killed")
    var microseconds: UInt32 = 1_000
    var (kills, steps) = (0, Set<Int>())
    while true {
      let command = try lab.start("killed", ["merge", lab("large.bundle")])
      usleep(microseconds)
      command.kill()
      if try command.wait().end == .status(0) { break }
      kills += 1
      steps.insert(try lab.status("killed").events)
      microseconds += microseconds / 4
    }
    #expect(kills > 3)
    #expect(steps.allSatisfy { $0 % 100 == 0 }, "a command was taken over in part")
    let calm = try lab.status("calm")
    let killed = try lab.status("killed")
    #expect(killed.events == calm.events && killed.fingerprint == calm.fingerprint)
    try lab.expectSound("killed")
    // And from the folder itself, where two processes are at work.
    microseconds = 1_000
    while true {
      let command = try lab.start("folder", ["merge", lab("large")])
      usleep(microseconds)
      command.kill()
      if try command.wait().end == .status(0) { break }
      microseconds += microseconds / 2
    }
    #expect(try lab.status("folder").fingerprint == calm.fingerprint)
  }

  @Test func `a rebuild that is killed leaves the views as they were`() throws {
    let lab = try Lab()
    try Library.writeStore(lab("store"), commands: 40, eventsEach: 100)
    let fingerprint = try lab.status("store").fingerprint
    let titles = Set(try lab.list("store").items.map(\.title))
    let start = ContinuousClock.now
    try lab.done("store", "rebuild")
    let whole = UInt32((ContinuousClock.now - start) / .microseconds(1))
    var kills = 0
    for number in 0..<40 {
      let command = try lab.start("store", ["rebuild"])
      usleep(whole * UInt32(number % 20) / 18)
      command.kill()
      if try command.wait().end != .status(0) { kills += 1 }
      let status = try lab.status("store")
      #expect(status.fingerprint == fingerprint)
      #expect(status.views.allSatisfy { $0.state == "current" })
      if number % 8 == 0 {
        #expect(try lab.run("store", "verify").end == .status(0))
        #expect(Set(try lab.list("store").items.map(\.title)) == titles)
      }
    }
    #expect(kills > 0)
    try lab.expectSound("store")
    #expect(Set(try lab.list("store").items.map(\.title)) == titles)
  }

  @Test func `a store whose making is killed can be made by the next command`() throws {
    let lab = try Lab()
    var aim = Aim(microseconds: 3_000)
    for number in 0..<30 {
      let store = "new\(number)"
      let command = try lab.start(store, ["capture", "first"])
      usleep(aim.next())
      command.kill()
      _ = try command.wait()
      aim.learn(isTooLate: FileManager.default.fileExists(atPath: lab(store) + "/data.mdb"))
      try lab.capture(store, "second")
      let titles = try lab.list(store).items.map(\.title)
      #expect(titles == ["second"] || Set(titles) == ["first", "second"])
    }
  }
}

/// Finds the moment of a commit, and stays around it.
struct Aim {
  private var microseconds: Double
  private var step: Double
  private var random = SystemRandomNumberGenerator()

  init(microseconds: Double) {
    self.microseconds = microseconds
    step = microseconds / 4
  }

  /// How long to wait before the next kill.
  mutating func next() -> UInt32 {
    UInt32(max(0, microseconds + Double.random(in: -300...300, using: &random)))
  }

  /// Takes note whether the last kill came too late.
  mutating func learn(isTooLate: Bool) {
    microseconds = max(0, microseconds + (isTooLate ? -step : step))
    step = max(step * 0.9, 100)
  }
}
