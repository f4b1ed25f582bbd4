import Daybook
import Testing

/// Fractional positions (C12): always room between two, short at the end of a list.
struct PositionTests {
  @Test func `there is a position between any two until they grow too long`() throws {
    var (left, right): ([UInt8]?, [UInt8]?) = (nil, nil)
    var count = 0
    while let middle = Position.between(left, right) {
      if let left { #expect(left.lexicographicallyPrecedes(middle)) }
      if let right { #expect(middle.lexicographicallyPrecedes(right)) }
      #expect(middle.count <= Position.byteLimit)
      #expect(middle.last != 0)
      if count.isMultiple(of: 2) { left = middle } else { right = middle }
      count += 1
      if count > 10_000 { break }
    }
    #expect(count > 100)
  }

  @Test func `a hundred thousand appends stay short and in order`() throws {
    var last: [UInt8]?
    for _ in 0..<100_000 {
      let next = try #require(Position.between(last, nil))
      if let last { #expect(last.lexicographicallyPrecedes(next)) }
      #expect(next.count <= 4)
      last = next
    }
  }

  @Test func `there is room before the first and none between equals`() throws {
    var first = try #require(Position.between(nil, nil))
    for _ in 0..<100 {
      let before = try #require(Position.between(nil, first))
      #expect(before.lexicographicallyPrecedes(first))
      first = before
    }
    #expect(Position.between([5], [5]) == nil)
    #expect(Position.between([6], [5]) == nil)
  }

  @Test func `spread positions are in order`() {
    let positions = Position.spread(1_000)
    #expect(zip(positions, positions.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
  }
}
