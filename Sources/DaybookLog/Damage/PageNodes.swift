/// One page of a tree, taken apart.
struct PageNodes {
  /// What a page is for.
  enum Kind {
    case branch, leaf, overflow
  }

  /// One row of a leaf.
  struct Row {
    let key: Range<Int>
    /// Where in the page the value lies; nil where it has pages of its own.
    let value: Range<Int>?
    /// The first page of the value's own.
    let ownPage: UInt64?
    /// How many bytes the value has.
    let count: Int
    /// Whether the value is the root of another tree.
    let isTree: Bool
  }

  /// The number that the page bears.
  let number: UInt64
  let kind: Kind
  /// How many pages a large value takes; 1 of any other page.
  let pageCount: UInt64
  let bytes: [UInt8]
  /// Where in the page its nodes begin.
  private let nodes: [Int]

  /// Takes a page apart; nil where it cannot be one.
  init?(_ bytes: [UInt8]) {
    guard bytes.count > DataPages.headerByteCount,
      let number = DataPages.number(bytes, at: 0, bytes: 8),
      let flags = DataPages.number(bytes, at: 10, bytes: 2),
      let lower = DataPages.number(bytes, at: 12, bytes: 2).map({ Int($0) }),
      let upper = DataPages.number(bytes, at: 14, bytes: 2).map({ Int($0) })
    else { return nil }
    self.number = number
    self.bytes = bytes
    // A page that was written is not dirty any more, whatever is left of that flag.
    switch flags & 0x0F {
    case 1: kind = .branch
    case 2: kind = .leaf
    case 4:
      kind = .overflow
      pageCount = DataPages.number(bytes, at: 12, bytes: 4) ?? 0
      nodes = []
      guard pageCount > 0 else { return nil }
      return
    default: return nil
    }
    pageCount = 1
    let start = DataPages.headerByteCount
    guard flags & 0x20 == 0, lower >= start, lower.isMultiple(of: 2), lower <= upper,
      upper <= bytes.count
    else { return nil }
    nodes = stride(from: start, to: lower, by: 2).map {
      Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8
    }
    guard nodes.allSatisfy({ $0 >= upper && $0 + 8 <= bytes.count }) else { return nil }
  }

  /// The pages below a branch; nil where one cannot be read.
  var children: [UInt64]? {
    var found: [UInt64] = []
    for node in nodes {
      guard let low = DataPages.number(bytes, at: node, bytes: 6) else { return nil }
      found.append(low)
    }
    return found.isEmpty ? nil : found
  }

  /// The keys of a branch but the first, which stands for all that is less.
  var separators: [Range<Int>]? {
    var found: [Range<Int>] = []
    for node in nodes.dropFirst() {
      guard let key = key(of: node) else { return nil }
      found.append(key)
    }
    return found
  }

  /// The rows of a leaf; nil for each that leads out of the page.
  var rows: [Row?] {
    nodes.map { node in
      guard let key = key(of: node), let count = DataPages.number(bytes, at: node, bytes: 4),
        let flags = DataPages.number(bytes, at: node + 4, bytes: 2), count <= UInt32.max
      else { return nil }
      if flags & 0x01 != 0 {
        guard let page = DataPages.number(bytes, at: key.upperBound, bytes: 8) else { return nil }
        return Row(key: key, value: nil, ownPage: page, count: Int(count), isTree: false)
      }
      let end = key.upperBound + Int(count)
      guard end <= bytes.count else { return nil }
      return Row(
        key: key, value: key.upperBound..<end, ownPage: nil, count: Int(count),
        isTree: flags & 0x02 != 0)
    }
  }

  private func key(of node: Int) -> Range<Int>? {
    guard let size = DataPages.number(bytes, at: node + 6, bytes: 2) else { return nil }
    let start = node + 8
    guard start + Int(size) <= bytes.count else { return nil }
    return start..<start + Int(size)
  }
}
