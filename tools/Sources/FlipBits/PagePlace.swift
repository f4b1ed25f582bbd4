/// Where a bit of LMDB's file lies.
enum PagePlace: String, CaseIterable, Codable {
  /// A key or a value.
  case row
  /// What LMDB itself goes by: headers, lists of places on a page, lengths, records of tables,
  /// pages between a root and its leaves.
  case tree
  /// On no page, or in the gap of one.
  case gap

  private static let pageSize = 4096
  private static let headerSize = 16

  /// Tells where every byte of a file lies.
  static func all(in file: [UInt8]) -> [PagePlace] {
    var places = [PagePlace](repeating: .gap, count: file.count)
    var page = 0
    while (page + 1) * pageSize <= file.count {
      page += mark(page * pageSize, file, &places)
    }
    return places
  }

  /// Marks one page, or several that hold one value; how many they were.
  private static func mark(_ start: Int, _ file: [UInt8], _ places: inout [PagePlace]) -> Int {
    func number(_ offset: Int) -> Int { Int(file[offset]) | Int(file[offset + 1]) << 8 }
    let flags = number(start + 10)
    func mark(_ range: Range<Int>, _ place: PagePlace) {
      for offset in range.clamped(to: start..<file.count) { places[offset] = place }
    }
    mark(start..<start + headerSize, .tree)
    if flags & 0x04 != 0 {  // a large value
      let count = max(1, number(start + 12) | number(start + 14) << 16)
      mark(start + headerSize..<start + min(count, 1024) * pageSize, .row)
      return min(count, 1024)
    }
    guard flags & 0x02 != 0 else {  // a header of the file, or a branch
      mark(start..<start + pageSize, .tree)
      return 1
    }
    let lower = min(number(start + 12), pageSize)
    mark(start + headerSize..<start + lower, .tree)
    for offset in stride(from: start + headerSize, to: start + lower - 1, by: 2) {
      let node = start + number(offset)
      guard node + 8 <= start + pageSize else { continue }
      let (size, keySize) = (number(node) | number(node + 2) << 16, number(node + 6))
      let isOfTable = number(node + 4) & 0x02 != 0
      let isElsewhere = number(node + 4) & 0x01 != 0
      mark(node..<node + 8, .tree)
      let end = node + 8 + keySize + (isElsewhere ? 8 : size)
      mark(node + 8..<min(end, start + pageSize), isOfTable ? .tree : .row)
      if isElsewhere { mark(node + 8 + keySize..<end, .tree) }
    }
    return 1
  }
}
