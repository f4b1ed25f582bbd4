import LMDB
import TestSupport
import Testing

@Suite struct TableTests {
  let directory: ScratchFolder
  let environment: Environment
  let notes: Table

  init() throws {
    directory = try ScratchFolder()
    (environment, notes) = try Environment.make(at: directory("store"))
  }

  @Test func `a table that was never made is nil, and using it a typed error`() throws {
    #expect(try environment.table("cards") == nil)
    let cards = Table(name: "cards")
    let missing = failure { _ = try environment.bytes(cards, [1]) }
    #expect(missing?.kind == .tableMissing)
    #expect(missing?.table == "cards")
    #expect(failureKind { try environment.put(cards, [1], [1]) } == .tableMissing)
  }

  @Test func `making a table twice keeps what it holds`() throws {
    let cards = try environment.createTable("cards")
    try environment.put(cards, [1], [2])
    #expect(try environment.createTable("cards") == cards)
    #expect(try environment.bytes(cards, [1]) == [2])
  }

  @Test func `a write makes a table and fills it`() throws {
    var runs = 0
    try environment.write { transaction in
      runs += 1
      let cards = try transaction.createTable("cards")
      try transaction.put([1], [2], in: cards)
    }
    #expect(runs == 2)
    #expect(try environment.bytes(Table(name: "cards"), [1]) == [2])
  }

  @Test func `tables do not mix`() throws {
    let cards = try environment.createTable("cards")
    try environment.put(notes, [1], [1])
    try environment.put(cards, [1], [2])
    #expect(try environment.bytes(notes, [1]) == [1])
    #expect(try environment.bytes(cards, [1]) == [2])
  }

  @Test func `a removed table is gone and can be made again, empty`() throws {
    let cards = try environment.createTable("cards")
    try environment.put(cards, [1], [1])
    try environment.removeTable("cards")
    try environment.removeTable("cards")
    #expect(try environment.table("cards") == nil)
    #expect(failureKind { _ = try environment.bytes(cards, [1]) } == .tableMissing)
    #expect(try environment.createTable("cards") == cards)
    #expect(try environment.rows(cards) == [])
  }

  @Test func `a table opened before a reopening is used after it`() throws {
    let cards = try environment.createTable("cards")
    try environment.put(cards, [1], [1])
    try environment.reopen()
    #expect(try environment.bytes(cards, [1]) == [1])
    try environment.reopen()
    try environment.put(cards, [2], [2])
    #expect(try environment.read { try $0.count(of: cards) } == 2)
  }

  @Test func `the 65th table is refused, and one more after another is removed`() throws {
    for number in 1..<64 { _ = try environment.createTable("table \(number)") }
    let kind = failureKind { _ = try environment.createTable("one too many") }
    #expect(kind == .tooManyTables)
    try environment.removeTable("table 7")
    _ = try environment.createTable("one too many")
    try environment.put(notes, [1], [1])
  }

  @Test func `tables are looked up while they are read and made`() throws {
    let environment = environment
    let makers = (0..<3).map { maker in
      Thread {
        for number in 0..<8 {
          let table = try environment.createTable("\(maker) \(number)")
          try environment.put(table, [1], [UInt8(number)])
        }
      }
    }
    let readers = (0..<3).map { maker in
      Thread {
        for number in 0..<8 {
          try environment.read { transaction in
            guard let table = try environment.table("\(maker) \(number)") else { return }
            let bytes = try environment.bytes(table, [1])
            #expect(bytes == nil || bytes == [UInt8(number)])
          }
        }
      }
    }
    for thread in makers + readers { try thread.join() }
    for number in 0..<8 {
      let table = try #require(try environment.table("2 \(number)"))
      #expect(try environment.bytes(table, [1]) == [UInt8(number)])
    }
  }

  @Test(.enabled(if: OtherProcess.isAvailable, "needs python3 and liblmdb.so.0"))
  func `a table that another process made is found`() throws {
    #expect(try environment.table("theirs") == nil)
    try OtherProcess.run(OtherProcess.makeTable, directory("store"), "theirs")
    let bytes = try environment.bytes(Table(name: "theirs"), Array("k".utf8))
    #expect(bytes == Array("theirs".utf8))
  }

  @Test(.enabled(if: OtherProcess.isAvailable, "needs python3 and liblmdb.so.0"))
  func `a table that another process removed is missing until it is made again`() throws {
    try environment.put(notes, [1], [1])
    try OtherProcess.run(OtherProcess.removeTable, directory("store"), "notes")
    #expect(failureKind { _ = try environment.bytes(notes, [1]) } == .tableMissing)
    #expect(failureKind { try environment.put(notes, [1], [1]) } == .tableMissing)
    #expect(try environment.table("notes") == nil)
    _ = try environment.createTable("notes")
    try environment.put(notes, [2], [2])
    #expect(try environment.rows(notes) == [Row([2], [2])])
  }
}
