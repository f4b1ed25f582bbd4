import DaybookInterchange
import DaybookSystem
import TestSupport
import Testing

/// Packages made here, written and read again.
struct AnkiPackageTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test(arguments: [AnkiPackageVersion.latest, .legacy2])
  func `what is written is read again`(version: AnkiPackageVersion) throws {
    let rich = WholePackage.rich()
    try rich.write(folder("a.apkg"), version, in: folder)
    let read = try WholePackage(folder("a.apkg"), in: folder)
    #expect(read == (version == .latest ? rich : rich.inOlderForm))
    #expect(try AnkiPackage(folder("a.apkg"), temporaryFolder: folder.path).version == version)
  }

  @Test(arguments: [AnkiPackageVersion.latest, .legacy2])
  func `the same contents give the same bytes`(version: AnkiPackageVersion) throws {
    let rich = WholePackage.rich()
    try rich.write(folder("a.apkg"), version, in: folder)
    try rich.write(folder("b.apkg"), version, in: folder)
    let first = try FileSystem.readFile(folder("a.apkg"), limit: 1 << 20)
    #expect(try first == FileSystem.readFile(folder("b.apkg"), limit: 1 << 20))
    #expect(first.count < 30_000)
  }

  @Test func `what Daybook has no word for survives both forms`() throws {
    var rich = WholePackage.rich()
    let other = #"{"vers":[],"zz":{"deep":[1,null,"x"]}}"#
    rich.noteTypes[0].config.setOthers(["vers": .array([]), "zz": try zz])
    rich.noteTypes[0].fields[1].config.set(9, optional: -4_179_630_474_865_985_667)
    rich.noteTypes[0].config.set(8, messages: [try requirement])
    try rich.write(folder("old.apkg"), .legacy2, in: folder)
    let old = try WholePackage(folder("old.apkg"), in: folder)
    #expect(old.noteTypes[0].config == rich.noteTypes[0].config)
    try old.write(folder("new.apkg"), .latest, in: folder)
    let new = try WholePackage(folder("new.apkg"), in: folder)
    #expect(new == old)
    #expect(new.noteTypes[0].config[255] == .bytes(Array(other.utf8)))
    #expect(new.noteTypes[0].fields[1].config.optionalInteger(9) == -4_179_630_474_865_985_667)
  }

  private var zz: JSONValue {
    get throws { try JSONValue(parsing: Array(#"{"deep":[1,null,"x"]}"#.utf8)) }
  }

  private var requirement: ProtoMessage {
    get throws {
      var message = ProtoMessage()
      message.set(1, integer: 1)
      message.set(2, integer: 2)
      message.set(3, integers: [0, 1, 300])
      return message
    }
  }

  @Test func `large files go in and out piece by piece`() throws {
    var random = SeededGenerator(seed: 4)
    let large = random.bytes(6 << 20, from: "abcdefghijklmnopqrstuvwxyz0123456789")
    for version in [AnkiPackageVersion.latest, .legacy2] {
      var rich = WholePackage.rich()
      rich.media["large.mp3"] = large
      try rich.write(folder("a.apkg"), version, in: folder)
      #expect(try WholePackage(folder("a.apkg"), in: folder).media == rich.media)
    }
  }

  @Test func `a source that changes while it is written is found out`() throws {
    var asked = 0
    let large = [UInt8](repeating: 7, count: 5 << 20)
    let writing = {
      try AnkiPackageWriter.write(
        folder("a.apkg"), .legacy2, WholePackage.rich().collection,
        temporaryFolder: folder.path
      ) { new in
        try new.add(media: "a.mp3") { sink in
          asked += 1
          try sink(asked == 1 ? large : large.dropLast() + [8])
        }
      }
    }
    #expect(throws: ZipError.sourceChanged(entry: "0")) { try writing() }
    #expect(try folder.names() == [])
  }

  @Test func `what does not belong in a package is refused`() throws {
    func error(_ fill: (AnkiPackageContents) throws -> Void) -> AnkiWriteError? {
      do {
        try AnkiPackageWriter.write(
          folder("a.apkg"), .latest, WholePackage.rich().collection,
          temporaryFolder: folder.path, fill)
        return nil
      } catch {
        return error as? AnkiWriteError
      }
    }
    let rich = WholePackage.rich()
    let entry = rich.entries[0]
    let id = entry.note.id
    #expect(error { try $0.add(entry) } == .unknownNoteType(note: id))
    func withTypes(_ body: @escaping (AnkiPackageContents) throws -> Void) -> AnkiWriteError? {
      error { new in
        for type in rich.noteTypes { try new.add(type) }
        try body(new)
      }
    }
    var short = entry
    short.note.fields.removeLast()
    #expect(withTypes { try $0.add(short) } == .wrongFields(note: id))
    short.note.fields.append("a\u{1F}b")
    #expect(withTypes { try $0.add(short) } == .wrongFields(note: id))
    let twice = withTypes { new in
      try new.add(entry)
      try new.add(entry)
    }
    #expect(twice == .sameID(table: "notes", id: id))
    #expect(
      withTypes { try $0.add(rich.noteTypes[0]) }
        == .sameID(table: "notetypes", id: rich.noteTypes[0].id))
    for name in ["../a.png", "a/b.png", "", "a:b", "A\u{301}.png", "a. "] {
      #expect(error { try $0.add(media: name) { _ in } } == .mediaName(position: 0))
    }
    #expect(try folder.names() == [])
  }

  @Test func `days are counted from the day on which the collection was made`() throws {
    // 2023-11-14 03:00 UTC, which is 04:00 where it was made.
    var collection = AnkiCollection(
      createdSeconds: 1_699_930_800, modifiedMilliseconds: 0, creationMinutesWest: -60)
    #expect(collection.calendarDay(of: 0, elseMinutesWest: 0) == 19_675)
    #expect(collection.calendarDay(of: 40, elseMinutesWest: 0) == 19_715)
    collection.creationMinutesWest = 300
    #expect(collection.calendarDay(of: 0, elseMinutesWest: 0) == 19_674)
    collection.creationMinutesWest = nil
    #expect(collection.calendarDay(of: 0, elseMinutesWest: 180) == 19_674 + 1)
  }

  @Test func `the state of memory is read from a card, and nothing from nonsense`() {
    let text =
      #"{"pos":6,"s":38.1631,"d":7.344,"dr":0.85,"decay":0.154,"lrt":1794208501,"cd":"{}"}"#
    let data = AnkiCardData(parsing: text)
    #expect(data.position == 6 && data.stability == 38.1631 && data.difficulty == 7.344)
    #expect(data.desiredRetention == 0.85 && data.decay == 0.154)
    #expect(data.lastReviewSeconds == 1_794_208_501)
    #expect(data.text == text)
    for nonsense in ["", "{", "[1]", "{\"s\":\"x\"}", "{\"pos\":1e300}"] {
      let data = AnkiCardData(parsing: nonsense)
      #expect(data.stability == nil && data.position == nil)
    }
  }

  @Test func `identities of notes made elsewhere look as Anki's do`() {
    #expect(AnkiNote.guid(of: [0, 0, 0, 0, 0, 0, 0, 0]) == "a")
    #expect(AnkiNote.guid(of: [0, 0, 0, 0, 0, 0, 0, 91]) == "ba")
    #expect(AnkiNote.guid(of: Array(repeating: 255, count: 9)).utf8.count == 10)
    #expect(AnkiNote.tags(in: " a b::c\u{3000}A  d ") == ["a", "b::c", "d"])
  }

  @Test func `names of files are kept to the rules`() {
    let names: [(String, String?)] = [
      ("a.png", "a.png"), ("A\u{301}.png", "Á.png"), ("a\u{A0}b.png", "a b.png"),
      ("con.png", "con_.png"), ("COM1", "COM1_"), ("a?b|c.png", "abc.png"), ("a. .", "a"),
      ("..", nil), ("../a", nil), ("a\\b", nil), ("", nil), ("?", nil), ("a\u{7}b", "ab"),
    ]
    for (name, expected) in names { #expect(AnkiMediaName.normalized(name) == expected) }
    let long = String(repeating: "ż", count: 100) + ".png"
    let short = AnkiMediaName.normalized(long)
    #expect(short?.utf8.count == 120 && short?.hasSuffix("ż.png") == true)
  }
}
