import DaybookSystem
import LMDB
import TestSupport
import Testing

@Suite struct CreationTests {
  let directory: ScratchFolder

  init() throws { directory = try ScratchFolder() }

  @Test func `a new store is there whole and for its owner only`() throws {
    try Environment.create(at: directory("store"), options: .init()) { transaction in
      let notes = try transaction.createTable("notes")
      try transaction.put([1], [2], in: notes)
    }
    #expect(try FileSystem.listDirectory(directory.path) == ["store"])
    let modes = try ChildProcess(
      starting: "stat", ["-c", "%a", directory("store"), directory("store/data.mdb")])
    #expect(try modes.read(atMost: 100) == Array("700\n600\n".utf8))
    #expect(try modes.wait().isSuccess)
    let environment = try Environment.open(at: directory("store/"), options: .init())
    #expect(try environment.bytes(Table(name: "notes"), [1]) == [2])
  }

  @Test func `a store that was prepared with nothing opens`() throws {
    try Environment.create(at: directory("store"), options: .init()) { _ in }
    let environment = try Environment.open(at: directory("store"), options: .init())
    let notes = try environment.createTable("notes")
    try environment.put(notes, [1], [1])
    #expect(try environment.bytes(notes, [1]) == [1])
  }

  @Test func `a store that could not be prepared leaves nothing behind`() throws {
    struct Refusal: Error {}
    #expect(throws: Refusal.self) {
      try Environment.create(at: directory("store"), options: .init()) { transaction in
        _ = try transaction.createTable("notes")
        throw Refusal()
      }
    }
    #expect(try FileSystem.listDirectory(directory.path) == [])
  }

  @Test func `what exists is not replaced`() throws {
    try FileSystem.writeFileAtomically(directory("file"), [1])
    let (environment, notes) = try Environment.make(at: directory("store"))
    try environment.put(notes, [1], [1])
    for name in ["file", "store", "store/"] {
      let kind = failureKind {
        try Environment.create(at: directory(name), options: .init()) { _ in }
      }
      #expect(kind == .alreadyExists)
    }
    #expect(try environment.bytes(notes, [1]) == [1])
    #expect(try FileSystem.readFile(directory("file"), limit: 10) == [1])
  }

  @Test func `what came to be meanwhile is not replaced`() throws {
    let path = directory("store")
    let kind = failureKind {
      try Environment.create(at: path, options: .init()) { _ in
        if !FileSystem.exists(path) { try FileSystem.writeFileAtomically(path, [1]) }
      }
    }
    #expect(kind == .alreadyExists)
    #expect(try FileSystem.listDirectory(directory.path) == ["store"])
    #expect(try FileSystem.readFile(path, limit: 10) == [1])
  }

  @Test func `a store without a parent directory is not made`() throws {
    let kind = failureKind {
      try Environment.create(at: directory("none/store"), options: .init()) { _ in }
    }
    #expect(kind == .notFound)
  }

  @Test func `of threads that make the same store one succeeds`() throws {
    let path = directory("store")
    let threads = (0..<4).map { number in
      Thread {
        try Environment.create(at: path, options: .init()) { transaction in
          try transaction.put([1], [UInt8(number)], in: try transaction.createTable("notes"))
        }
      }
    }
    var failures: [LMDBError.Kind?] = []
    for thread in threads { failures.append(failureKind { try thread.join() }) }
    #expect(failures.filter { $0 == nil }.count == 1)
    #expect(failures.filter { $0 == .alreadyExists }.count == 3)
    #expect(try FileSystem.listDirectory(directory.path) == ["store"])
    let environment = try Environment.open(at: path, options: .init())
    let winner = try environment.bytes(Table(name: "notes"), [1])?.first
    #expect(winner.map(Int.init) == failures.firstIndex(of: nil))
  }

  @Test func `a copy is a store of its own, without the free pages`() throws {
    let (environment, notes) = try Environment.make(at: directory("store"))
    try environment.put(notes, [0], [UInt8](repeating: 0, count: 1 << 20))
    try environment.write { try $0.removeAll(in: notes) }
    try environment.put(notes, [1], [1])
    try environment.copy(to: directory("copy"))
    #expect(failureKind { try environment.copy(to: directory("copy")) } == .alreadyExists)
    try environment.put(notes, [1], [2])
    let copy = try Environment.open(at: directory("copy"), options: .init())
    #expect(try copy.rows(notes) == [Row([1], [1])])
    try copy.put(notes, [1], [3])
    #expect(try environment.bytes(notes, [1]) == [2])
    #expect(try copy.information.fileSize < environment.information.fileSize / 4)
    #expect(try FileSystem.listDirectory(directory.path) == ["copy", "store"])
  }
}
