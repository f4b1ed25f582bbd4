import DaybookSystem
import LMDB
import TestSupport
import Testing

/// Rows whose values say their keys again, so that whoever reads one can tell whether it is sound.
struct GuardedScanTests {
  let directory: ScratchFolder
  private static let count: UInt8 = 100

  init() throws { directory = try ScratchFolder() }

  /// A key of 6 bytes; odd numbers are not in the table.
  private static func key(_ number: UInt8) -> [UInt8] { [0x6B, 0x65, 0x79, number, 0x2D, number] }

  private static func isSound(_ key: Span<UInt8>, _ value: Span<UInt8>) -> Bool {
    Row(key, value).key == Row(key, value).value
  }

  private func makeStore(at path: String) throws {
    let (environment, notes) = try Environment.make(at: path)
    try environment.write { transaction in
      for number in stride(from: 0, to: Self.count, by: 2) {
        try transaction.put(Self.key(number), Self.key(number), in: notes)
      }
    }
  }

  /// The numbers that a scan lends, and how it ends.
  private func scan(
    _ environment: Environment, _ table: Table, from lower: UInt8, below upper: UInt8
  ) throws -> (numbers: [UInt8], end: ReadTransaction.GuardedEnd) {
    try environment.read { transaction in
      var numbers: [UInt8] = []
      let end = try transaction.scanGuarded(
        table, from: Self.key(lower), below: Self.key(upper), isSound: Self.isSound
      ) { key, _ in
        numbers.append(key[3])
        return .next
      }
      return (numbers, end)
    }
  }

  @Test func `a sound table is scanned whole, and what it lacks is missing`() throws {
    try makeStore(at: directory("store"))
    let environment = try Environment.open(at: directory("store"), options: .reading)
    let notes = try #require(try environment.table("notes"))
    let found = try scan(environment, notes, from: 9, below: 21)
    #expect(found.numbers == [10, 12, 14, 16, 18, 20] && found.end == .whole)
    #expect(try scan(environment, notes, from: 0, below: 255).numbers.count == 50)
    #expect(try scan(environment, notes, from: 99, below: 255).numbers == [])
    try environment.read { transaction in
      for number in 0..<Self.count {
        let key = Self.key(number)
        let isThere = try transaction.contains(key, in: notes)
        let isMissing = try transaction.isMissing(key, in: notes, isSound: Self.isSound)
        #expect(isThere == number.isMultiple(of: 2) && isMissing != isThere)
      }
    }
  }

  @Test(arguments: [0, 20, 50, 98] as [UInt8], [0, 3, 5])
  func `a flipped bit in a key hides no other row unnoticed`(_ damaged: UInt8, _ byte: Int) throws {
    try makeStore(at: directory("store"))
    var file = try FileSystem.readFile(directory("store") + "/data.mdb", limit: 1 << 30)
    let key = Self.key(damaged)
    let place = try #require(
      file.indices.dropLast(12).first { Array(file[$0..<$0 + 12]) == key + key })
    for bit in 0..<8 {
      file[place + byte] ^= 1 << UInt8(bit)
      let copy = directory("copy\(bit)")
      try FileSystem.makeDirectory(copy)
      try FileSystem.writeFileAtomically(copy + "/data.mdb", file)
      file[place + byte] ^= 1 << UInt8(bit)
      let environment = try Environment.open(at: copy, options: .reading)
      let notes = try #require(try environment.table("notes"))
      try environment.read { transaction in
        for number in stride(from: 0, to: Self.count, by: 2) {
          let key = Self.key(number)
          guard try !transaction.contains(key, in: notes) else { continue }
          let isMissing = try transaction.isMissing(key, in: notes, isSound: Self.isSound)
          #expect(!isMissing, "\(number)")
        }
      }
      for lower in stride(from: UInt8(0), to: Self.count, by: 7) {
        let upper = lower + 6
        let found = try scan(environment, notes, from: lower, below: upper)
        let all = (lower..<upper).filter { $0.isMultiple(of: 2) && $0 < Self.count }
        if found.end == .whole {
          #expect(found.numbers == all, "from \(lower)")
        } else {
          #expect(all.starts(with: found.numbers), "from \(lower)")
        }
      }
    }
  }

  @Test func `what is only written where nobody else writes waits for nobody`() throws {
    let (environment, notes) = try Environment.make(at: directory("store"))
    let isWritten = try environment.writeIfFree { transaction in
      try transaction.put([1], [1], in: notes)
      return true
    }
    #expect(isWritten == true)
    let inside = try environment.read { _ in
      try environment.writeIfFree { try $0.put([2], [2], in: notes) } != nil
    }
    #expect(!inside)
    #expect(try environment.rows(notes).count == 1)
  }
}
