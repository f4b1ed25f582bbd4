import LMDB
import TestSupport
import Testing

struct PagesTests {
  @Test(arguments: [0, 30, 400, 900])
  func `one row of every page and every large value is lent`(size: Int) throws {
    let directory = try ScratchFolder()
    let (environment, notes) = try Environment.make(at: directory("store"))
    let large = [UInt8](repeating: 1, count: 5_000)
    try environment.write { transaction in
      for key in UInt8(0)..<200 {
        let isLarge = key % 50 == 1
        let value = isLarge ? large : [UInt8](repeating: key, count: size)
        try transaction.put([key], value, in: notes)
      }
    }
    let pageSize = try environment.information.pageSize
    try environment.read { transaction in
      var (keys, largeCount): ([UInt8], Int) = ([], 0)
      try transaction.scanPages(notes) { key, value in
        keys.append(key[0])
        largeCount += value.count == large.count ? 1 : 0
        return .next
      }
      #expect(keys == keys.sorted() && Set(keys).count == keys.count)
      #expect(largeCount == 4)
      // Large values take two pages each; where there is more than one leaf there is a root.
      let pages = try transaction.byteCount(of: notes) / pageSize - 4 * 2
      let leaves = pages == 1 ? 1 : pages - 1
      #expect(keys.first == 0 && keys.count >= leaves && keys.count <= leaves + 4)
      var rest: [UInt8] = []
      try transaction.scanPages(notes, from: [100]) { key, _ in
        rest.append(key[0])
        return rest.count < 2 ? .next : .stop
      }
      #expect(rest.first == 100 && rest.count == min(2, keys.count { $0 > 100 } + 1))
    }
  }
}
