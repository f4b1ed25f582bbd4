import Daybook
import DaybookEvents
import DaybookLog
import DaybookSync
import DaybookSystem
import DaybookText
import Testing

/// Keeping in step through a folder.
struct FolderRemoteTests {
  @Test
  func `two machines that only see a folder end in the same state`() throws {
    let home = try Household()
    let (ada, ben) = (try home.machine("ada"), try home.machine("ben"))
    let milk = try ada.capture("Buy milk")
    try home.sync(ada)
    try home.sync(ben)
    #expect(try ben.titles == ["Buy milk"])
    home.clock.advance(by: 60)
    try ben.edit(milk) { _ in
      var change = ItemChange()
      change.title = "Buy milk and eggs"
      return change
    }
    try ada.capture("Call the plumber")
    try home.sync(ben)
    try home.sync(ada)
    try home.sync(ben)
    #expect(try ada.titles == ["Buy milk and eggs", "Call the plumber"])
    #expect(try ben.titles == ada.titles)
    #expect(try ada.fingerprint() == ben.fingerprint())
  }

  @Test
  func `a round with nothing new writes no file and takes nothing over`() throws {
    let home = try Household()
    let (ada, ben) = (try home.machine("ada"), try home.machine("ben"))
    try ada.capture("Buy milk")
    for store in [ada, ben, ada, ben] { try home.sync(store) }
    let files = try home.files()
    for store in [ada, ben] {
      let report = try home.sync(store)
      #expect(report.publish.events == 0 && report.merge.receivedEvents == 0)
    }
    #expect(try home.files() == files)
  }

  @Test
  func `what somebody observed and the folder lacks is published by who has it`() throws {
    let home = try Household()
    let (ada, ben, eva) = (
      try home.machine("ada"), try home.machine("ben"), try home.machine("eva")
    )
    // Only ben was ever handed what ada wrote; the folder knows ada through him.
    try ada.capture("Buy milk")
    try ben.merge(bundle: try ada.bundle())
    try ben.capture("Water the plants")
    try home.sync(ben)
    let report = try home.sync(eva)
    #expect(report.merge.waitingCommands == 0)
    #expect(try eva.titles == ["Buy milk", "Water the plants"])
    #expect(try eva.fingerprint() == ben.fingerprint())
  }

  @Test
  func `a folder that was emptied is filled again, and empties nobody`() throws {
    let home = try Household()
    let (ada, ben) = (try home.machine("ada"), try home.machine("ben"))
    try ada.capture("Buy milk")
    try ben.capture("Water the plants")
    for store in [ada, ben, ada] { try home.sync(store) }
    try FileSystem.removeRecursively(home.shared)
    let eva = try home.machine("eva")
    try home.sync(eva)
    try home.sync(ada)
    try home.sync(eva)
    #expect(try ada.titles == ["Buy milk", "Water the plants"])
    #expect(try eva.titles == ada.titles)
    #expect(try eva.fingerprint() == ada.fingerprint())
  }

  @Test
  func `small files are put together, and nothing is lost by that`() throws {
    let home = try Household()
    let (ada, ben) = (try home.machine("ada"), try home.machine("ben"))
    for number in 0..<100 {
      try ada.capture("item \(number)")
      try home.sync(ada)
    }
    #expect(try home.files().count <= 12)
    try home.sync(ben)
    #expect(try ben.titles.count == 100)
    #expect(try ben.fingerprint() == ada.fingerprint())
  }

  @Test(arguments: [0, 1, 40, 200, 4_000])
  func `a file that is cut is named, and read once it is whole`(_ byteCount: Int) throws {
    let home = try Household()
    let (ada, ben) = (try home.machine("ada"), try home.machine("ben"))
    for number in 0..<50 { try ada.capture("item \(number)") }
    try home.sync(ada)
    let file = try #require(try home.files().first)
    let bytes = try FileSystem.readFile(file, limit: 1 << 20)
    try FileSystem.writeFileAtomically(file, Array(bytes.prefix(byteCount)))
    let report = try home.sync(ben)
    #expect(report.problems.count == 1)
    #expect(try ben.titles.count < 50)
    try FileSystem.writeFileAtomically(file, bytes)
    #expect(try home.sync(ben).problems.isEmpty)
    #expect(try ben.fingerprint() == ada.fingerprint())
  }

  @Test
  func `a damaged file is named, what is sound in it is taken, and who has the rest sends it`()
    throws
  {
    let home = try Household()
    let (ada, ben) = (try home.machine("ada"), try home.machine("ben"))
    try ada.capture("Buy milk")
    try home.sync(ada)
    let file = try #require(try home.files().first)
    var bytes = try FileSystem.readFile(file, limit: 1 << 20)
    bytes[bytes.count - 60] ^= 1
    try FileSystem.writeFileAtomically(file, bytes)
    let report = try home.sync(ben)
    #expect(!report.problems.isEmpty || !report.merge.problems.isEmpty)
    #expect(try ben.titles.isEmpty)
    // The file came back as it was, by whatever carries the folder.
    bytes[bytes.count - 60] ^= 1
    try FileSystem.writeFileAtomically(file, bytes)
    try home.sync(ben)
    #expect(try ben.titles == ["Buy milk"])
  }

  @Test(arguments: [true, false])
  func `one's own file that is damaged or cut is replaced`(_ isCut: Bool) throws {
    let home = try Household()
    let (ada, ben) = (try home.machine("ada"), try home.machine("ben"))
    try ada.capture("Buy milk")
    try home.sync(ada)
    let file = try #require(try home.files().first)
    var bytes = try FileSystem.readFile(file, limit: 1 << 20)
    bytes[bytes.count - 60] ^= 1
    try FileSystem.writeFileAtomically(file, isCut ? Array(bytes.dropLast(80)) : bytes)
    for number in 0..<4 {
      try ada.capture("item \(number)")
      try home.sync(ada)
    }
    try home.sync(ada)
    let report = try home.sync(ben)
    #expect(report.problems.isEmpty && report.merge.problems.isEmpty)
    #expect(try ben.titles == ada.titles)
    #expect(try ben.fingerprint() == ada.fingerprint())
  }

  @Test
  func `a copy that a program made beside a file does no harm`() throws {
    let home = try Household()
    let (ada, ben) = (try home.machine("ada"), try home.machine("ben"))
    try ada.capture("Buy milk")
    try home.sync(ada)
    let file = try #require(try home.files().first)
    let bytes = try FileSystem.readFile(file, limit: 1 << 20)
    let twin = file.replacing(".bundle", with: " (ben's conflicted copy).bundle")
    try FileSystem.writeFileAtomically(twin, bytes)
    try FileSystem.writeFileAtomically(file + ".tmp", Array(bytes.prefix(20)))
    let report = try home.sync(ben)
    #expect(report.problems.isEmpty && report.merge.problems.isEmpty)
    #expect(try ben.titles == ["Buy milk"])
  }

  @Test
  func `an erased thing is gone from one's own files`() throws {
    let home = try Household()
    let (ada, ben) = (try home.machine("ada"), try home.machine("ben"))
    let secret = try ada.capture("The secret word is xyzzy")
    try ada.capture("Buy milk")
    try home.sync(ada)
    try home.sync(ben)
    try ada.erase([secret])
    try home.sync(ada)
    for file in try home.files() {
      let bytes = try FileSystem.readFile(file, limit: 1 << 20)
      #expect(!String(decoding: bytes, as: UTF8.self).contains("xyzzy"))
    }
    try home.sync(ben)
    #expect(try ben.titles == ["Buy milk"])
    #expect(try ben.fingerprint() == ada.fingerprint())
  }

  @Test
  func `a file that only something erased showed is gone from the folder as well`() throws {
    let home = try Household()
    let (ada, ben) = (try home.machine("ada"), try home.machine("ben"))
    let path = "\(home.path)/secret.png"
    try FileSystem.writeFileAtomically(path, Array("a secret picture".utf8))
    let file = try ada.addMedia(fileAt: path)
    try ada.capture("Buy milk")
    try home.sync(ada)
    try home.sync(ben)
    let copy = MediaFolder(storeAt: "\(home.shared)/\(try ada.status().replica)")
    #expect(copy.holds(file))
    let permissions = try FileSystem.permissions(copy.path(of: file.digest))
    #expect(try permissions & 0o777 == FileSystem.permissions(home.shared) & 0o666)
    try ada.erase([], media: ["secret.png"])
    try home.sync(ada)
    #expect(!copy.holds(file))
    try home.sync(ben)
    #expect(try ben.fingerprint() == ada.fingerprint())
  }

  @Test
  func `files that notes show come along, and are what their digests say`() throws {
    let home = try Household()
    let (ada, ben) = (try home.machine("ada"), try home.machine("ben"))
    let map = "\(home.path)/map.png"
    try FileSystem.writeFileAtomically(map, Array("a map".utf8))
    _ = try ada.addMedia(fileAt: map)
    #expect(try home.sync(ada).media.published == 1)
    #expect(try home.sync(ben).media.received == 1)
    #expect(try ben.missingMedia().isEmpty)
    #expect(try home.sync(ben).media == MediaReport())
  }

  @Test
  func `a folder with other things in it, a missing one and one of a newer program are refused`()
    throws
  {
    let home = try Household()
    let ada = try home.machine("ada")
    try ada.addRemote("stick", at: .folder(path: "\(home.path)/stick"))
    let record = try #require(try ada.remotes().first)
    var sync = Sync(ada, with: record)
    #expect(throws: RemoteError.unreachable(path: "\(home.path)/stick")) { try sync.run() }
    #expect(try ada.remotes().first?.failures == 1)
    try FileSystem.makeDirectory("\(home.path)/stick")
    try FileSystem.writeFileAtomically("\(home.path)/stick/letter.txt", [1])
    #expect(throws: RemoteError.notARemote(path: "\(home.path)/stick")) { try sync.run() }
    try FileSystem.writeFileAtomically(
      "\(home.path)/stick/daybook-remote.txt", Array("daybook remote 2\n".utf8))
    #expect(throws: RemoteError.newer(path: "\(home.path)/stick")) { try sync.run() }
    let kept = try #require(try ada.remotes().first)
    #expect(kept.failures == 3 && kept.lastSync == nil)
    #expect(kept.nextAttempt == home.clock.now + 8_000)
  }
}
