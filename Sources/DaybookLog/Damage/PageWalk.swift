import DaybookEvents

/// Something of a data file that is not what LMDB wrote.
package struct PageProblem: Hashable, Sendable {
  /// What is wrong.
  package enum Fault: Hashable, Sendable {
    /// The file ends before the page.
    case missing
    /// What lies there is no page of a tree, or another one.
    case spoiled
    /// Its keys are not in their order, or not those that lead to it.
    case disordered
    /// It is used in two places, or listed as free and used.
    case usedTwice
    /// A header cannot be read.
    case header
  }

  /// The page.
  package let page: UInt64
  /// The table it is part of: its name; empty for the table of tables, nil for the list of free
  /// pages and for headers.
  package let table: String?
  /// What is wrong.
  package let fault: Fault
}

/// Walks the trees of a data file.
struct PageWalk {
  private static let depthLimit = 32
  private static let problemLimit = 10_000

  private let pages: DataPages
  private let lastPage: UInt64
  private var used: [Bool]
  private(set) var problems: [PageProblem] = []
  /// Hears of every row that can be read: its table, key and value.
  private let onRow:
    (_ table: String?, _ page: UInt64, _ index: Int, [UInt8], PageNodes.Row) throws
      -> Void

  /// Walks all there is below a header.
  init(
    _ pages: DataPages, from header: DataPages.Header,
    onRow: @escaping (String?, UInt64, Int, [UInt8], PageNodes.Row) throws -> Void
  ) throws {
    self.pages = pages
    self.onRow = onRow
    lastPage = min(header.lastPage, pages.pageCount > 0 ? pages.pageCount - 1 : 0)
    used = Array(repeating: false, count: Int(pages.pageCount))
    for page in 0..<min(2, used.count) { used[page] = true }
    var tables: [(name: String, root: DataPages.Root)] = []
    try walk(header.tables, "") { bytes, row in
      guard row.isTree, let value = row.value,
        let root = DataPages.root(Array(bytes[value]), at: 0)
      else { return }
      tables.append((String(decoding: bytes[row.key], as: UTF8.self), root))
    }
    for table in tables { try walk(table.root, table.name) { _, _ in } }
    var free: [(listed: UInt64, on: UInt64)] = []
    try walkFreePages(header.freePages) { free.append(($0, $1)) }
    for (page, list) in free {
      guard page > 1, page <= header.lastPage else {
        note(list, nil, .spoiled)
        continue
      }
      guard page < UInt64(used.count) else { continue }  // a hole at the end
      if used[Int(page)] { note(list, nil, .usedTwice) }
      used[Int(page)] = true
    }
  }

  /// Whether a page is used, or listed as free.
  func isKnown(_ page: UInt64) -> Bool { page < UInt64(used.count) && used[Int(page)] }

  private mutating func note(_ page: UInt64, _ table: String?, _ fault: PageProblem.Fault) {
    guard problems.count < Self.problemLimit else { return }
    problems.append(PageProblem(page: page, table: table, fault: fault))
  }

  /// Marks pages as used; says whether that is right.
  private mutating func use(_ page: UInt64, count: UInt64 = 1, _ table: String?) -> Bool {
    guard page > 1, count <= lastPage, page <= lastPage + 1 - count else {
      note(page, table, page > 1 && page < 1 << 48 ? .missing : .spoiled)
      return false
    }
    guard !(page..<page + count).contains(where: { used[Int($0)] }) else {
      note(page, table, .usedTwice)
      return false
    }
    for number in page..<page + count { used[Int(number)] = true }
    return true
  }

  private struct Step {
    let page: UInt64
    let depth: Int
    let lower: [UInt8]?
    let upper: [UInt8]?
  }

  private mutating func walk(
    _ root: DataPages.Root, _ table: String?, areNumbers: Bool = false,
    _ body: ([UInt8], PageNodes.Row) throws -> Void
  ) throws {
    guard root.page != .max else { return }
    var stack = [Step(page: root.page, depth: 1, lower: nil, upper: nil)]
    while let step = stack.popLast() {
      guard use(step.page, table) else { continue }
      guard let nodes = PageNodes(try pages.bytes(step.page)), nodes.number == step.page,
        nodes.kind != .overflow, step.depth <= Self.depthLimit,
        nodes.kind == (step.depth < root.depth ? .branch : .leaf)
      else {
        note(step.page, table, .spoiled)
        continue
      }
      if nodes.kind == .leaf {
        try visit(nodes, step, table, areNumbers, body)
        continue
      }
      guard let children = nodes.children, let separators = nodes.separators else {
        note(step.page, table, .spoiled)
        continue
      }
      let keys = separators.map { Array(nodes.bytes[$0]) }
      if !areNumbers, !Self.areOrdered([step.lower] + keys, below: step.upper) {
        note(step.page, table, .disordered)
      }
      for (index, child) in children.enumerated().reversed() {
        stack.append(
          Step(
            page: child, depth: step.depth + 1, lower: index > 0 ? keys[index - 1] : step.lower,
            upper: index < keys.count ? keys[index] : step.upper))
      }
    }
  }

  private mutating func visit(
    _ nodes: PageNodes, _ step: Step, _ table: String?, _ areNumbers: Bool,
    _ body: ([UInt8], PageNodes.Row) throws -> Void
  ) throws {
    var keys: [[UInt8]?] = []
    for (index, row) in nodes.rows.enumerated() {
      guard let row else {
        note(step.page, table, .spoiled)
        continue
      }
      keys.append(Array(nodes.bytes[row.key]))
      if let own = row.ownPage {
        let size = UInt64(pages.pageSize)
        let count = (UInt64(row.count) + UInt64(DataPages.headerByteCount) + size - 1) / size
        guard use(own, count: count, table) else { continue }
        let head = PageNodes(try pages.bytes(own))
        guard head?.kind == .overflow, head?.number == own, head?.pageCount == count else {
          note(own, table, .spoiled)
          continue
        }
      }
      try body(nodes.bytes, row)
      try onRow(table, step.page, index, nodes.bytes, row)
    }
    guard !areNumbers, let first = keys.first else { return }
    let isAfter = step.lower.map { lower in first.map { !$0.lexicographicallyPrecedes(lower) } }
    if isAfter == .some(false) || !Self.areOrdered(keys, below: step.upper) {
      note(step.page, table, .disordered)
    }
  }

  /// Whether keys rise, and end below a bound.
  private static func areOrdered(_ keys: [[UInt8]?], below upper: [UInt8]?) -> Bool {
    let all = (keys + [upper]).compactMap(\.self)
    return zip(all, all.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) }
  }

  /// Hands over the numbers of free pages: `FREE_DBI` of mdb.c, transaction → count and numbers.
  private mutating func walkFreePages(
    _ root: DataPages.Root, _ body: (_ page: UInt64, _ listedOn: UInt64) -> Void
  ) throws {
    var lists: [(page: UInt64, bytes: [UInt8])] = []
    let pages = pages
    try walk(root, nil, areNumbers: true) { bytes, row in
      let value = try row.value.map { Array(bytes[$0]) } ?? pages.ownValue(of: row)
      lists.append((DataPages.number(bytes, at: 0, bytes: 8) ?? 0, value))
    }
    for (page, bytes) in lists {
      guard let count = DataPages.number(bytes, at: 0, bytes: 8),
        count <= UInt64(bytes.count / 8)
      else {
        note(page, nil, .spoiled)
        continue
      }
      for index in 0..<Int(count) {
        if let number = DataPages.number(bytes, at: 8 + 8 * index, bytes: 8) { body(number, page) }
      }
    }
  }
}

extension DataPages {
  /// The value of a row that has pages of its own.
  func ownValue(of row: PageNodes.Row) throws -> [UInt8] {
    guard let page = row.ownPage, row.count <= EventBytes.sizeLimit * 64 else { return [] }
    let count = (row.count + Self.headerByteCount + pageSize - 1) / pageSize
    let bytes = try bytes(page, count: count)
    let end = Self.headerByteCount + row.count
    return bytes.count >= end ? Array(bytes[Self.headerByteCount..<end]) : []
  }

  /// The value of a row on a page.
  func value(of row: PageNodes.Row, on bytes: [UInt8]) throws -> [UInt8] {
    try row.value.map { Array(bytes[$0]) } ?? ownValue(of: row)
  }
}
