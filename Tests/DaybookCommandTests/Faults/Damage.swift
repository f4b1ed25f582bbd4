import Foundation

/// What is done to the data file of a store to damage it.
enum Damage {
  static let pageSize = 4_096

  /// Turns a bit round in every copy of an event's row that lies anywhere in a file, so that
  /// nothing of it is left.
  ///
  /// - Returns: how many copies there were.
  @discardableResult
  static func spoilEvent(at position: UInt64, in file: inout Data) -> Int {
    var count = 0
    for page in 2..<file.count / pageSize {
      let start = page * pageSize
      guard number(file, start + 10, 2) & 0x0F == 2 else { continue }
      let nodes = (number(file, start + 12, 2) - 16) / 2
      for index in 0..<max(0, nodes) {
        let node = start + number(file, start + 16 + 2 * index, 2)
        guard node + 16 <= start + pageSize, number(file, node + 6, 2) == 8 else { continue }
        let key = file[node + 8..<node + 16].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let size = number(file, node, 4)
        guard key == position, size > 12, node + 16 + size <= start + pageSize else { continue }
        file[node + 16 + size - 12] ^= 0x10
        count += 1
      }
    }
    return count
  }

  /// Puts other bytes into the place of a page.
  static func replacePage(_ page: Int, of file: inout Data, with bytes: Data) {
    file.replaceSubrange(page * pageSize..<(page + 1) * pageSize, with: bytes)
  }

  /// The bytes of a page.
  static func page(_ page: Int, of file: Data) -> Data {
    Data(file[page * pageSize..<(page + 1) * pageSize])
  }

  /// A page of rows that holds one.
  static func leaf(number: Int, key: [UInt8], value: [UInt8]) -> Data {
    func little(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let node = little(value.count, 4) + little(0, 2) + little(key.count, 2) + key + value
    let start = pageSize - (node.count + node.count % 2)
    let head = little(number, 8) + [0, 0] + little(2, 2) + little(18, 2) + little(start, 2)
    var page = Data(head + little(start, 2))
    page.append(Data(count: start - page.count))
    page.append(Data(node))
    page.append(Data(count: pageSize - page.count))
    return page
  }

  private static func number(_ file: Data, _ offset: Int, _ count: Int) -> Int {
    guard offset + count <= file.count else { return 0 }
    return (0..<count).reversed().reduce(0) { $0 << 8 | Int(file[offset + $1]) }
  }
}

extension Lab {
  /// Spoils an event of a store for good.
  func spoilEvent(at position: UInt64, of store: String) throws {
    var file = try read(store + "/data.mdb")
    precondition(Damage.spoilEvent(at: position, in: &file) > 0, "there is no such event")
    try write(file, to: store + "/data.mdb")
  }
}
