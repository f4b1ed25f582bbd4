import DaybookSystem
import LMDB
import TestSupport
import Testing

/// What a page says of itself and is not what was written.
struct LeafPageTests {
  let directory: ScratchFolder

  init() throws { directory = try ScratchFolder() }

  private static func number(_ file: [UInt8], _ offset: Int) -> Int {
    Int(file[offset]) | Int(file[offset + 1]) << 8
  }

  /// Whether a scan of the table gives the keys of some rows, or says that the store is damaged. A
  /// value may be a byte longer or shorter and the page not tell; whoever has a check in it
  /// notices. So may a key.
  private func isToldOrRight(_ file: [UInt8], _ rows: [Row]) throws -> Bool {
    try FileSystem.writeFileAtomically(directory("store/data.mdb"), file)
    let environment = try Environment.open(at: directory("store"), options: .reading)
    do {
      return try environment.rows(Table(name: "notes")).map(\.key) == rows.map(\.key)
    } catch let error as LMDBError where error.kind == .corrupted {
      return true
    }
  }

  @Test func `flipped bits in where nodes lie and how long they are hide no row`() throws {
    var rows: [Row] = []
    do {
      let (environment, notes) = try Environment.make(at: directory("store"))
      try environment.write { transaction in
        for number in 0..<40 as Range<UInt8> {
          let key = [number, number, number]
          try transaction.put(key, [UInt8](repeating: number, count: Int(number)), in: notes)
        }
        try transaction.put([255], [UInt8](repeating: 1, count: 9_000), in: notes)
      }
      rows = try environment.rows(notes)
    }
    let whole = try FileSystem.readFile(directory("store/data.mdb"), limit: 1 << 30)
    let page = try #require(
      stride(from: 8_192, to: whole.count, by: 4_096).first {
        Self.number(whole, $0 + 10) == 2 && Self.number(whole, $0 + 12) == 16 + 2 * rows.count
      })
    #expect(try isToldOrRight(whole, rows))
    let nodes = (0..<rows.count).map { page + Self.number(whole, page + 16 + 2 * $0) }
    let keyLengths = nodes.map { $0 + 6 }
    let words =
      [page + 12, page + 14] + (0..<rows.count).map { page + 16 + 2 * $0 }
      + nodes.flatMap { [$0, $0 + 4] } + keyLengths
    for (turn, word) in words.enumerated() {
      for bit in [turn % 16, (turn + 5) % 16, (turn + 9) % 16]
      where bit > 0 || !keyLengths.contains(word) {
        var damaged = whole
        damaged[word + bit / 8] ^= 1 << UInt8(bit % 8)
        #expect(
          try isToldOrRight(damaged, rows), "bit \(bit) of byte \(word - page) of the page")
      }
    }
  }
}
