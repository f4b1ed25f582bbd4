import DaybookSystem
import LMDB
import TestSupport
import Testing

@Suite struct OpeningTests {
  let directory: ScratchFolder

  init() throws { directory = try ScratchFolder() }

  @Test func `whatever path leads to a store, the process has it open once`() throws {
    let (environment, _) = try Environment.make(at: directory("store"))
    try FileSystem.makeDirectory(directory("other"))
    #expect(try ChildProcess.run("ln", ["-s", "../store", directory("other/link")]).isSuccess)
    let ups = String(repeating: "../", count: 32)
    for path in [
      directory("store"), directory("store/"), directory("other/../store"),
      directory("other/link"), ups + directory("store").dropFirst(),
    ] {
      #expect(try Environment.open(at: path, options: .init()) === environment)
    }
  }

  @Test func `threads that open a store over and over share one environment at a time`() throws {
    let path = directory("store")
    try Environment.create(at: path, options: .init()) { _ = try $0.createTable("notes") }
    let threads = (0..<4).map { number in
      Thread {
        for round in 0..<30 {
          let environment = try Environment.open(at: path, options: .init())
          try environment.put(Table(name: "notes"), [UInt8(number), UInt8(round)], [])
        }
      }
    }
    for thread in threads { try thread.join() }
    let environment = try Environment.open(at: path, options: .init())
    #expect(try environment.read { try $0.count(of: Table(name: "notes")) } == 120)
  }

  @Test func `a path without a store is not found`() throws {
    let options = Environment.Options()
    try FileSystem.writeFileAtomically(directory("file"), [1])
    for path in [directory("x"), directory.path, directory("file")] {
      let kind = failureKind { _ = try Environment.open(at: path, options: options) }
      #expect(kind == .notFound)
    }
    #expect(try FileSystem.listDirectory(directory.path) == ["file"])
  }

  @Test func `an environment for reading refuses to write`() throws {
    try Environment.create(at: directory("store"), options: .init()) { transaction in
      let notes = try transaction.createTable("notes")
      try transaction.put([1], [2], in: notes)
    }
    let environment = try Environment.open(at: directory("store"), options: .reading)
    let notes = try #require(try environment.table("notes"))
    #expect(try environment.bytes(notes, [1]) == [2])
    #expect(failureKind { try environment.put(notes, [1], [3]) } == .notWritable)
    #expect(failureKind { _ = try environment.createTable("cards") } == .notWritable)
    let writable = failureKind {
      _ = try Environment.open(at: directory("store"), options: .init())
    }
    #expect(writable == .notWritable)
  }

  @Test(
    arguments: [0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x6573_5546, 0x0102_1997] as [UInt64])
  func `on a network file system nothing is made, and a store only read`(magic: UInt64) throws {
    var options = Environment.Options()
    options.fileSystemMagic = { _ in magic }
    let kind = failureKind {
      try Environment.create(at: directory("new"), options: options) { _ in }
    }
    #expect(kind == .networkFileSystem)
    #expect(try FileSystem.listDirectory(directory.path) == [])
    try Environment.create(at: directory("store"), options: .init()) { transaction in
      let notes = try transaction.createTable("notes")
      try transaction.put([1], [2], in: notes)
    }
    let environment = try Environment.open(at: directory("store"), options: options)
    let notes = try #require(try environment.table("notes"))
    #expect(try environment.bytes(notes, [1]) == [2])
    #expect(failureKind { try environment.put(notes, [1], [3]) } == .networkFileSystem)
  }
}
