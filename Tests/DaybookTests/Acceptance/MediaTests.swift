import Daybook
import DaybookEvents
import DaybookLog
import DaybookSystem
import Simulation
import Testing

/// Files that notes show: kept beside the log, named in it.
struct MediaTests {
  private let machine: TestStore
  private var store: Store { machine.store }
  private let picture = Array("not really a picture".utf8)

  init() throws { machine = try TestStore("laptop") }

  private func content(_ name: String) throws -> [UInt8]? {
    try store.mediaPath(named: name).map { try FileSystem.readFile($0, limit: 1 << 20) }
  }

  @Test func `a file lies under the digest of its content before the log names it`() throws {
    let file = try store.addMedia(picture, named: "map é.png")
    // SHA-256 of those bytes, by another program.
    let digits = "fe1a4ab1fb6347036bead73597d5d2958b26ac0b96f68ca2f6dcee53a50f297e"
    #expect(file.digits == digits)
    #expect(file.byteCount == 20)
    let path = "\(store.path)/media/\(file.digits.prefix(2))/\(file.digits)"
    #expect(try store.mediaPath(named: "map é.png") == path)
    #expect(try content("map e\u{301}.png") == picture)
    #expect(try FileSystem.permissions(path) == FileSystem.privateFile)
    #expect(try store.mediaFiles() == [file])
    #expect(try store.missingMedia() == [])
    #expect(try store.strayMedia() == [])
  }

  @Test func `the same file again writes nothing`() throws {
    try store.addMedia(picture, named: "a.png")
    let events = try machine.eventCount
    try store.addMedia(picture, named: "a.png")
    #expect(try machine.eventCount == events)
    try store.addMedia(picture, named: "b.png")
    #expect(try machine.eventCount == events + 1)
    let listing = try FileSystem.listFilesRecursively(store.path + "/media")
    #expect(listing.files.count == 1)
  }

  @Test func `a name is given to another file only when that is wanted, and both contents stay`()
    throws
  {
    let first = try store.addMedia(picture, named: "a.png")
    #expect(throws: MediaError.nameTaken("a.png")) {
      try store.addMedia([1], named: "a.png")
    }
    #expect(try content("a.png") == picture)
    let second = try store.addMedia([1], named: "a.png", replacing: true)
    #expect(try content("a.png") == [1])
    #expect(try store.mediaFiles() == [second])
    #expect(try store.strayMedia() == ["\(first.digits.prefix(2))/\(first.digits)"])
  }

  @Test(arguments: [
    "", ".", "..", "../x.png", "a/b.png", "/etc/passwd", "..\\x", "a\u{0}b", "a\nb", "\u{1B}[31m",
    "\u{7F}", String(repeating: "x", count: 256),
  ])
  func `a name that is no plain file name is refused, and none in the log is believed`(
    name: String
  ) throws {
    #expect(throws: MediaError.unusableName) { try store.addMedia(picture, named: name) }
    #expect(!FileSystem.exists(store.path + "/media"))
    let file = MediaFile(name: name, digest: Array(repeating: 7, count: 32), byteCount: 1)
    #expect(MediaFile(reading: file.encoded) == nil)
    try store.write { _, _ in
      [EventDraft(.mediaAdded, MediaFile.id(name), payload: file.encoded)]
    }
    #expect(try store.mediaFiles() == [])
  }

  @Test func `a file that is too large leaves nothing behind`() throws {
    var rest = MediaFolder.fileByteLimit + 1
    let chunk = [UInt8](repeating: 0, count: 1 << 20)
    #expect(throws: MediaError.tooLarge(limit: MediaFolder.fileByteLimit)) {
      try store.addMedia(named: "big.bin") {
        let bytes = Array(chunk.prefix(rest))
        rest -= bytes.count
        return bytes
      }
    }
    #expect(try FileSystem.listFilesRecursively(store.path + "/media").files == [])
    #expect(try store.mediaFiles() == [])
  }

  @Test func `a file whose reading fails half way leaves nothing behind`() throws {
    var reads = 0
    #expect(throws: TestFailure.notFound) {
      try store.addMedia(named: "half.bin") {
        reads += 1
        if reads == 3 { throw TestFailure.notFound }
        return [1]
      }
    }
    #expect(try FileSystem.listFilesRecursively(store.path + "/media").files == [])
    #expect(try store.mediaFile(named: "half.bin") == nil)
  }

  @Test func `what is missing or damaged is told, and adding it again mends it`() throws {
    let file = try store.addMedia(picture, named: "a.png")
    let path = try #require(try store.mediaPath(named: "a.png"))
    try FileSystem.writeFileAtomically(path, picture.reversed())
    #expect(try store.missingMedia() == [])
    #expect(try store.unsoundMedia().map(\.isMissing) == [false])
    try store.addMedia(picture, named: "a.png")
    #expect(try store.unsoundMedia().isEmpty)
    try FileSystem.remove(path)
    #expect(try store.missingMedia() == [file])
    #expect(try store.mediaPath(named: "a.png") == nil)
    #expect(try store.unsoundMedia().map(\.isMissing) == [true])
  }

  @Test func `two machines that give one name to two files are told of it`() throws {
    let phone = try TestStore("phone", clock: machine.clock)
    try store.addMedia([1], named: "a.png")
    try phone.store.addMedia([2], named: "a.png")
    try machine.merge(phone)
    #expect(try machine.conflicts.count == 1)
    try store.addMedia([1], named: "a.png", replacing: true)
    #expect(try machine.conflicts.isEmpty)
    #expect(try content("a.png") == [1])
  }
}
