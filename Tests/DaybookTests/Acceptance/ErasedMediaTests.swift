import Daybook
import DaybookEvents
import DaybookLog
import DaybookSystem
import LMDB
import Testing

/// Files that notes show, erased with their contents.
struct ErasedMediaTests {
  private let laptop: TestStore
  private let phone: TestStore
  private let secret = Array("a face nobody shall see".utf8)

  init() throws {
    laptop = try TestStore("laptop")
    phone = try TestStore("phone", clock: laptop.clock)
  }

  /// Every file in the folder of media.
  private func contents(_ machine: TestStore) throws -> [String] {
    let folder = machine.store.path + "/media"
    guard FileSystem.exists(folder) else { return [] }
    return try FileSystem.listFilesRecursively(folder).files.map(\.relativePath).sorted()
  }

  @Test func `the content of an erased file goes on every machine and does not come back`() throws {
    let file = try laptop.store.addMedia(secret, named: "face.jpg")
    let kept = try laptop.store.addMedia([1], named: "map.png")
    try phone.store.merge(bundle: laptop.store.bundle())
    let before = try phone.store.bundle()
    #expect(try contents(phone).count == 2)

    let report = try laptop.store.erase([], media: ["face.jpg"])
    #expect(report.media == ["face.jpg"] && report.events == 1 && report.deletedContents == 1)
    #expect(try contents(laptop) == ["\(kept.digits.prefix(2))/\(kept.digits)"])
    #expect(try laptop.store.mediaFiles() == [kept])
    // The phone does not know of it, and sends everything again.
    try laptop.store.merge(bundle: before)
    #expect(try contents(laptop).count == 1)
    #expect(!FileSystem.exists(laptop.store.mediaFolder.path(of: file.digest)))

    try phone.store.merge(bundle: laptop.store.bundle())
    #expect(try contents(phone) == contents(laptop))
    #expect(try phone.store.mediaFiles() == [kept])
    #expect(try phone.store.fingerprint() == laptop.store.fingerprint())
    for machine in [laptop, phone] {
      let report = try machine.store.verify()
      #expect(report.problems.isEmpty && report.mediaProblems.isEmpty)
    }
  }

  @Test func `a content stays as long as another name stands or stood for it`() throws {
    try laptop.store.addMedia(secret, named: "a.jpg")
    try laptop.store.addMedia(secret, named: "b.jpg")
    try laptop.store.addMedia([2], named: "b.jpg", replacing: true)
    #expect(try laptop.store.erase([], media: ["a.jpg"]).deletedContents == 0)
    #expect(try contents(laptop).count == 2)
    // What a name stood for before goes with it.
    #expect(try laptop.store.erase([], media: ["b.jpg"]).deletedContents == 2)
    #expect(try contents(laptop) == [])
  }

  @Test func `what a killed process left to delete goes at the next opening`() throws {
    let named = try laptop.store.addMedia([3], named: "map.png")
    let left = try laptop.store.keepMedia("face.jpg", reading: pieces([secret]))
    try laptop.store.environment.write { transaction in
      for file in [named, left] {
        try transaction.put(
          MetaKey.droppedMedia(file.digest), [], in: laptop.store.tables.meta)
      }
    }
    #expect(try contents(laptop).count == 2)
    let again = try Store.open(at: laptop.store.path, options: laptop.store.options)
    #expect(try again.mediaFiles() == [named] && again.missingMedia() == [])
    #expect(try again.strayMedia() == [])
    let pending = try again.environment.read { transaction in
      try transaction.contains(MetaKey.droppedMedia(named.digest), in: again.tables.meta)
    }
    #expect(!pending)
  }

  @Test func `a content that cannot be deleted blocks nothing, and goes when it can be`() throws {
    let file = try laptop.store.addMedia(secret, named: "face.jpg")
    let place = laptop.store.mediaFolder.path(of: file.digest)
    try FileSystem.remove(place)
    try FileSystem.makeDirectory(place + "/full", intermediates: true)
    let report = try laptop.store.erase([], media: ["face.jpg"])
    #expect(report.deletedContents == 0 && report.remainingContents == 1)
    let again = try Store.open(at: laptop.store.path, options: laptop.store.options)
    #expect(try again.verify().mediaProblems.count == 1)
    try FileSystem.remove(place + "/full")
    let last = try Store.open(at: laptop.store.path, options: laptop.store.options)
    #expect(try last.verify().mediaProblems == [] && !FileSystem.exists(place))
  }

  @Test func `a broken view loses no content`() throws {
    let file = try laptop.store.addMedia(secret, named: "face.jpg")
    try laptop.store.environment.write { transaction in
      let catalog = try ViewCatalog(laptop.store.tables, logs: [], transaction.reading)
      let row = RowKey(.media, MediaFile.id("face.jpg")).bytes
      #expect(try transaction.delete(row, in: catalog.table(.decks)))
      try transaction.put(MetaKey.droppedMedia(file.digest), [], in: laptop.store.tables.meta)
    }
    let again = try Store.open(at: laptop.store.path, options: laptop.store.options)
    #expect(try again.mediaFiles() == [] && contents(laptop).count == 1)
    try again.rebuildViews()
    #expect(try again.mediaFiles() == [file] && again.missingMedia() == [])
  }

  @Test func `a file can be added again after it was erased`() throws {
    try laptop.store.addMedia(secret, named: "face.jpg")
    try laptop.store.erase([], media: ["face.jpg"])
    let file = try laptop.store.addMedia(secret, named: "face.jpg")
    #expect(try laptop.store.mediaFiles() == [file] && laptop.store.missingMedia() == [])
    // The phone receives all of it at once.
    try phone.store.merge(bundle: laptop.store.bundle())
    #expect(try phone.store.mediaFiles() == [file] && phone.store.missingMedia() == [])
  }

  @Test func `a replacement written elsewhere survives, with its content`() throws {
    try laptop.store.addMedia(secret, named: "face.jpg")
    try phone.store.merge(bundle: laptop.store.bundle())
    let other = try phone.store.addMedia([4], named: "face.jpg", replacing: true)
    try laptop.store.erase([], media: ["face.jpg"])
    let (here, there) = (try laptop.store.bundle(), try phone.store.bundle())
    try laptop.store.merge(bundle: there)
    try phone.store.merge(bundle: here)
    for machine in [laptop, phone] {
      #expect(try contents(machine) == ["\(other.digits.prefix(2))/\(other.digits)"])
    }
    #expect(try phone.store.fingerprint() == laptop.store.fingerprint())
  }

  @Test func `names that are none, or were erased, are refused and nothing goes`() throws {
    try laptop.store.addMedia(secret, named: "face.jpg")
    let events = try laptop.eventCount
    #expect(throws: MediaError.unknownName("map.png")) {
      try laptop.store.erase([], media: ["face.jpg", "map.png"])
    }
    #expect(try laptop.store.erase([], media: ["face.jpg"], isDryRun: true).events == 1)
    #expect(try laptop.eventCount == events && contents(laptop).count == 1)
    try laptop.store.erase([], media: ["face.jpg"])
    #expect(throws: StoreError.alreadyErased(MediaFile.id("face.jpg"))) {
      try laptop.store.erase([], media: ["face.jpg"])
    }
  }

  @Test func `erasing a note tells which files it showed`() throws {
    try laptop.store.addMedia(secret, named: "face.jpg")
    try laptop.store.addMedia([5], named: "word.mp3")
    let deck = try laptop.store.createDeck(named: "Deck")
    var change = NoteChange()
    change.fields = [0: "<img src=\"face.jpg\"> <img src=\"gone.png\">", 1: "[sound:word.mp3]"]
    let (note, _) = try laptop.store.addNote(.basic, change, to: deck)
    let plan = try laptop.store.erase([note], isDryRun: true)
    #expect(plan.remainingMedia == ["face.jpg", "word.mp3"])
    let report = try laptop.store.erase([note], media: ["face.jpg"])
    #expect(report.remainingMedia == ["word.mp3"] && report.deletedContents == 1)
  }

  @Test func `a name that is taken away comes back with undo`() throws {
    let file = try laptop.store.addMedia(secret, named: "face.jpg")
    try laptop.store.removeMedia(named: ["face.jpg"])
    #expect(try laptop.store.mediaFiles() == [] && contents(laptop).count == 1)
    #expect(throws: MediaError.unknownName("face.jpg")) {
      try laptop.store.removeMedia(named: ["face.jpg"])
    }
    try laptop.store.undo()
    #expect(try laptop.store.mediaFiles() == [file] && laptop.store.missingMedia() == [])
  }

  private func pieces(_ pieces: [[UInt8]]) -> () -> [UInt8] {
    var rest = pieces[...]
    return { rest.popFirst() ?? [] }
  }
}
