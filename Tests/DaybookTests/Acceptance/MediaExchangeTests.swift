import Daybook
import DaybookEvents
import DaybookLog
import DaybookSystem
import TestSupport
import Testing

/// The contents of files on their way between machines.
struct MediaExchangeTests {
  private let laptop: TestStore
  private let phone: TestStore
  /// More than two pieces of a bundle.
  private let long: [UInt8]
  private let scratch: ScratchFolder

  init() throws {
    laptop = try TestStore("laptop")
    phone = try TestStore("phone", clock: laptop.clock)
    scratch = try ScratchFolder()
    long = (0..<(5 << 19) + 1).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
    try laptop.store.addMedia(long, named: "long.mp3")
    try laptop.store.addMedia([], named: "empty.txt")
    try laptop.store.addMedia([1], named: "one.png")
    try laptop.store.addMedia([1], named: "same.png")
  }

  private func content(_ store: Store, _ name: String) throws -> [UInt8]? {
    try store.mediaPath(named: name).map { try FileSystem.readFile($0, limit: 1 << 30) }
  }

  @Test func `a bundle brings files before the events that name them`() throws {
    let bundle = try laptop.store.bundle()
    let outcome = try phone.store.merge(bundle: bundle)
    #expect(outcome.problems.isEmpty)
    #expect(try content(phone.store, "long.mp3") == long)
    #expect(try content(phone.store, "empty.txt") == [])
    #expect(try content(phone.store, "one.png") == [1])
    #expect(try phone.store.unsoundMedia().isEmpty)
    // Cut behind the files and before the segments, the files are there all the same.
    let third = try TestStore("third", clock: laptop.clock)
    let cut = Array(bundle.dropLast(100))
    #expect(try third.store.merge(bundle: cut).problems == [.bundleTruncated])
    #expect(try third.store.strayMedia().count == 3)
    try third.store.merge(bundle: bundle)
    #expect(try third.store.strayMedia() == [])
    #expect(try third.store.missingMedia() == [])
  }

  @Test func `a dry run keeps no file, and a second merge writes none again`() throws {
    let path = scratch.path + "/bundle"
    try laptop.store.createBundle(at: path)
    #expect(try phone.store.merge(bundleAt: path, isDryRun: true).files == 0)
    #expect(!FileSystem.exists(phone.store.path + "/media"))
    #expect(try phone.store.merge(bundleAt: path).files == 3)
    #expect(try phone.store.merge(bundleAt: path).files == 0)
    #expect(try BundleSummary(at: path).files == 3)
  }

  @Test func `a file in a bundle that is not what its digest says is not kept`() throws {
    let bundle = try laptop.store.bundle()
    var refused = 0
    for place in stride(from: 200, to: long.count, by: long.count / 9) {
      var damaged = bundle
      damaged[place] ^= 0x10
      let machine = try TestStore("machine", clock: laptop.clock)
      let outcome = try machine.store.merge(bundle: damaged)
      #expect(try machine.store.unsoundMedia().allSatisfy(\.isMissing))
      if try machine.store.missingMedia().map(\.name) == ["long.mp3"] { refused += 1 }
      #expect(!outcome.problems.isEmpty)
      let left = try machine.store.strayMedia().filter { $0.hasPrefix("incoming") }
      #expect(left == [])
    }
    #expect(refused >= 8)
  }

  @Test func `pieces that lie about a file leave nothing behind`() throws {
    let digest = [UInt8](repeating: 7, count: 32)
    let one = BundlePiece(digest: digest, byteCount: 4, offset: 0, bytes: [1, 2])
    #expect(try BundlePiece(reading: one.encoded) == one)
    for wrong in [
      BundlePiece(digest: digest, byteCount: 1, offset: 0, bytes: [1, 2]),
      BundlePiece(digest: digest, byteCount: 4, offset: 5, bytes: []),
      BundlePiece(digest: [7], byteCount: 4, offset: 0, bytes: []),
    ] {
      #expect(throws: LogError.segmentMalformed) { try BundlePiece(reading: wrong.encoded) }
    }
    let huge = BundlePiece(digest: digest, byteCount: 1 << 40, offset: 0, bytes: [1])
    let pieces = [
      one, one, BundlePiece(digest: digest, byteCount: 4, offset: 3, bytes: [1]), huge,
      BundlePiece(digest: digest, byteCount: 4, offset: 2, bytes: [1, 1]),
    ]
    var bytes: [UInt8] = []
    try laptop.store.read { moment, transaction in
      var rest = pieces[...]
      bytes = []
      try Bundle.write(
        lackedBy: [], from: moment.log, header: HeadList(moment.state.heads), transaction,
        nextPiece: { rest.popFirst() }, { bytes += $0 })
    }
    #expect(try phone.store.merge(bundle: bytes).problems.isEmpty)
    #expect(try phone.store.strayMedia() == [])
    #expect(try phone.store.missingMedia().count == 4)
  }

  @Test func `a backup holds the files, and a damaged one is refused`() throws {
    let missing = try laptop.store.addMedia([9, 9], named: "gone.png")
    let gone = try #require(try laptop.store.mediaPath(named: "gone.png"))
    try FileSystem.remove(gone)
    let file = scratch.path + "/backup"
    let report = try laptop.store.createBackup(at: file)
    #expect(report.files == 3)
    #expect(report.missingFiles == 1)
    let bytes = try FileSystem.readFile(file, limit: 1 << 30)
    #expect(report.bytes == bytes.count)
    let place = scratch.path + "/restored"
    let options = StoreOptions(replicaName: "test")
    let restored = try Store.restoreBackup(from: file, to: place, options: options)
    #expect(restored.files == 3)
    let store = try Store.open(at: place, options: options)
    #expect(try content(store, "long.mp3") == long)
    #expect(try content(store, "same.png") == [1])
    #expect(try store.missingMedia() == [missing])
    #expect(try store.fingerprint() == laptop.store.fingerprint())
    for length in [bytes.count - 1, bytes.count - 20, bytes.count - 45, 6] {
      try FileSystem.writeFileAtomically(file, Array(bytes.prefix(length)))
      #expect(throws: BackupError.backupDamaged(path: file)) {
        try Store.restoreBackup(from: file, to: scratch.path + "/other", options: options)
      }
    }
    var damaged = bytes
    damaged[bytes.count - 100] ^= 1
    try FileSystem.writeFileAtomically(file, damaged)
    #expect(throws: BackupError.backupDamaged(path: file)) {
      try Store.restoreBackup(from: file, to: scratch.path + "/other", options: options)
    }
    #expect(try FileSystem.listDirectory(scratch.path) == ["backup", "restored"])
  }

  @Test func `an empty daybook with files in it is no place for a backup`() throws {
    let file = scratch.path + "/backup"
    try laptop.store.createBackup(at: file)
    let place = scratch.path + "/place"
    let options = StoreOptions(replicaName: "test")
    let empty = try Store.open(at: place, options: options)
    _ = try empty.keepMedia("kept.png") { [] }
    #expect(throws: BackupError.placeTaken(path: place, events: 0)) {
      try Store.restoreBackup(from: file, to: place, options: options)
    }
    #expect(try empty.strayMedia().count == 1)
  }

  @Test func `verify tells of missing and damaged files apart from the log`() throws {
    let path = try #require(try laptop.store.mediaPath(named: "long.mp3"))
    #expect(try laptop.store.verify().mediaProblems == [])
    try FileSystem.writeFileAtomically(path, long.reversed())
    var report = try laptop.store.verify()
    #expect(report.problems == [])
    #expect(report.mediaProblems.count == 1)
    #expect(try laptop.store.verify(includesMedia: false).mediaProblems == [])
    try FileSystem.remove(path)
    report = try laptop.store.verify()
    #expect(report.problems == [])
    #expect(report.mediaProblems.count == 1)
    #expect(report.mediaProblems.allSatisfy { !$0.contains("long") })
    #expect(try laptop.store.status().missingFiles == 1)
  }
}
