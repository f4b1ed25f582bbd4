import Daybook
import DaybookEvents
import Testing

/// The parts in which a view is built that does not fit into memory.
struct RowShareTests {
  @Test(arguments: [1, 2, 3, 16] as [UInt64])
  func `every row is in one part, and parts are about as large`(count: UInt64) {
    let rows = (0..<1600).map { number in
      RowKey(number % 2 == 0 ? .item : .card, EntityID(name: "row", "\(number)"))
    }
    let parts = (0..<count).map { RowShare(index: $0, count: count) }
    for row in rows { #expect(parts.filter { $0.includes(row) }.count == 1) }
    let even = rows.count / Int(count)
    for part in parts {
      #expect((even / 2...even * 2).contains(rows.filter { part.includes($0) }.count))
    }
  }

  @Test func `what is about two things goes with the second`() {
    let (item, collection) = (EntityID(name: "row", "i"), EntityID(name: "row", "c"))
    for index in 0..<16 as Range<UInt64> {
      let part = RowShare(index: index, count: 16)
      #expect(
        part.includes(RowKey(.membership, collection, item)) == part.includes(RowKey(.item, item)))
    }
  }
}
