import LMDB
import Synchronization
import TestSupport
import Testing

@Suite struct GrowthTests {
  let directory: ScratchFolder
  let environment: Environment
  let notes: Table

  init() throws {
    directory = try ScratchFolder()
    (environment, notes) = try Environment.make(at: directory("store"), options: .small)
  }

  @Test func `a store grows from 1 MiB without its user noticing`() throws {
    var sizes: Set<Int> = []
    for number in 0..<400 {
      let value = [UInt8](repeating: 1, count: 50_000)
      try environment.put(notes, [UInt8(number / 256), UInt8(number % 256)], value)
      sizes.insert(try environment.information.mapSize)
    }
    #expect(sizes.count > 4)
    #expect(try environment.read { try $0.count(of: notes) } == 400)
  }

  @Test func `one value of 20 times the map makes it grow as often as it takes`() throws {
    let value = [UInt8](repeating: 1, count: 20 << 20)
    try environment.put(notes, [1], value)
    #expect(try environment.bytes(notes, [1]) == value)
    try environment.reopen()
    #expect(try environment.information.mapSize >= 32 << 20)
  }

  @Test func `a body that hides the error of a full map runs again all the same`() throws {
    let value = [UInt8](repeating: 1, count: 3 << 20)
    // What is tested is that losing the error does not lose the row.
    try environment.write { try? $0.put([1], value, in: notes) }
    #expect(try environment.bytes(notes, [1]) == value)
  }

  @Test func `growth waits for a reader that is still reading`() throws {
    let isReading = Atomic(false)
    let isWriting = Atomic(false)
    let environment = environment
    let notes = notes
    try environment.put(notes, [0], [9])
    let reader = Thread {
      try environment.read { transaction in
        isReading.store(true, ordering: .sequentiallyConsistent)
        while !isWriting.load(ordering: .sequentiallyConsistent) { pause() }
        for _ in 0..<20 { pause() }
        // Nested, while a writer waits to move the map.
        let nested = try environment.bytes(notes, [0])
        let outer = try transaction.bytes(in: notes, for: [0])
        #expect(nested == [9] && outer == [9])
      }
    }
    while !isReading.load(ordering: .sequentiallyConsistent) { pause() }
    try environment.write { transaction in
      isWriting.store(true, ordering: .sequentiallyConsistent)
      try transaction.put([1], [UInt8](repeating: 1, count: 3 << 20), in: notes)
    }
    try reader.join()
    #expect(try environment.bytes(notes, [1])?.count == 3 << 20)
  }

  @Test func `readers see whole writes while writers grow the store`() throws {
    let environment = environment
    let notes = notes
    let isDone = Atomic(false)
    try environment.write { transaction in
      for key in 0..<4 as Range<UInt8> { try transaction.put([key], [0], in: notes) }
    }
    let readers = (0..<3).map { _ in
      Thread {
        while !isDone.load(ordering: .relaxed) {
          let values = try environment.rows(notes, below: [4]).map { $0.value.first }
          #expect(Set(values).count == 1)
        }
      }
    }
    let writers = (0..<2).map { writer in
      Thread {
        for round in 0..<40 {
          try environment.write { transaction in
            let value = UInt8.random(in: 0...255)
            for key in 0..<4 as Range<UInt8> {
              try transaction.put([key], [value], in: notes)
            }
            let filling = [UInt8](repeating: 1, count: 100_000)
            try transaction.put([9, UInt8(writer), UInt8(round)], filling, in: notes)
          }
        }
      }
    }
    for writer in writers { try writer.join() }
    isDone.store(true, ordering: .relaxed)
    for reader in readers { try reader.join() }
    #expect(try environment.read { try $0.count(of: notes) } == 84)
  }

  @Test(.enabled(if: OtherProcess.isAvailable, "needs python3 and liblmdb.so.0"))
  func `a store that another process grew is read and written on`() throws {
    try OtherProcess.run(OtherProcess.grow, directory("store"))
    #expect(try environment.bytes(notes, Array("g000".utf8))?.count == 1_000)
    #expect(try environment.information.mapSize == 64 << 20)
  }

  @Test(.enabled(if: OtherProcess.isAvailable, "needs python3 and liblmdb.so.0"))
  func `a store that another process grew is written first`() throws {
    try OtherProcess.run(OtherProcess.grow, directory("store"))
    try environment.put(notes, [1], [1])
    #expect(try environment.read { try $0.count(of: notes) } == 4_097)
  }

  @Test(.enabled(if: OtherProcess.isAvailable, "needs python3 and liblmdb.so.0"))
  func `a read inside a read copes with another process growing the store`() throws {
    var runs = 0
    let path = directory("store")
    let count = try environment.read { transaction in
      runs += 1
      if runs == 1 { try OtherProcess.run(OtherProcess.grow, path) }
      return try environment.read { try $0.count(of: notes) }
    }
    #expect(count == 4_096)
    #expect(runs == 2)
  }
}
