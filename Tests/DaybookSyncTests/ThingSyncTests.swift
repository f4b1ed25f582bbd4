import Daybook
import DaybookEvents
import DaybookLog
import DaybookSync
import DaybookSystem
import Testing

/// How each thing stands with remotes: rows S3-10, S3-18, S3-27, S3-28, S3-30 and S3-49 of the
/// acceptance table.
struct ThingSyncTests {
  private func state(_ store: Store, _ id: EntityID) throws -> ThingSync.State? {
    let isDeleted = try store.item(id)?.isDeleted ?? false
    let isContested = try !store.conflicts(about: id).isEmpty
    return try store.sync(of: id, isDeleted: isDeleted, isContested: isContested).first?.state
  }

  @Test func `each state is reached, and told after a restart as well`() throws {
    let home = try Household()
    let (ada, ben) = (try home.machine("ada"), try home.machine("ben"))
    let milk = try ada.capture("Buy milk")
    #expect(try state(ada, milk) == nil, "without a remote there is nothing to tell")
    for store in [ada, ben] { try home.sync(store) }
    #expect(try state(ada, milk) == .synced)
    home.clock.advance(by: 60)
    try ada.retitle(milk, "Buy oat milk")
    #expect(try state(ada, milk) == .pendingUpload)
    // What is pending follows from the log: nothing about it is kept.
    #expect(try state(home.machine("ada"), milk) == .pendingUpload)
    try home.sync(ada)
    #expect(try state(ada, milk) == .synced)
    try ben.retitle(milk, "Buy soy milk")
    try home.sync(ben)
    try home.sync(ada)
    #expect(try state(ada, milk) == .conflict && state(ben, milk) == .conflict)
    try ada.keep(milk, event: #require(try ada.conflicts().first?.writes[0].event))
    try home.sync(ada)
    #expect(try state(ada, milk) == .synced)
    try ada.delete([milk])
    #expect(try state(ada, milk) == .pendingDelete)
    try home.sync(ada)
    try home.sync(ben)
    #expect(try state(ada, milk) == .synced)
    #expect(try ben.item(milk)?.isDeleted == true, "a deletion is an event like others")
  }

  @Test func `a log that was cut back is told by what remotes were seen to hold`() throws {
    let home = try Household()
    let ada = try home.machine("ada")
    try ada.capture("Buy milk")
    try home.sync(ada)
    #expect(try ada.lostReceipts().isEmpty)
    // As a remote that saw more than there is now, such as after a page of the file was set back.
    var record = try #require(try ada.remotes().first)
    let lost = EventName(
      replica: try #require(record.heads.first).replica, sequence: 7, tag: 42)
    record.heads.append(lost)
    try ada.keep(record)
    #expect(try ada.lostReceipts().map(\.event) == [lost])
  }

  @Test func `the words are those that were agreed`() {
    #expect(
      SyncMessage.allCases.map(\.text) == [
        "Syncing…", "Setting up sync… This may take a moment. (This usually happens once.)",
        "Unable to sync. Will retry when online.",
        "Working offline. Changes will sync when online.",
      ])
    // S3-55 and S3-34.
    let offline = RemoteError.offline(host: "laptop").explanation
    #expect(
      "\(offline.whatHappened) \(offline.dataSafety)"
        == "We couldn't sync your tasks because you're offline. "
        + "Your changes are saved and will sync when you're back online.")
    let full = RemoteError.full(path: "/media/stick").explanation
    #expect(
      "\(full.whatHappened) \(full.dataSafety) \(full.nextStep)"
        == "The storage at /media/stick is full. Daybook will continue working, but changes won't "
        + "sync until you free up space. Free some space there, then run sync.")
  }

  @Test func `waits grow from 2 to 60 seconds, and failures are counted until one round works`()
    throws
  {
    // C35: a counter that is changed in a copy would never grow.
    let home = try Household()
    let ada = try home.machine("ada")
    try ada.addRemote("stick", at: .folder(path: "\(home.path)/away"))
    var waits: [Int64] = []
    var states: [RemoteStatus.State] = []
    for _ in 0..<7 {
      let record = try #require(try ada.remotes().first)
      var sync = Sync(ada, with: record)
      #expect(throws: RemoteError.unreachable(path: "\(home.path)/away")) { try sync.run() }
      let kept = try #require(try home.machine("ada").remotes().first)
      waits.append(kept.waitMilliseconds)
      states.append(try #require(try ada.remoteStatuses().first).state)
      home.clock.advance(by: kept.waitMilliseconds / 1_000)
      #expect(kept.nextAttempt == home.clock.now)
    }
    #expect(waits == [2, 4, 8, 16, 32, 60, 60].map { $0 * 1_000 })
    #expect(states == [.pending, .pending] + Array(repeating: .offline, count: 5))
    try FolderCarrier.begin("\(home.path)/away")
    var sync = Sync(ada, with: try #require(try ada.remotes().first))
    _ = try sync.run()
    let record = try #require(try ada.remotes().first)
    #expect(record.failures == 0 && record.nextAttempt == nil)
  }
}
