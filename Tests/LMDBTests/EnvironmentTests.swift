import LMDB
import TestSupport
import Testing

@Suite struct EnvironmentTests {
  let directory: ScratchFolder

  init() throws { directory = try ScratchFolder() }

  @Test func `a value survives reopening`() throws {
    let (environment, notes) = try Environment.make(at: directory("store"))
    try environment.put(notes, [1], [2, 3])
    try environment.reopen()
    #expect(try environment.bytes(notes, [1]) == [2, 3])
  }

  @Test func `a write that throws leaves nothing`() throws {
    struct Refusal: Error {}
    let (environment, notes) = try Environment.make(at: directory("store"))
    #expect(throws: Refusal.self) {
      try environment.write { transaction in
        try transaction.put([1], [2], in: notes)
        throw Refusal()
      }
    }
    #expect(try environment.rows(notes) == [])
  }

  @Test func `a write reads what it wrote, and a read inside it the state before`() throws {
    let (environment, notes) = try Environment.make(at: directory("store"))
    try environment.put(notes, [1], [1])
    try environment.write { transaction in
      try transaction.put([1], [2], in: notes)
      #expect(try transaction.reading.bytes(in: notes, for: [1]) == [2])
      #expect(try environment.bytes(notes, [1]) == [1])
    }
    #expect(try environment.bytes(notes, [1]) == [2])
  }

  @Test func `a read keeps its moment while others write`() throws {
    let (environment, notes) = try Environment.make(at: directory("store"))
    try environment.put(notes, [1], [1])
    try environment.read { transaction in
      #expect(try transaction.bytes(in: notes, for: [1]) == [1])
      try onOtherThread { try environment.put(notes, [1], [2]) }
      #expect(try transaction.bytes(in: notes, for: [1]) == [1])
    }
    #expect(try environment.bytes(notes, [1]) == [2])
  }

  @Test(arguments: [0, 512, 4_096])
  func `a key of a length LMDB cannot take is a typed error`(length: Int) throws {
    let (environment, notes) = try Environment.make(at: directory("store"))
    let key = [UInt8](repeating: 7, count: length)
    let kind: LMDBError.Kind = length == 0 ? .keyEmpty : .keyTooLong
    #expect(failureKind { try environment.put(notes, key, []) } == kind)
    #expect(failureKind { _ = try environment.bytes(notes, key) } == kind)
    #expect(failureKind { try environment.write { _ = try $0.delete(key, in: notes) } } == kind)
    #expect(try environment.rows(notes, from: key) == [])
  }

  @Test(arguments: [1, 511])
  func `the shortest and the longest key hold empty values`(length: Int) throws {
    let (environment, notes) = try Environment.make(at: directory("store"))
    let key = [UInt8](repeating: 7, count: length)
    try environment.put(notes, key, [])
    #expect(try environment.bytes(notes, key) == [])
    #expect(try environment.rows(notes) == [Row(key, [])])
  }

  @Test func `an appended key must be the greatest`() throws {
    let (environment, notes) = try Environment.make(at: directory("store"))
    try environment.write { try $0.append([2], [], in: notes) }
    let kind = failureKind { try environment.write { try $0.append([1], [], in: notes) } }
    #expect(kind == .keyOutOfOrder)
    #expect(try environment.rows(notes) == [Row([2], [])])
  }

  @Test func `a missing key is nil and deleting it false`() throws {
    let (environment, notes) = try Environment.make(at: directory("store"))
    #expect(try environment.bytes(notes, [1]) == nil)
    #expect(try environment.write { try $0.delete([1], in: notes) } == false)
    try environment.put(notes, [1], [])
    #expect(try environment.read { try $0.contains([1], in: notes) })
    #expect(try environment.write { try $0.delete([1], in: notes) })
    #expect(try environment.read { try $0.count(of: notes) } == 0)
  }

  @Test func `an emptied table takes new rows`() throws {
    let (environment, notes) = try Environment.make(at: directory("store"))
    try environment.put(notes, [1], [1])
    try environment.write { transaction in
      try transaction.removeAll(in: notes)
      try transaction.put([2], [2], in: notes)
    }
    #expect(try environment.rows(notes) == [Row([2], [2])])
  }

  @Test func `sizes are those of the store`() throws {
    let (environment, notes) = try Environment.make(at: directory("store"), options: .small)
    try environment.put(notes, [1], [UInt8](repeating: 1, count: 100_000))
    let information = try environment.information
    #expect(information.mapSize == 1 << 20)
    #expect(information.fileSize == (information.lastPage + 1) * information.pageSize)
    #expect(information.fileSize > 100_000)
  }

  @Test func `a write inside a write stops the program`() async {
    let path = directory("store")
    await #expect(processExitsWith: .failure) { [path = path as String] in
      let (environment, notes) = try Environment.make(at: path)
      try environment.write { _ in try environment.put(notes, [1], [1]) }
    }
  }

  @Test func `a write inside a read stops the program`() async {
    let path = directory("store")
    await #expect(processExitsWith: .failure) { [path = path as String] in
      let (environment, notes) = try Environment.make(at: path)
      try environment.read { _ in try environment.put(notes, [1], [1]) }
    }
  }
}
