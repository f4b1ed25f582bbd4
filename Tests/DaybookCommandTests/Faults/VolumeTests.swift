import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Whether a volume can be mounted here; whatever keeps it from that, the tests are skipped.
private let canMountVolumes = ((try? Volume("mount -t tmpfs -o size=1m none")) ?? nil) != nil

/// Volumes that are full or may only be read; mounted where nobody else sees them, so for the
/// system's administrator only.
@Suite(.enabled(if: canMountVolumes, "only an administrator can mount volumes"))
struct VolumeTests {
  @Test func `a full disk loses nothing, says so, and works again when there is room`() throws {
    let volume = try #require(try Volume("mount -t tmpfs -o size=1m none"))
    let lab = volume.lab
    try lab.start(bare: ["capture", "first", "--store", volume("store")]).wait()
      .expectDone()
    try volume.shell("head -c 200000 /dev/zero > ballast")
    let body = String(repeating: "all work and no play ", count: 500)
    var ids: Set<String> = []
    var refusals = 0
    for number in 0..<100 where refusals < 3 {
      let words = ["capture", "--json", "note \(number)", "--body", body, "--tag", "t"]
      let outcome = try lab.start(bare: words + ["--store", volume("store")]).wait()
      if outcome.end == .status(0) {
        ids.insert(try outcome.read(ItemDocument.self).id)
        continue
      }
      refusals += 1
      outcome.expectRefusal(74, note: "\(outcome.end): \(outcome.errors)")
      #expect(outcome.errors.contains("full") && !outcome.errors.contains("work"))
      try expectHolds(volume, ids)
    }
    #expect(ids.count > 5 && refusals == 3)
    // A new store finds no room either, and leaves nothing behind.
    try volume.shell("cat /dev/zero > rest 2> /dev/null; true")
    let new = try lab.start(bare: ["capture", "x", "--store", volume("new")]).wait()
    new.expectRefusal(74, note: "\(new.end): \(new.errors)")
    try volume.shell("test ! -e new && test -z \"$(ls -d new* 2> /dev/null)\"")
    try expectHolds(volume, ids)
    try volume.shell("rm ballast rest")
    let last = try lab.start(bare: ["capture", "--json", "last", "--store", volume("store")])
      .wait()
    ids.insert(try last.read(ItemDocument.self).id)
    try expectHolds(volume, ids)
  }

  @Test func `a store without its lock file on a full disk does not end the program`() throws {
    let volume = try #require(try Volume("mount -t tmpfs -o size=1m none"))
    try volume.lab.start(bare: ["capture", "first", "--store", volume("store")]).wait()
      .expectDone()
    try volume.shell("rm store/lock.mdb; cat /dev/zero > rest 2> /dev/null; true")
    let outcome = try volume.lab.start(bare: ["list", "--store", volume("store")]).wait()
    if outcome.end != .status(0) {
      outcome.expectRefusal(74, note: "\(outcome.end): \(outcome.errors)")
    }
  }

  @Test func `a store on a volume that may only be read can be read and checked`() throws {
    let volume = try #require(try Volume("mount -t tmpfs -o size=4m none"))
    try volume.lab.start(bare: ["capture", "first", "--store", volume("store")]).wait()
      .expectDone()
    try volume.shell("mount -o remount,ro \"$VOLUME\"")
    for words in [
      ["list"], ["status"], ["log", "--jsonl"], ["verify"], ["conflicts"],
      ["bundle", "create", volume.lab("read.bundle")],
    ] {
      try volume.lab.start(bare: words + ["--store", volume("store")]).wait().expectDone()
    }
    for words in [["capture", "x"], ["rebuild"], ["merge", volume.lab("read.bundle")]] {
      let outcome = try volume.lab.start(bare: words + ["--store", volume("store")]).wait()
      outcome.expectRefusal(74, 77, note: "\(words): \(outcome.end) \(outcome.errors)")
      let new = try volume.lab.start(bare: words + ["--store", volume("new")]).wait()
      new.expectRefusal(73, 74, 77, note: "\(words): \(new.end) \(new.errors)")
    }
    try volume.lab.done("taker", "merge", volume("store"))
    #expect(try volume.lab.list("taker").total == 1)
  }

  /// S1-17.
  @Test func `a backup that finds no room, or no leave to write, leaves nothing behind`() throws {
    let volume = try #require(try Volume("mount -t tmpfs -o size=1m none"))
    try Library.writeStore(volume.lab("store"), commands: 20, eventsEach: 400)
    let target = volume("file")
    try volume.lab.run("store", "backup", "create", target).expectRefusal(74)
    try volume.shell("test -z \"$(ls -A | grep -v '^.mounted$')\"")
    try volume.lab.done("store", "backup", "create", volume.lab("file"))
    let restoring = ["backup", "restore", volume.lab("file"), "--store", volume("new")]
    try volume.lab.start(bare: restoring).wait().expectRefusal(74)
    try volume.shell("test -z \"$(ls -A | grep -v '^.mounted$')\"")
    try volume.shell("mount -o remount,ro \"$VOLUME\"")
    try volume.lab.run("store", "backup", "create", target).expectRefusal(74, 77)
    try volume.lab.start(bare: restoring).wait().expectRefusal(73, 74, 77)
    try volume.lab.expectSound("store")
  }

  @Test func `a store of format 1 stays as it was where there is no room or leave to write`()
    throws
  {
    let volume = try #require(try Volume("mount -t tmpfs -o size=1m none"))
    try GoldenStore.write(to: volume.lab("old"))
    try volume.shell("cp -r '\(volume.lab("old"))' old")
    func run(_ words: String...) throws -> Outcome {
      try volume.lab.start(bare: words + ["--store", volume("old")]).wait()
    }
    try run("verify").expectDone()
    try volume.shell("cat /dev/zero > rest 2> /dev/null; true")
    let full = try run("migrate")
    full.expectRefusal(74, note: "\(full.end): \(full.errors)")
    try run("verify").expectDone()
    try volume.shell("rm rest; mount -o remount,ro \"$VOLUME\"")
    let refused = try run("list")
    refused.expectRefusal(1, note: "\(refused.end): \(refused.errors)")
    #expect(refused.errors.contains("older daybook") && refused.errors.contains("migrate"))
    try run("verify").expectDone()
    #expect(try run("migrate", "--dry-run").output.contains("66 rows would be rewritten"))
    try volume.shell("mount -o remount,rw \"$VOLUME\"")
    #expect(try run("migrate").output.contains("66 rows rewritten"))
    #expect(try run("status").output.contains(GoldenStore.fingerprint))
  }

  private func expectHolds(_ volume: Volume, _ ids: Set<String>) throws {
    let store = ["--store", volume("store")]
    let list = try volume.lab.start(bare: ["list", "--json"] + store).wait()
    #expect(list.end == .status(0), "\(list.end): \(list.errors)")
    let items = try list.read(ItemsDocument.self).items.filter { $0.title != "first" }
    #expect(Set(items.map(\.id)) == ids)
    try volume.lab.start(bare: ["verify"] + store).wait().expectDone()
  }
}

/// A mount that only its own commands see, and that ends with it.
private final class Volume {
  /// Runs the program where the mount is visible.
  let lab: Lab
  private let place: Lab
  private let holder: RunningCommand
  private let enter: [String]

  /// Nil where this user or this system cannot mount.
  init?(_ mount: String) throws {
    guard getuid() == 0 else { return nil }
    place = try Lab()
    let script = "\(mount) \"$0\" && touch \"$0/.mounted\" && echo ready && exec sleep 300"
    holder = try RunningCommand(
      ["unshare", "--mount", "--propagation", "private", "/bin/sh", "-c", script, place.path],
      ["PATH=/usr/bin:/bin:/usr/sbin:/sbin"], streams: place.path + "-holder")
    enter = ["nsenter", "--mount", "--target", "\(holder.process)"]
    lab = try Lab(through: enter)
    for _ in 0..<200 {
      if try shellStatus("test -e .mounted") == .status(0) { return }
      usleep(10_000)
    }
    return nil
  }

  deinit { holder.end() }

  func callAsFunction(_ name: String) -> String { place(name) }

  /// Runs a script of `sh` on the volume; it must work.
  func shell(_ script: String) throws {
    let end = try shellStatus(script)
    #expect(end == .status(0), "\(script)")
  }

  private func shellStatus(_ script: String) throws -> Outcome.End {
    try RunningCommand(
      enter + ["/bin/sh", "-c", "cd \"$VOLUME\" && { \(script); }"],
      ["PATH=/usr/bin:/bin:/usr/sbin:/sbin", "VOLUME=\(place.path)"], streams: lab("shell")
    ).wait().end
  }
}

extension Outcome {
  fileprivate func expectDone() {
    #expect(end == .status(0), "\(end): \(errors)")
  }
}
